import { postFitting } from '@bolsillo/cases/server'
import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { type Id, type Instant, isRejection, present, type Rejection, readDecimal, reject } from '@bolsillo/kernel'
import type { Balance } from '@bolsillo/ledger/domain'
import type { Channel } from '@bolsillo/payments/domain'
import {
  type CommandContext,
  type Db,
  nameCause,
  type Own,
  saveIdempotencyRecords,
  type Tx,
  transaction,
  useCase,
} from '@bolsillo/server-kit'
import { addCoinWithdrawal, addWithdrawal, withdrawalsRejections as r } from '../contract/index.ts'
import {
  channelFor,
  destinationText,
  factorActions,
  judgeWithdrawal,
  purseOf,
  reserveEntry,
  type WithdrawalDecision,
  withdrawalAccount,
  withdrawalBound,
} from '../domain/index.ts'
import type { WithdrawalsGiven } from './deps.ts'
import {
  findDestination,
  insertDestination,
  lockCustomer,
  type StoredDestination,
} from './destinations/destination-store.ts'
import { loadFacts } from './load-facts.ts'
import { type ProofFields, refuseFactor } from './prove.ts'
import { writeCharges, writeWithdrawal } from './rows.ts'
import { happened } from './withdrawal-case.ts'
import { insertWithdrawal, type Withdrawal } from './withdrawal-store.ts'

type Reply = ReplyOf<typeof addWithdrawal>
type Taken = Extract<WithdrawalDecision, { kind: 'taken' }>

/** What is confirmed: exactly the figures that were shown. */
interface Confirmed extends ProofFields {
  readonly amount: string
  readonly fee: string
  readonly vat?: string | undefined
  readonly net: string
  readonly withdrawalPassword: string
}

/** A withdrawal about to be asked for: whose, where to, and what is the matter with it beside the rules. */
interface WithdrawalWish {
  readonly customerId: Id<'cus'>
  readonly channel: Channel
  /** Where it goes; for a return to origin before it is kept. */
  readonly destination: Pick<StoredDestination, 'destination' | 'usableAt'>
  readonly returned: boolean
  /** Finds the destination under the customer's lock (or says what it will be), or refuses. Writes nothing. */
  readonly settle: (tx: Tx, amount: bigint) => Promise<Settled | Rejection>
}

/** A stored destination, or one that will be stored with the withdrawal. */
export interface Settled {
  readonly destination: StoredDestination
  readonly isNew: boolean
}

/** Asks for a withdrawal to a destination of the customer's list. */
export const requests = [useCase(addWithdrawal, requestFrom('stock')), useCase(addCoinWithdrawal, requestFrom('coin'))]

function requestFrom(purse: 'stock' | 'coin') {
  return async (
    request: RequestOf<typeof addWithdrawal>,
    context: Own<CommandContext>,
    deps: WithdrawalsGiven,
  ): Promise<Reply | Rejection> => {
    const { customerId } = context.customer
    const { destinationId, asset } = request
    const unknown = reject(r.destinationUnknown, { field: 'destinationId' })
    const destination = await findDestination(context.db, customerId, destinationId)
    if (destination === undefined || destination.isOrigin) return unknown
    const channel = channelFor(asset, destination.destination)
    if (channel === undefined || purseOf(channel) !== purse) return reject(r.assetUnfit, { field: 'asset' })
    const settle = async (tx: Tx): Promise<Settled | Rejection> => {
      const found = await findDestination(tx, customerId, destinationId)
      return found === undefined ? unknown : { destination: found, isNew: false }
    }
    return takeWithdrawal(deps, { customerId, channel, destination, returned: false, settle }, request, context)
  }
}

/**
 * The way of every withdrawal: judge → password and second factor, bound to exactly these figures → under the locks of the
 * customer and their balance judge again, keep it, reserve the amount. What is refused costs nothing.
 */
export async function takeWithdrawal(
  deps: WithdrawalsGiven,
  wish: WithdrawalWish,
  confirmed: Confirmed,
  context: CommandContext,
): Promise<Reply | Rejection> {
  const { services, ledger, passwords } = deps
  const { db, now, claim, answer } = context
  const { customerId, channel, destination } = wish
  const account = withdrawalAccount(wish)
  const seen = (await ledger.balances(db, [account])).get(account) ?? { posted: 0n, held: 0n }
  const first = await judge(deps, db, wish, confirmed, { balance: seen, now })
  if (first.kind === 'refused') return first.rejection
  const unproved =
    (await passwords.verify({ customerId, password: confirmed.withdrawalPassword, now })) ??
    (await refuseFactor(deps, {
      customerId,
      purpose: { action: factorActions.withdraw, bound: boundOf(first, channel, destination.destination) },
      proof: confirmed,
      now,
    }))
  if (unproved !== undefined) return unproved
  return transaction(services.sql, async (tx) => {
    await nameCause(tx, { cause: 'call:withdrawals.request', actor: customerId })
    await lockCustomer(tx, customerId)
    const settled = await wish.settle(tx, first.amount)
    if (isRejection(settled)) return settled
    const locked = await ledger.lock(tx, [account])
    const balance = present(locked.get(account), 'a locked balance')
    const decision = await judge(deps, tx, { ...wish, destination: settled.destination }, confirmed, { balance, now })
    if (decision.kind === 'refused') return decision.rejection
    const reply = await keep(deps, tx, { wish, settled, decision, now })
    if (claim !== undefined) await saveIdempotencyRecords(tx, [{ claim, answer: answer(reply) }], now)
    return reply
  })
}

/** The rules, and that the customer confirmed exactly what they come to. */
async function judge(
  deps: WithdrawalsGiven,
  db: Db,
  wish: Pick<WithdrawalWish, 'customerId' | 'channel' | 'destination' | 'returned'>,
  confirmed: Confirmed,
  { balance, now }: { readonly balance: Balance; readonly now: Instant },
): Promise<WithdrawalDecision> {
  const { customerId, channel, destination, returned } = wish
  const about = { customerId, channel, usableAt: destination.usableAt, goesBack: returned, now }
  const decision = judgeWithdrawal(confirmed.amount, await loadFacts(deps, db, about, balance))
  if (decision.kind === 'refused') return decision
  const { scale, code } = channel.asset
  const same = (text: string, minor: bigint): boolean => {
    const reading = readDecimal(text, scale)
    return reading.kind === 'value' && reading.units === minor
  }
  const { fee, vat, net } = decision
  if (same(confirmed.fee, fee) && same(confirmed.vat ?? '0', vat) && same(confirmed.net, net)) return decision
  const values = { ...writeCharges(decision, scale), asset: code }
  return { kind: 'refused', rejection: reject(r.chargesChanged, { field: 'fee', values }) }
}

function boundOf(taken: Taken, { asset }: Channel, destination: StoredDestination['destination']) {
  const charges = writeCharges(taken, asset.scale)
  const amount = writeCharges({ fee: 0n, vat: 0n, net: taken.amount }, asset.scale).net
  return withdrawalBound({ amount, ...charges, asset: asset.code, destination: destinationText(destination) })
}

/** Keeps the withdrawal and reserves its amount. The ledger comes last: its head is everybody's. */
async function keep(
  deps: WithdrawalsGiven,
  tx: Tx,
  made: {
    readonly wish: WithdrawalWish
    readonly settled: Settled
    readonly decision: Taken
    readonly now: Instant
  },
): Promise<Reply> {
  const { services } = deps
  const { wish, decision, now } = made
  const { destination, isNew } = made.settled
  const { customerId, channel, returned } = wish
  const { amount, fee, vat, net } = decision
  const withdrawal: Withdrawal = {
    withdrawalId: services.ids.next('wdr'),
    customerId,
    destinationId: destination.id,
    channel,
    holdId: services.ids.next('hld'),
    amount,
    fee,
    vat,
    net,
    returned,
    requestedAt: now,
    state: 'under-review',
    failReason: undefined,
    changedAt: now,
    escalatedAt: undefined,
    externalId: undefined,
    back: 0n,
  }
  const entry = reserveEntry(withdrawal, { id: services.ids.next('ent'), at: now, actor: customerId })
  if (isNew) await insertDestination(tx, destination)
  await insertWithdrawal(tx, withdrawal, entry.id)
  const details = { destination: destination.id, asset: channel.asset.code }
  await happened(deps, tx, withdrawal, { what: 'requested', at: now, actor: customerId, details })
  const cause = `withdrawal:${withdrawal.withdrawalId}`
  const leaving = { account: withdrawalAccount(withdrawal), minor: amount, cause, now }
  await postFitting(deps, tx, [...((await deps.ownLimits?.letGo(tx, leaving)) ?? []), entry])
  return { withdrawal: writeWithdrawal(withdrawal, destination, undefined) }
}
