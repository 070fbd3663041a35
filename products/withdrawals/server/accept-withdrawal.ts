import { factOf } from '@bolsillo/approvals/domain'
import type { ApprovalKind, ApprovalPayload, ApprovedAct } from '@bolsillo/approvals/server'
import { postFitting } from '@bolsillo/cases/server'
import { assert, type Id, isId, money, type Rejection, reject, writeDecimal, writeEpoch } from '@bolsillo/kernel'
import { planCustody } from '@bolsillo/ledger/domain'
import { lockCustody, readCustody } from '@bolsillo/ledger/server'
import type { Db, Tx } from '@bolsillo/server-kit'
import { withdrawalsRejections as r } from '../contract/index.ts'
import { payers } from '../contract/operator.ts'
import { acceptAccounts, acceptEntry, afterMove, destinationText, holderOf } from '../domain/index.ts'
import type { WithdrawalsGiven } from './deps.ts'
import { findDestinations, lockCustomer, type StoredDestination } from './destinations/destination-store.ts'
import { findHolds, findLegalHold } from './review-store.ts'
import { referenceOf, writeCharges } from './rows.ts'
import { advance } from './withdrawal-case.ts'
import { findAnyWithdrawal, lockWithdrawal, type Withdrawal } from './withdrawal-store.ts'

export const acceptKindName = 'withdrawal.accept'
/** The one reason to pay: it was looked at. */
export const acceptReason = 'checked'

/** What two people agree on: exactly these figures to exactly this destination. */
export function acceptPayload(withdrawal: Withdrawal, stored: StoredDestination): ApprovalPayload {
  const { channel, amount, withdrawalId, customerId } = withdrawal
  return {
    withdrawalId,
    customerId,
    asset: channel.asset.code,
    amount: writeDecimal(amount, channel.asset.scale),
    ...writeCharges(withdrawal, channel.asset.scale),
    destinationId: stored.id,
    destination: destinationText(stored.destination),
  }
}

/** Paying a withdrawal out takes two people: one proposes, another decides, bound to what was seen. */
export function acceptKind(deps: WithdrawalsGiven): ApprovalKind {
  return {
    name: acceptKindName,
    titleKey: 'withdrawals.powers.accept',
    makerRoles: payers,
    checkerRoles: payers,
    reasons: [acceptReason],
    facts: (db, payload) => factsOf(db, payload),
    execute: (tx, act) => accept(deps, tx, act),
  }
}

const idIn = ({ withdrawalId = '' }: ApprovalPayload): Id<'wdr'> | undefined =>
  isId('wdr', withdrawalId) ? withdrawalId : undefined

/** What the second person is shown; nothing of it changes by itself. */
async function factsOf(db: Db, payload: ApprovalPayload) {
  const id = idIn(payload)
  const found = id === undefined ? undefined : await find(db, id)
  if (found === undefined) return []
  const { withdrawal, stored } = found
  const { asset } = withdrawal.channel
  const said = (minor: bigint): string => `${writeDecimal(minor, asset.scale)} ${asset.code}`
  return [
    factOf('reference', referenceOf(withdrawal.withdrawalId)),
    factOf('amount', said(withdrawal.amount)),
    factOf('fee', said(withdrawal.fee)),
    factOf('vat', said(withdrawal.vat)),
    factOf('net', said(withdrawal.net)),
    factOf('destination', destinationText(stored.destination)),
    factOf('holder', holderOf(stored.destination) ?? '—'),
    factOf('destinationAdded', writeEpoch(stored.addedAt)),
    factOf('requested', writeEpoch(withdrawal.requestedAt)),
    factOf('state', withdrawal.state),
  ]
}

async function find(db: Db, id: Id<'wdr'>) {
  const withdrawal = await findAnyWithdrawal(db, id)
  if (withdrawal === undefined) return undefined
  const stored = (await findDestinations(db, [withdrawal.destinationId])).get(withdrawal.destinationId)
  assert(stored !== undefined, 'a withdrawal has a destination')
  return { withdrawal, stored }
}

/** What two people accept is what they saw. */
async function accept(deps: WithdrawalsGiven, tx: Tx, act: ApprovedAct): Promise<Rejection | undefined> {
  const { approvalId, payload, now, checker, maker } = act
  const id = idIn(payload)
  const known = id === undefined ? undefined : await find(tx, id)
  if (id === undefined || known === undefined) return reject(r.withdrawalUnknown)
  await lockCustomer(tx, known.withdrawal.customerId)
  const withdrawal = await lockWithdrawal(tx, id)
  assert(withdrawal !== undefined, 'a withdrawal is never deleted')
  if (afterMove(withdrawal.state, 'accept') === undefined) return reject(r.notReviewable)
  const seen = Object.entries(acceptPayload(withdrawal, known.stored))
  if (seen.some(([name, value]) => payload[name] !== value)) return reject(r.seenOther)
  return acceptLocked(
    deps,
    tx,
    { withdrawal, stored: known.stored },
    { actor: checker, now, by: { approvalId, maker } },
  )
}

/**
 * Sends a return to origin that nobody decided within a day. Nobody's consent is asked: it goes where it came from.
 * @returns why it cannot be sent now: the law, or nobody holds enough to pay it.
 */
export async function acceptReturn(
  deps: WithdrawalsGiven,
  tx: Tx,
  id: Id<'wdr'>,
  now: ApprovedAct['now'],
): Promise<Rejection | undefined> {
  const known = await find(tx, id)
  if (known === undefined) return reject(r.withdrawalUnknown)
  await lockCustomer(tx, known.withdrawal.customerId)
  const withdrawal = await lockWithdrawal(tx, id)
  assert(withdrawal?.returned === true, 'only what goes back leaves without two people')
  if (afterMove(withdrawal.state, 'accept') === undefined) return reject(r.notReviewable)
  return acceptLocked(deps, tx, { withdrawal, stored: known.stored }, { actor: 'clock', now })
}

/** Accepts under the customer's and the withdrawal's lock: what was reserved leaves, and one payment is asked for. */
async function acceptLocked(
  deps: WithdrawalsGiven,
  tx: Tx,
  { withdrawal, stored }: { readonly withdrawal: Withdrawal; readonly stored: StoredDestination },
  act: {
    readonly actor: string
    readonly now: ApprovedAct['now']
    readonly by?: Pick<ApprovedAct, 'approvalId' | 'maker'>
  },
): Promise<Rejection | undefined> {
  const { services, ledger, payments } = deps
  const { actor, now, by } = act
  const stopped = await refuseHeld(tx, withdrawal, now)
  if (stopped !== undefined) return stopped
  const { channel, customerId, net } = withdrawal
  if (!(await isPayable(deps, tx, withdrawal, now))) return reject(r.notPayable)
  const entry = acceptEntry(withdrawal, { id: services.ids.next('ent'), at: now, actor })
  const approved = by === undefined ? {} : { approvalId: by.approvalId }
  const step = { move: 'accept', at: now, actor, entryId: entry.id, ...approved } as const
  const details = { maker: by?.maker, approval: by?.approvalId }
  await advance(deps, tx, withdrawal, step, { details })
  await payments.requestPayout(tx, {
    cause: withdrawal.withdrawalId,
    customerId,
    channel: channel.code,
    amount: money(net, channel.asset),
    destination: stored.destination,
    reference: referenceOf(withdrawal.withdrawalId),
    goesBack: withdrawal.returned,
    now,
  })
  const locked = await lockCustody(ledger, tx, { accounts: acceptAccounts(withdrawal), assets: [channel.asset.code] })
  const isStillHeld = isHeld(withdrawal, locked.held(channel.asset.code), locked.promised(channel.asset.code))
  assert(isStillHeld, 'what was held for this payment a moment ago went to another; it is asked again')
  await postFitting(deps, tx, [entry])
  return undefined
}

/**
 * Whether a rail pays this withdrawal now, and all that hold the asset for us hold enough of it beside what is on its way
 * out already: then it can be booked when it has been paid, whichever of them holds it. What cannot waits under review.
 */
async function isPayable(
  { payments, ledger }: WithdrawalsGiven,
  db: Db,
  withdrawal: Withdrawal,
  now: ApprovedAct['now'],
): Promise<boolean> {
  const { channel } = withdrawal
  if (payments.channel(channel.code, now) === undefined) return false
  const { held, promised } = await readCustody(ledger, db, channel.asset.code)
  return isHeld(withdrawal, held, promised)
}

function isHeld(
  { channel: { asset }, net }: Withdrawal,
  held: Parameters<typeof planCustody>[0],
  promised: bigint,
): boolean {
  const [from] = held.keys()
  if (from === undefined) return false
  return planCustody(held, { asset: asset.code, from, minor: net, promised }).kind === 'covered'
}

/** Why a withdrawal cannot be accepted now: a hold of its own, or the law. Both end by themselves. */
export async function refuseHeld(
  db: Db,
  { withdrawalId, customerId, returned }: Withdrawal,
  now: ApprovedAct['now'],
): Promise<Rejection | undefined> {
  // A hold of a review that an earlier version put on money that goes back counts no longer.
  const own = returned ? undefined : (await findHolds(db, [withdrawalId], now)).get(withdrawalId)
  const hold = own ?? (await findLegalHold(db, customerId, now))
  return hold === undefined
    ? undefined
    : reject(r.isHeld, { values: { reason: hold.reason, until: String(hold.until) } })
}
