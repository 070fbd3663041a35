import { factOf } from '@bolsillo/approvals/domain'
import type { ApprovalFact, ApprovalKind } from '@bolsillo/approvals/server'
import { idOf, present, type Rejection, reject, writeMoneyAndCode } from '@bolsillo/kernel'
import { type Db, type UseCase, useCase } from '@bolsillo/server-kit'
import { paymentRejections } from '../contract/index.ts'
import { failedReasons, paidReasons, proposeTransferEnd, retryRailEvent, transferRoles } from '../contract/operator.ts'
import { manualKeyLength, mayMove } from '../domain/index.ts'
import type { PaymentsStaffDeps } from './deps.ts'
import { unpark } from './event-store.ts'
import type { ManualDesk, PayoutRecord } from './payments.ts'
import { claimNumber, findNumber, findPayout, lockPayout } from './payout-store.ts'

/** The kinds of acts two people decide about transfers by hand. */
export const paidKind = 'manual-payout.confirm'
export const failedKind = 'manual-payout.fail'

interface Proposed {
  readonly payoutId: string
  readonly trackingNumber?: string
}

/** A transfer by hand that did not end yet. */
async function openTransfer(
  find: Promise<PayoutRecord | undefined>,
  desk: ManualDesk,
): Promise<PayoutRecord | undefined> {
  const payout = await find
  return payout?.railId === desk.railId && mayMove(payout.state, 'confirmed') ? payout : undefined
}

/** What the second person is shown: what would be said of which payment. The payment itself holds the destination. */
async function factsOf(db: Db, { payoutId, trackingNumber }: Proposed): Promise<readonly ApprovalFact[]> {
  const payout = present(await findPayout(db, payoutId), 'the payment proposed')
  return [
    factOf('amount', writeMoneyAndCode(payout.amount)),
    factOf('cause', payout.cause),
    factOf('reference', payout.reference),
    factOf('requestedAt', String(payout.requestedAt)),
    ...(trackingNumber === undefined ? [] : [factOf('trackingNumber', trackingNumber)]),
  ]
}

/** What two people of the staff decide here. */
export function manualKinds(desk: ManualDesk): readonly ApprovalKind[] {
  const common = { makerRoles: transferRoles, checkerRoles: transferRoles }
  const proposedOf = (payload: Readonly<Record<string, string>>): Proposed => {
    const { payoutId, trackingNumber } = payload
    return { payoutId: present(payoutId, 'payoutId'), ...(trackingNumber === undefined ? {} : { trackingNumber }) }
  }
  return [
    {
      ...common,
      name: paidKind,
      titleKey: 'payments.powers.paid',
      reasons: paidReasons,
      facts: (db, payload) => factsOf(db, proposedOf(payload)),
      execute: async (tx, { payload, approvalId, now }) => {
        const { payoutId, trackingNumber } = proposedOf(payload)
        const payout = await openTransfer(lockPayout(tx, payoutId), desk)
        if (payout === undefined) return reject(paymentRejections.transferUnknown)
        const externalId = present(trackingNumber, 'the tracking number')
        const { amount, railId } = payout
        const holder = await claimNumber(tx, { railId, number: externalId, payoutId, now })
        if (holder !== payoutId) return await numberUsed(tx, holder)
        const told = await desk.confirmPayout(tx, {
          kind: 'paid',
          payoutId: idOf('pay', payoutId),
          externalId,
          amount,
          approvalId,
          now,
        })
        return told ? undefined : reject(paymentRejections.trackingUsed, { field: 'trackingNumber' })
      },
    },
    {
      ...common,
      name: failedKind,
      titleKey: 'payments.powers.failed',
      reasons: failedReasons,
      facts: (db, payload) => factsOf(db, proposedOf(payload)),
      execute: async (tx, { payload, reason, approvalId, now }) => {
        const { payoutId } = proposedOf(payload)
        if ((await openTransfer(lockPayout(tx, payoutId), desk)) === undefined) {
          return reject(paymentRejections.transferUnknown)
        }
        const end = { kind: 'failed', payoutId: idOf('pay', payoutId), reason, approvalId, now } as const
        // Two people ended it otherwise, and nobody has read that yet: what has no effect is not approved.
        return (await desk.confirmPayout(tx, end)) ? undefined : reject(paymentRejections.transferUnknown)
      },
    },
  ]
}

/** What staff do here. */
export const operatorWrites: readonly UseCase<PaymentsStaffDeps>[] = [
  useCase(proposeTransferEnd, async (request, { tx, now, operator }, { manual, staff }: PaymentsStaffDeps) => {
    const { payoutId, outcome, trackingNumber, reason } = request
    const payout = manual === undefined ? undefined : await openTransfer(findPayout(tx, payoutId), manual)
    if (payout === undefined) return reject(paymentRejections.transferUnknown, { field: 'payoutId' })
    const refused = outcomeRefusal(outcome, trackingNumber, reason)
    if (refused !== undefined) return refused
    const holder = trackingNumber === undefined ? undefined : await findNumber(tx, payout.railId, trackingNumber)
    if (outcome === 'paid' && holder !== undefined && holder !== payoutId) return await numberUsed(tx, holder)
    return await staff.approvals.propose(tx, {
      kind: outcome === 'paid' ? paidKind : failedKind,
      subject: payoutId,
      ...(payout.customerId === undefined ? {} : { customerId: payout.customerId }),
      payload: { payoutId, ...(outcome === 'paid' && trackingNumber !== undefined ? { trackingNumber } : {}) },
      reason,
      by: operator,
      now,
    })
  }),
  useCase(retryRailEvent, async ({ eventId }, { tx, now, operator }, { staff }: PaymentsStaffDeps) => {
    if (!(await unpark(tx, eventId, now))) return reject(paymentRejections.eventNotParked, { field: 'eventId' })
    const act = { at: now, actor: operator.operatorId, action: 'payments.retry-event', subject: eventId }
    await staff.audit.record(tx, { ...act, details: {} })
    return {}
  }),
]

/** The refusal of a number that ended another payment: it names what that one was for. */
async function numberUsed(db: Db, holder: string): Promise<Rejection> {
  const { cause } = present(await findPayout(db, holder), 'the payment that has the number')
  return reject(paymentRejections.numberUsed, { field: 'trackingNumber', values: { cause } })
}

function outcomeRefusal(
  outcome: 'paid' | 'failed',
  trackingNumber: string | undefined,
  reason: string,
): Rejection | undefined {
  const shape = new RegExp(`^[A-Za-z0-9-]{${manualKeyLength.min},${manualKeyLength.max}}$`)
  if (outcome === 'paid' && !shape.test(trackingNumber ?? '')) {
    const { trackingMissing, trackingMalformed } = paymentRejections
    return reject(trackingNumber === undefined ? trackingMissing : trackingMalformed, { field: 'trackingNumber' })
  }
  const reasons: readonly string[] = outcome === 'paid' ? paidReasons : failedReasons
  return reasons.includes(reason) ? undefined : reject(paymentRejections.reasonOther, { field: 'reason' })
}
