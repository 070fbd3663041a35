import { operatorRoles } from '@bolsillo/contract'
import { idOf, isId, reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { approvalsRejections as r } from '../contract/index.ts'
import * as operatorCalls from '../contract/operator.ts'
import { agreedLookMs, lookReasons } from '../domain/index.ts'
import type { ApprovalKind, CaseKind, WorkQueue } from './approvals.ts'
import { findApproval } from './approvals-store.ts'
import type { Desk, DeskDeps } from './declarations.ts'
import { findStanding } from './restriction-store.ts'
import { findAlarmsSince } from './view-store.ts'

/** What two people agree on where there is no case: one of them looks at a customer. */
export const lookKindName = 'customer.look'

const dayMs = 86_400_000

/** A look at a customer about whom there is no case, for a week, agreed by two people and announced to the customer. */
export function lookKind({ customers }: Pick<Desk, 'customers'>): ApprovalKind {
  return {
    name: lookKindName,
    titleKey: 'approvals.powers.look',
    makerRoles: ['support', 'compliance', 'admin'],
    checkerRoles: ['compliance', 'admin'],
    reasons: lookReasons,
    facts: async (db, { customerId = '', evidence = '' }) => {
      const customer = await customers.find(db, idOf('cus', customerId))
      return [
        { labelKey: 'facts.customer', value: customer?.displayNumber ?? '' },
        { labelKey: 'facts.evidence', value: evidence },
      ]
    },
    // Nothing but that it was agreed: the look itself names this approval.
    execute: async () => undefined,
  }
}

/** Proposes such a look, by the customer's number: nothing about the customer is answered. */
export const proposeLook = useCase(
  operatorCalls.proposeLook,
  async ({ number, reason, evidence }, context, { customers, propose }: DeskDeps) => {
    const { tx, now } = context
    const customer = await customers.findByNumber(tx, number)
    if (customer === undefined) return reject(r.customerUnknown, { field: 'number' })
    const { customerId } = customer
    return await propose(tx, {
      kind: lookKindName,
      subject: customerId,
      customerId,
      payload: { customerId, reason, evidence },
      reason,
      by: context.operator,
      now,
    })
  },
)

/** Proposals as cases: one that waits, an agreed look, and a restriction in force. */
export const approvalCases: CaseKind = {
  prefix: 'apv',
  find: async (db, caseId, { operatorId, now }) => {
    const approval = isId('apv', caseId) ? await findApproval(db, caseId) : undefined
    if (approval === undefined) return undefined
    const { customerId, state, decision, kind, maker, createdAt, expiresAt, id } = approval
    const endedAt = decision?.at ?? (now > expiresAt ? expiresAt : undefined)
    // Whoever could make the case for a look by proposing something would need nobody's.
    if (state === 'open') return { customerId, endedAt: maker === operatorId ? createdAt : endedAt }
    if (state !== 'approved') return { customerId, endedAt }
    if (kind === lookKindName) {
      const isFresh = decision !== undefined && decision.at + agreedLookMs > now
      return { customerId, endedAt: isFresh ? undefined : endedAt }
    }
    const standing = customerId === undefined ? undefined : await findStanding(db, customerId)
    return { customerId, endedAt: standing?.approvalId === id ? undefined : endedAt }
  },
}

/** Told to everybody on the staff for a day: somebody looks at the data of many customers. */
export const alarmQueue: WorkQueue = {
  path: '/journal?action=approvals.views-alarm',
  titleKey: 'approvals.console.viewsAlarm',
  roles: operatorRoles,
  slaMs: dayMs,
  waiting: async (db, now) => await findAlarmsSince(db, now - dayMs),
}
