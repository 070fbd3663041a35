import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { displayNumbersOf, findAccountTags } from '@bolsillo/identity/server'
import { type Id, isId, isRejection, type Rejection, reject } from '@bolsillo/kernel'
import type { OfStaff, ReadContext, WriteContext } from '@bolsillo/server-kit'
import { approvalsRejections as r } from '../../contract.ts'
import { isFitEnd } from '../../domain/index.ts'
import type { findCustomer, listRestricted, proposeFreeing, proposeRestriction } from '../../operator-contract.ts'
import type { PersonalDataViews } from '../approvals.ts'
import { findOpenAbout } from '../approvals-store.ts'
import type { Declarations, Desk } from '../declarations.ts'
import { proposeUseCase } from '../propose.ts'
import { findAllStanding, findRestrictionsOf, type StoredRestriction } from '../restriction-store.ts'

const rowsPerPage = 50

/** One customer for a case. The look is written into their own log before anything is answered. */
export function findCustomerUseCase(declared: Declarations, { customers }: Desk, views: PersonalDataViews) {
  return async (
    { number, caseId }: RequestOf<typeof findCustomer>,
    context: OfStaff<ReadContext>,
  ): Promise<ReplyOf<typeof findCustomer> | Rejection> => {
    const { db } = context
    const customer = await customers.findByNumber(db, number)
    if (customer === undefined) return reject(r.customerUnknown, { field: 'number' })
    const { customerId } = customer
    const stopped = await views.viewedForCase(context, { customerId, what: 'customer-summary', caseId })
    if (stopped !== undefined) return stopped
    const { operatorId } = context.operator
    const found = await findRestrictionsOf(db, customerId)
    const names = await declared.namesOf(db, peopleOf(found))
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
  }
}

/** Who is restricted now. */
export function listRestrictedUseCase(declared: Declarations) {
  return async (
    request: RequestOf<typeof listRestricted>,
    { db }: ReadContext,
  ): Promise<ReplyOf<typeof listRestricted>> => {
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
  }
}

export function proposeRestrictionUseCase(declared: Declarations, { customers }: Desk) {
  const propose = proposeUseCase(declared)
  return async (
    request: RequestOf<typeof proposeRestriction>,
    context: OfStaff<WriteContext>,
  ): Promise<ReplyOf<typeof proposeRestriction> | Rejection> => {
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
  }
}

export function proposeFreeingUseCase(declared: Declarations, { customers }: Desk) {
  const propose = proposeUseCase(declared)
  return async (
    { customerId, reason, evidence }: RequestOf<typeof proposeFreeing>,
    context: OfStaff<WriteContext>,
  ): Promise<ReplyOf<typeof proposeFreeing> | Rejection> => {
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
  }
}

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

/** A cursor that is no place starts from the first: it can only have been made up. */
function placeOf(cursor: string | undefined): readonly [number, string] {
  const [, until = '0', id = ''] = /^(\d{1,15}):(apv_[0-9A-Z]{26})$/.exec(cursor ?? '') ?? []
  return [Number(until), id]
}
