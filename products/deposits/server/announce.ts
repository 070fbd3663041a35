import { refuseDecimal } from '@bolsillo/contract'
import {
  type Id,
  type Instant,
  instant,
  type Money,
  money,
  type Rejection,
  readMoney,
  reject,
  writeMoney,
} from '@bolsillo/kernel'
import type { PayInAddress } from '@bolsillo/payments/domain'
import type { ChannelState } from '@bolsillo/payments/server'
import type { Tx } from '@bolsillo/server-kit'
import { operationsSettings } from '@bolsillo/settings/domain'
import { refusePaused } from '@bolsillo/settings/server'
import { depositRejections as r } from '../contract/index.ts'
import { depositLimits } from '../domain/index.ts'
import { openDeposit } from './deposit-case.ts'
import { findAnnounced, lockAnnouncements } from './deposit-store.ts'
import type { DepositsDeps } from './deps.ts'
import { readDayRoom } from './limits.ts'
import type { StoredDeposit } from './stored-deposit.ts'

/** What a customer says they will pay. */
export interface Announcement {
  readonly customerId: Id<'cus'>
  readonly state: ChannelState
  readonly amount: Money
  readonly transactionHint?: string | undefined
  readonly proofFileId?: Id<'fil'> | undefined
  readonly now: Instant
}

/** Until when staff paused deposits, in an emergency. What arrives is credited all the same. */
export function depositsPausedUntil(settings: DepositsDeps['settings'], now: Instant): Instant | undefined {
  const until = settings.get(operationsSettings.deposits, now)
  return until > now ? instant(until) : undefined
}

/** Why nothing can be announced by a channel now: deposits are paused, or the channel is closed. */
export function closedRefusal(
  { payments, settings }: Pick<DepositsDeps, 'payments' | 'settings'>,
  state: ChannelState,
  now: Instant,
): Rejection | undefined {
  return refusePaused(settings, 'deposits', now) ?? payments.depositRefusal(state, undefined)
}

/** Reads an amount of a channel, or says what is wrong with it; bounds are payments'. */
export function readAmount(
  { payments }: Pick<DepositsDeps, 'payments'>,
  state: ChannelState,
  text: string,
): Money | Rejection {
  const { asset } = state.channel
  const reading = readMoney(text, asset)
  if (reading.kind !== 'value') {
    const values = { decimals: String(asset.scale), asset: asset.code }
    return refuseDecimal('amount', reading, reject(r.amountDecimals, { field: 'amount', values }))
  }
  if (reading.money.minor === 0n) return reject(r.amountZero, { field: 'amount' })
  // Whether it is open was asked before, and is no problem of an amount.
  return payments.depositRefusal({ ...state, depositsOpen: true }, reading.money) ?? reading.money
}

/** Keeps an announcement: within what the level's day leaves, and not too many at once. Moves no money. */
export async function announce(
  deps: DepositsDeps,
  tx: Tx,
  wish: Announcement,
): Promise<{ readonly deposit: StoredDeposit; readonly payIn: PayInAddress } | Rejection> {
  const { customerId, state, amount, now } = wish
  await lockAnnouncements(tx, customerId)
  const asked = { customerId, asset: amount.asset.code, minor: amount.minor, now }
  const refused =
    (await dayRefusal(deps, tx, wish)) ??
    (await deps.ownLimits?.payInRefusal(tx, asked)) ??
    (await openRefusal(tx, customerId))
  if (refused !== undefined) return refused
  const { channel, railId } = state
  const payIn = await deps.payments.payInAddress(tx, { customerId, channel: channel.code, now })
  const deposit: StoredDeposit = {
    depositId: deps.services.ids.next('dep'),
    customerId,
    channel: channel.code,
    railId,
    method: channel.method,
    network: channel.network,
    asked: amount,
    asset: channel.asset,
    reversedMinor: 0n,
    transactionHint: wish.transactionHint,
    stage: wish.proofFileId === undefined ? 'awaiting-payment' : 'proof-check',
    marks: [],
    seen: 0,
    needed: state.confirmations,
    proofFileId: wish.proofFileId,
    createdAt: now,
    updatedAt: now,
  }
  if (wish.proofFileId !== undefined) {
    const unusable = await useProof(deps, tx, deposit, { fileId: wish.proofFileId, field: 'proofFileId', now })
    if (unusable !== undefined) return unusable
  }
  await openDeposit(deps, tx, deposit, { at: now, actor: customerId })
  return { deposit, payIn }
}

/** Takes an upload as the proof of a deposit: the customer's own, and for nothing else before. */
export function useProof(
  { files }: Pick<DepositsDeps, 'files'>,
  tx: Tx,
  deposit: StoredDeposit,
  proof: { readonly fileId: Id<'fil'>; readonly field: string; readonly now: Instant },
): Promise<Rejection | undefined> {
  const { customerId, depositId } = deposit
  if (customerId === undefined) throw new Error('a proof belongs to a customer')
  return files.use(tx, { ...proof, customerId, purpose: 'deposit-proof', caseId: depositId })
}

async function openRefusal(tx: Tx, customerId: Id<'cus'>): Promise<Rejection | undefined> {
  const { count } = await findAnnounced(tx, customerId)
  const { openMax } = depositLimits
  return count < openMax ? undefined : reject(r.tooManyOpen, { values: { count: String(openMax) } })
}

async function dayRefusal(
  deps: DepositsDeps,
  tx: Tx,
  { customerId, amount, now }: Announcement,
): Promise<Rejection | undefined> {
  const person = await deps.people.find(tx, customerId)
  if (person === undefined) return undefined
  const { code } = amount.asset
  const room = (await readDayRoom(deps, tx, { customerId, person }, now))(code)
  if (room === undefined) return undefined
  const announced = (await findAnnounced(tx, customerId)).minorOf(code)
  const left = room.left > announced ? room.left - announced : 0n
  if (amount.minor <= left) return undefined
  const values = { left: writeMoney(money(left, amount.asset)), asset: code }
  return reject(r.dayLimit, { field: 'amount', values })
}
