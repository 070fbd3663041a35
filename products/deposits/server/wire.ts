import { type CaseTimes, sideOf, writeTimes } from '@bolsillo/cases/server'
import type { z } from '@bolsillo/contract'
import {
  type Asset,
  type Instant,
  instantAt,
  type Money,
  plusDays,
  plusMs,
  wallTime,
  writeDecimal,
  writeMoney,
} from '@bolsillo/kernel'
import { minuteOfDay, type PayInAddress } from '@bolsillo/payments/domain'
import type { ChannelState } from '@bolsillo/payments/server'
import type { Db } from '@bolsillo/server-kit'
import type { Deposit, DepositChannel, PayIn } from '../contract/index.ts'
import type { stepShape } from '../contract/wire-shapes.ts'
import { depositSettings, kindOfMethod, maskAccount, maskName, stateOfStage } from '../domain/index.ts'
import type { DepositsDeps } from './deps.ts'
import { limitZone } from './limits.ts'
import { findClaimsOf, findReversals } from './reversal-store.ts'
import type { DepositStep, StoredClaim, StoredDeposit, StoredReversal } from './stored-deposit.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A channel as customers see it. */
export function writeChannel(
  state: ChannelState,
  now: Instant,
  { needsPassword = false, times }: { readonly needsPassword?: boolean; readonly times: CaseTimes },
): DepositChannel {
  const { channel, opensAt, closesAt } = state
  const hours = opensAt === closesAt ? undefined : { zone: limitZone, opensMinute: opensAt, closesMinute: closesAt }
  const next = state.depositsOpen || hours === undefined ? undefined : nextOpening(now, opensAt)
  return {
    channelId: channel.code,
    kind: kindOfMethod(channel.method),
    method: channel.method,
    asset: channel.asset.code,
    ...(channel.network === undefined ? {} : { network: channel.network }),
    amountMin: writeMoney(state.depositMin),
    amountMax: writeMoney(state.depositMax),
    ...(hours === undefined ? {} : { hours }),
    open: state.depositsOpen,
    ...(next === undefined ? {} : { opensAt: next }),
    needsPassword,
    arrivalMinutes: state.arrivalMinutes,
    times: writeTimes(times.of(channel.code)),
    confirmations: state.confirmations,
    simulated: state.simulated,
  }
}

function nextOpening(now: Instant, opensAt: number): Instant {
  const { date } = wallTime(now, limitZone)
  const isLater = minuteOfDay(now) < opensAt
  return instantAt(isLater ? date : plusDays(date, 1), opensAt, limitZone)
}

/** Where to pay, without what only the server needs to know of it. */
export function writePayIn(address: PayInAddress): PayIn {
  switch (address.kind) {
    case 'clabe':
      return { kind: 'clabe', clabe: address.clabe, bank: address.bank, holder: address.holder }
    case 'pix': {
      const { key, txid, brCode, holder } = address
      return { kind: 'pix', key, txid, brCode, holder }
    }
    case 'address':
      return { kind: 'address', network: address.network, address: address.address }
    case 'account': {
      const { bank, number, holder, reference } = address
      return { kind: 'account', bank, number, holder, reference }
    }
  }
}

const written = (amount: Money | undefined, name: string): Record<string, string> =>
  amount === undefined ? {} : { [name]: writeMoney(amount) }

interface Aftermath {
  readonly reversals: readonly StoredReversal[]
  readonly claims: readonly StoredClaim[]
}

/** Deposits as their customer sees them, with what was taken back of them. */
export async function writeDeposits(
  { settings }: Pick<DepositsDeps, 'settings'>,
  db: Db,
  deposits: readonly StoredDeposit[],
): Promise<Deposit[]> {
  const reversed = deposits.filter(({ reversedMinor }) => reversedMinor > 0n).map(({ depositId }) => depositId)
  const [reversals, claims] = await Promise.all([findReversals(db, reversed), findClaimsOf(db, reversed)])
  const times = {
    announcementMs: settings.get(depositSettings.announcementHours) * hourMs,
    heldMs: settings.get(depositSettings.heldDaysMax) * dayMs,
  }
  return deposits.map((deposit) => {
    const { depositId } = deposit
    const own = <Of extends { readonly depositId?: string | undefined }>(rows: readonly Of[]) =>
      rows.filter((row) => row.depositId === depositId)
    return writeDeposit(deposit, { reversals: own(reversals), claims: own(claims) }, times)
  })
}

function writeDeposit(
  deposit: StoredDeposit,
  aftermath: Aftermath,
  times: { readonly announcementMs: number; readonly heldMs: number },
): Deposit {
  const { stage, method, from, receivedAt, endedAt, createdAt } = deposit
  const reversal = writeReversal(deposit.asset, aftermath)
  return {
    depositId: deposit.depositId,
    kind: kindOfMethod(method),
    method,
    ...(deposit.channel === undefined ? {} : { channelId: deposit.channel }),
    asset: deposit.asset.code,
    ...(deposit.network === undefined ? {} : { network: deposit.network }),
    state: stateOfStage[stage],
    stage,
    ...written(deposit.asked, 'asked'),
    ...(deposit.asked === undefined ? {} : { askedAsset: deposit.asked.asset.code }),
    ...written(deposit.amount, 'amount'),
    ...written(deposit.credited, 'credited'),
    ...(method === 'chain' && deposit.externalId !== undefined
      ? { confirmations: { seen: deposit.seen, needed: deposit.needed } }
      : {}),
    ...(stage === 'held' || stage === 'returning' ? { heldReason: deposit.heldReason } : {}),
    ...(deposit.failReason === undefined ? {} : { failReason: deposit.failReason }),
    marks: [...deposit.marks],
    ...(deposit.toldTo === undefined ? {} : { to: deposit.toldTo }),
    ...(from === undefined || from.account === ''
      ? {}
      : { from: [maskName(from.name), maskAccount(from.account)].filter((part) => part !== '').join(' · ') }),
    ...(deposit.externalId === undefined ? {} : { externalId: deposit.externalId }),
    reference: referenceOf(deposit),
    hasProof: deposit.proofFileId !== undefined,
    ...(deposit.entryId === undefined ? {} : { entryId: deposit.entryId }),
    createdAt,
    updatedAt: deposit.updatedAt,
    ...(receivedAt === undefined ? {} : { receivedAt }),
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(stage === 'awaiting-payment' ? { expiresAt: plusMs(createdAt, times.announcementMs) } : {}),
    ...(stage === 'held' && method !== 'chain' && receivedAt !== undefined
      ? { returnBy: plusMs(receivedAt, times.heldMs) }
      : {}),
    ...(reversal === undefined ? {} : { reversal }),
  }
}

/** The number a customer gives support: the end of the id, which is what differs. */
function referenceOf({ depositId }: StoredDeposit): string {
  return depositId.slice(-10)
}

function writeReversal(asset: Asset, { reversals, claims }: Aftermath): Deposit['reversal'] {
  const last = reversals.at(-1)
  if (last === undefined) return undefined
  const sum = (of: (row: StoredReversal) => bigint): string =>
    writeDecimal(
      reversals.reduce((total, row) => total + of(row), 0n),
      asset.scale,
    )
  return {
    at: last.at,
    reason: last.reason,
    amount: sum(({ minor }) => minor),
    taken: sum(({ taken }) => taken),
    claimed: sum(({ claimed }) => claimed),
    open: writeDecimal(
      claims.reduce((total, { open }) => total + open, 0n),
      asset.scale,
    ),
  }
}

/** A step as its customer sees it: which member of staff it was is in their own log. */
export function writeStep(step: DepositStep): z.output<typeof stepShape> {
  const { stage, at, actor, reason, confirmations } = step
  return {
    at,
    stage,
    by: sideOf(actor) ?? (actor === 'provider' ? 'provider' : 'system'),
    ...(reason === undefined ? {} : { reason }),
    ...(confirmations === undefined ? {} : { confirmations: { ...confirmations } }),
  }
}
