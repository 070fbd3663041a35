import { displayNumbersOf } from '@bolsillo/identity/server'
import { type Id, isId, reject } from '@bolsillo/kernel'
import { type OperatorSession, useCase } from '@bolsillo/server-kit'
import { approvalsRejections as r } from '../../contract/index.ts'
import type { ApprovalRow } from '../../contract/operator.ts'
import * as operatorCalls from '../../contract/operator.ts'
import { canonicalFacts, hasRole, refusalReasons } from '../../domain/index.ts'
import type { ApprovalKind } from '../approvals.ts'
import { findApproval, findClosed, findWaiting, type StoredApproval, sha256 } from '../approvals-store.ts'
import type { ApprovalsDeps, Declarations } from '../declarations.ts'
import { shownFacts } from '../shown-facts.ts'
import { kindOf } from './decide-approval.ts'

const rowsPerPage = 50

/** Whether somebody may see proposals of a kind: those who propose or decide it, and who checks everybody. */
function mayseeKind(kind: ApprovalKind, roles: readonly string[]): boolean {
  return hasRole(roles, [...kind.makerRoles, ...kind.checkerRoles, 'auditor'])
}

/** What waits for a second person, or the outcome; only of the kinds the caller proposes or decides. */
export const listApprovals = useCase(operatorCalls.listApprovals, async (request, context, declared: Declarations) => {
  const operator = context.operator
  const kinds = [...declared.kinds.values()].filter((kind) =>
    request.state === 'mine' ? hasRole(operator.roles, kind.checkerRoles) : mayseeKind(kind, operator.roles),
  )
  const names = kinds.map(({ name }) => name)
  const limit = request.limit ?? rowsPerPage
  const { cursor } = request
  const found =
    request.state === 'closed'
      ? await findClosed(context.db, names, { before: cursor, limit: limit + 1 })
      : await findWaiting(context.db, names, {
          ...{ after: cursor ?? '', limit: limit + 1, now: context.now },
          ...(request.state === 'mine' ? { decidableBy: operator.operatorId } : {}),
        })
  const page = found.slice(0, limit)
  const makers = await declared.namesOf(
    context.db,
    page.map(({ maker }) => maker),
  )
  const numbers = await displayNumbersOf(
    context.db,
    page.flatMap(({ customerId }) => customerId ?? []),
  )
  const next = found.length > limit ? page.at(-1)?.id : undefined
  return {
    rows: page.map((approval) => rowOf(declared, approval, { operator, names: makers, numbers, now: context.now })),
    ...(next === undefined ? {} : { next }),
  }
})

/** One proposal with what it is about. Each view is recorded in the log of the customer it concerns. */
export const readApproval = useCase(
  operatorCalls.readApproval,
  async ({ approvalId }, context, declared: ApprovalsDeps) => {
    const operator = context.operator
    const approval = await findApproval(context.db, approvalId)
    if (approval === undefined) return reject(r.approvalUnknown, { field: 'approvalId' })
    const kind = kindOf(declared, approval)
    if (!mayseeKind(kind, operator.roles)) return reject(r.approvalUnknown, { field: 'approvalId' })
    const { customerId, decision } = approval
    if (customerId !== undefined) {
      const stopped = await declared.views.viewed(context, {
        customerId,
        what: 'approval',
        caseId: approval.id,
        endedAt: decision?.at,
      })
      if (stopped !== undefined) return stopped
    }
    const facts = await shownFacts(declared, context.db, kind, approval)
    const decider = isId('opr', decision?.by ?? '') ? [decision?.by as Id<'opr'>] : []
    const names = await declared.namesOf(context.db, [approval.maker, ...approval.agreed, ...decider])
    const numbers = await displayNumbersOf(context.db, customerId === undefined ? [] : [customerId])
    return {
      approval: rowOf(declared, approval, { operator, names, numbers, now: context.now }),
      facts: facts.map(({ labelKey, value }) => ({ labelKey, value })),
      payloadHash: approval.payloadHash,
      factsHash: sha256(canonicalFacts(facts)),
      reasons: [...kind.reasons],
      refusalReasons: [...refusalReasons],
      agreedNames: approval.agreed.map((by) => nameOf(names, by)),
      ...(decision === undefined ? {} : { decision: { ...decision, byName: nameOf(names, decision.by) } }),
    }
  },
)

interface Asker {
  readonly operator: OperatorSession
  readonly names: ReadonlyMap<string, string>
  readonly numbers: ReadonlyMap<string, string>
  readonly now: number
}

function rowOf(declared: Declarations, approval: StoredApproval, asker: Asker): ApprovalRow {
  const { id, kind, subject, customerId, maker, reason, createdAt, expiresAt } = approval
  const { operator, names, numbers, now } = asker
  const number = numbers.get(customerId ?? '')
  const { titleKey, checkerRoles } = kindOf(declared, approval)
  const own = maker === operator.operatorId
  const state = approval.state === 'open' && now > expiresAt ? 'expired' : approval.state
  return {
    approvalId: id,
    kind,
    titleKey,
    subject,
    ...(customerId === undefined ? {} : { customerId }),
    ...(number === undefined ? {} : { customerNumber: number }),
    maker,
    makerName: nameOf(names, maker),
    reason,
    state,
    createdAt,
    expiresAt,
    own,
    decidable:
      state === 'open' &&
      !own &&
      !approval.agreed.includes(operator.operatorId) &&
      hasRole(operator.roles, checkerRoles),
    deciders: approval.deciders,
    agreed: approval.agreed.length,
  }
}

/** Somebody whose name is not known, or a process of ours, is shown by their id. */
function nameOf(names: ReadonlyMap<string, string>, id: string): string {
  return names.get(id) ?? id
}
