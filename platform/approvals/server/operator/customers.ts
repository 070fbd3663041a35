import { displayNumbersOf, findAccountTags } from '@bolsillo/identity/server'
import { type Id, isId, isRejection, reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { approvalsRejections as r } from '../../contract/index.ts'
import * as operatorCalls from '../../contract/operator.ts'
import { isFitEnd } from '../../domain/index.ts'
import { findOpenAbout } from '../approvals-store.ts'
import type { Declarations, DeskDeps } from '../declarations.ts'
import { findAllStanding, findRestrictionsOf, type StoredRestriction } from '../restriction-store.ts'

const rowsPerPage = 50

/** One customer for a case. The look is written into their own log before anything is answered. */
export const findCustomer = useCase(operatorCalls.findCustomer, async ({ number, caseId }, context, deps: DeskDeps) => {
  const { db } = context
  const customer = await deps.customers.findByNumber(db, number)
  if (customer === undefined) return reject(r.customerUnknown, { field: 'number' })
  const { customerId } = customer
  const stopped = await deps.views.viewedForCase(context, { customerId, what: 'customer-summary', caseId })
  if (stopped !== undefined) return stopped
  const { operatorId } = context.operator
  const found = await findRestrictionsOf(db, customerId)
  const names = await deps.namesOf(db, peopleOf(found))
  const open = await Promise.all(
    ['customer.restrict', 'customer.free'].map((kind) => findOpenAbout(db, kind, customerId)),
  )
  return {
    customer: { ...customer, tags: [...(await findAccountTags(db, customerId))] },
    restrictions: found.map((restriction) => shown(restriction, names)),
    open: open.flatMap((approval) =>
      approval === undefined || approval.expiresAt < context.now
        ? []
        : [{ approvalId: approval.id, kind: approval.kind, own: approval.maker === operatorId }],
    ),
  }
})

/** Who is restricted now. */
export const listRestricted = useCase(operatorCalls.listRestricted, async (request, { db }, declared: Declarations) => {
  const limit = request.limit ?? rowsPerPage
  const found = await findAllStanding(db, { after: placeOf(request.cursor), limit: limit + 1 })
  const page = found.slice(0, limit)
  const names = await declared.namesOf(db, peopleOf(page))
  const last = found.length > limit ? page.at(-1) : undefined
  const numbers = await displayNumbersOf(
    db,
    page.map(({ customerId }) => customerId),
  )
  const rows = page.map((restriction) => ({
    customerId: restriction.customerId,
    displayNumber: numbers.get(restriction.customerId) ?? '',
    approvalId: restriction.approvalId,
    restriction: shown(restriction, names),
  }))
  return { rows, ...(last === undefined ? {} : { next: `${last.until}:${last.approvalId}` }) }
})

export const proposeRestriction = useCase(
  operatorCalls.proposeRestriction,
  async (request, context, { customers, propose }: DeskDeps) => {
    const { customerId, reason, evidence, until } = request
    const { tx, now } = context
    const customer = await customers.find(tx, customerId)
    if (customer === undefined) return reject(r.customerUnknown, { field: 'customerId' })
    if (customer.status === 0) return reject(r.alreadyRestricted)
    if (!isFitEnd(until, now)) return reject(r.untilUnfit, { field: 'until' })
    return await propose(tx, {
      kind: 'customer.restrict',
      subject: customerId,
      customerId,
      payload: { customerId, reason, evidence, until: String(until) },
      reason,
      by: context.operator,
      now,
    })
  },
)

export const proposeFreeing = useCase(
  operatorCalls.proposeFreeing,
  async ({ customerId, reason, evidence }, context, { customers, propose }: DeskDeps) => {
    const { tx, now } = context
    const customer = await customers.find(tx, customerId)
    if (customer === undefined) return reject(r.customerUnknown, { field: 'customerId' })
    if (customer.status === 1) return reject(r.notRestricted)
    const outcome = await propose(tx, {
      kind: 'customer.free',
      subject: customerId,
      customerId,
      payload: { customerId, reason, evidence },
      reason,
      by: context.operator,
      now,
    })
    return isRejection(outcome) ? outcome : { approvalId: outcome.approvalId }
  },
)

function shown(restriction: StoredRestriction, names: ReadonlyMap<string, string>) {
  const { reason, evidence, from, until, maker, checker, ended } = restriction
  return {
    reason,
    evidence,
    from,
    until,
    maker: names.get(maker) ?? maker,
    checker: names.get(checker) ?? checker,
    ...(ended === undefined ? {} : { ended: { ...ended } }),
  }
}

function peopleOf(found: readonly StoredRestriction[]): readonly Id<'opr'>[] {
  const people = found.flatMap(({ maker, checker }) => [maker, checker])
  return [...new Set(people)].flatMap((id) => (isId('opr', id) ? [id] : []))
}

/** A cursor is `<until>:<approval>` of the last row seen; without one, before the first. */
function placeOf(cursor: string | undefined): readonly [number, string] {
  const [until = '0', id = ''] = cursor?.split(':') ?? []
  return [Number(until), id]
}
