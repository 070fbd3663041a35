import { approvalsRejections } from '@bolsillo/approvals/contract'
import { isOwnAccount } from '@bolsillo/identity/server'
import { type Id, isRejection, plusMs, present, type Rejection, reject, writeDecimal } from '@bolsillo/kernel'
import { type Tx, useCase } from '@bolsillo/server-kit'
import { withdrawalsRejections as r } from '../../contract/index.ts'
import * as calls from '../../contract/operator.ts'
import { holdWithdrawal, refuseWithdrawal } from '../../contract/operator.ts'
import { afterMove, destinationText, holdHoursInAll, holdHoursMax, mayRefuseAlone } from '../../domain/index.ts'
import { acceptKindName, acceptPayload, acceptReason, refuseHeld } from '../accept-withdrawal.ts'
import { release } from '../cancel-withdrawal.ts'
import type { WithdrawalsGiven } from '../deps.ts'
import { findDestinations, lockCustomer } from '../destinations/destination-store.ts'
import { countRefused, endHoldNow, findHeldCustomer, insertHold, listHolds, sumHolds } from '../review-store.ts'
import { noteEvent } from '../withdrawal-case.ts'
import { findAnyWithdrawal, lockWithdrawal, type Withdrawal } from '../withdrawal-store.ts'

const hourMs = 3_600_000

/** A withdrawal locked to be refused or held, or why it cannot be: what goes back where it came from never is. */
export async function lockToRefuse(tx: Tx, withdrawalId: Id<'wdr'>): Promise<Withdrawal | Rejection> {
  const withdrawal = await lockForReview(tx, withdrawalId)
  return !isRejection(withdrawal) && withdrawal.returned ? reject(r.goesBack) : withdrawal
}

/** A withdrawal locked for a review, or why it cannot be reviewed. */
async function lockForReview(tx: Tx, withdrawalId: Id<'wdr'>): Promise<Withdrawal | Rejection> {
  const found = await findAnyWithdrawal(tx, withdrawalId)
  if (found === undefined) return reject(r.withdrawalUnknown, { field: 'withdrawalId' })
  await lockCustomer(tx, found.customerId)
  const withdrawal = present(await lockWithdrawal(tx, withdrawalId), 'the withdrawal just found')
  // What can be refused is under review; nothing else can be reviewed.
  return afterMove(withdrawal.state, 'refuse') === undefined ? reject(r.notReviewable) : withdrawal
}

/** Proposes paying: another person decides. What was seen must be what is stored. */
export const proposeAccept = useCase(
  calls.proposeAccept,
  async (request, { tx, now, operator }, { approvals }: WithdrawalsGiven) => {
    const withdrawal = await lockForReview(tx, request.withdrawalId)
    if (isRejection(withdrawal)) return withdrawal
    const { destinationId, customerId, channel, amount, net } = withdrawal
    const stored = present((await findDestinations(tx, [destinationId])).get(destinationId), 'its destination')
    const { scale } = channel.asset
    const isSeen =
      request.amount === writeDecimal(amount, scale) &&
      request.net === writeDecimal(net, scale) &&
      request.destination === destinationText(stored.destination)
    if (!isSeen) return reject(r.seenOther)
    const held = await refuseHeld(tx, withdrawal, now)
    if (held !== undefined) return held
    return await approvals.propose(tx, {
      kind: acceptKindName,
      subject: withdrawal.withdrawalId,
      customerId,
      payload: acceptPayload(withdrawal, stored),
      reason: acceptReason,
      by: operator,
      now,
    })
  },
)

/** Refuses for a reason of the closed list; the whole amount is the customer's again. One person may do it to a customer once. */
export const refuse = useCase(
  refuseWithdrawal,
  async ({ withdrawalId, reason }, { tx, now, operator }, deps: WithdrawalsGiven) => {
    const withdrawal = await lockToRefuse(tx, withdrawalId)
    if (isRejection(withdrawal)) return withdrawal
    const { operatorId } = operator
    if (await isOwnAccount(tx, operatorId, withdrawal.customerId)) return reject(approvalsRejections.ownAccount)
    const refusedBefore = await countRefused(tx, withdrawal.customerId)
    if (!mayRefuseAlone({ refusedBefore, returned: withdrawal.returned })) return reject(r.refusedBefore)
    await release(deps, tx, withdrawal, { move: 'refuse', reason, actor: operatorId, now })
    return {}
  },
)

/** Holds up a review for a closed reason; once for each reason, so that time cannot be bought twice. */
export const hold = useCase(
  holdWithdrawal,
  async ({ withdrawalId, reason, hours }, { tx, now, operator }, deps: WithdrawalsGiven) => {
    const withdrawal = await lockToRefuse(tx, withdrawalId)
    if (isRejection(withdrawal)) return withdrawal
    const { customerId } = withdrawal
    const { operatorId } = operator
    if (await isOwnAccount(tx, operatorId, customerId)) return reject(approvalsRejections.ownAccount)
    const left = holdHoursInAll - Math.ceil((await sumHolds(tx, customerId, reason)) / hourMs)
    const max = Math.max(0, Math.min(holdHoursMax[reason], left))
    if (hours > max) return reject(r.holdTooLong, { field: 'hours', values: { hours: String(max) } })
    const before = await listHolds(tx, withdrawalId, customerId)
    const isTaken = before.some(
      (hold) => !hold.legal && (hold.reason === reason || (hold.until > now && hold.endedAt === undefined)),
    )
    if (isTaken) return reject(r.holdOpen, { field: 'reason' })
    const until = plusMs(now, hours * hourMs)
    await insertHold(tx, {
      id: deps.services.ids.next('whd'),
      withdrawalId,
      customerId,
      reason,
      legal: false,
      evidence: undefined,
      maker: operatorId,
      checker: undefined,
      document: undefined,
      from: now,
      until,
      endedAt: undefined,
    })
    const details = { reason, until: String(until) }
    await noteEvent(deps, tx, withdrawal, { at: now, what: 'held', actor: operatorId, reason }, { details })
    return { until }
  },
)

/** Whether a hold is on withdrawals of whoever would end it. */
export async function isOwnHold(tx: Tx, operatorId: Id<'opr'>, holdId: Id<'whd'>): Promise<boolean> {
  const customerId = await findHeldCustomer(tx, holdId)
  return customerId !== undefined && (await isOwnAccount(tx, operatorId, customerId))
}

/** Ends a hold of a review before its time. */
export const endHold = useCase(calls.endHold, async ({ holdId }, { tx, now, operator }, deps: WithdrawalsGiven) => {
  const { operatorId } = operator
  if (await isOwnHold(tx, operatorId, holdId)) return reject(approvalsRejections.ownAccount)
  const ended = await endHoldNow(tx, holdId, { at: now, by: operatorId, legal: false })
  if (ended?.withdrawalId === undefined) return reject(r.holdUnknown, { field: 'holdId' })
  const withdrawal = present(await findAnyWithdrawal(tx, ended.withdrawalId), 'the withdrawal of a hold')
  const { reason } = ended
  const line = { at: now, what: 'hold-ended', actor: operatorId, reason } as const
  await noteEvent(deps, tx, withdrawal, line, { details: { reason } })
  return {}
})
