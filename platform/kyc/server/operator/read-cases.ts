import { pageOf, readCursor } from '@bolsillo/cases/server'
import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { idOf, isId, type Rejection, reject } from '@bolsillo/kernel'
import { type OfStaff, type PoolContext, useCase } from '@bolsillo/server-kit'
import { kycRejections as r } from '../../contract/index.ts'
import * as operatorCalls from '../../contract/operator.ts'
import { masked, type PaperField, paperFields, refusalReasons, reviewHints } from '../../domain/index.ts'
import {
  findCase,
  findCases,
  findDuplicates,
  findRefusals,
  findSteps,
  photosOf,
  type QueueCase,
  type StoredCase,
} from '../case-store.ts'
import type { KycDeps } from '../deps.ts'
import { duplicateKind } from './decide-identity.ts'

const rowsPerPage = 50

type Row = ReplyOf<typeof operatorCalls.listCases>['rows'][number]

/** The queue. It names nobody, so a look at it is nobody's affair. */
export const listCases = useCase(operatorCalls.listCases, async (request, { db }, deps: KycDeps) => {
  const limit = request.limit ?? rowsPerPage
  const found = await findCases(db, {
    filter: request.filter,
    after: readCursor(request.cursor),
    limit: limit + 1,
  })
  const { shown, next } = pageOf(found, limit, (last) => `${last.decidedAt ?? last.submittedAt}.${last.id}`)
  const numbers = await deps.names.customers(db, [...new Set(shown.map(({ customerId }) => customerId))])
  return {
    rows: shown.map((one) => rowOf(deps, one, numbers.get(one.customerId))),
    ...next,
  }
})

function rowOf(deps: KycDeps, one: QueueCase, customer = ''): Row {
  const { id, state, country, certificate, attempt, submittedAt, decidedAt, duplicate } = one
  return {
    caseId: id,
    customer,
    state,
    country,
    certificate,
    attempt,
    submittedAt,
    dueAt: deps.dueAt(submittedAt),
    ...(decidedAt === undefined ? {} : { decidedAt }),
    duplicate,
  }
}

/** One case in full, or masked for whoever only audits. The look is written down before anything is answered. */
export const readCase = useCase(operatorCalls.readCase, (request, context, deps: KycDeps) =>
  readPapers(deps, request, context),
)

/** The look itself, with its record. */
export async function readPapers(
  deps: KycDeps,
  { caseId }: RequestOf<typeof operatorCalls.readCase>,
  context: OfStaff<Pick<PoolContext, 'db' | 'now' | 'operator'>>,
): Promise<ReplyOf<typeof operatorCalls.readCase> | Rejection> {
  const { db, now } = context
  const found = await findCase(db, caseId)
  if (found === undefined) return reject(r.caseUnknown, { field: 'caseId' })
  const { customerId } = found
  const stopped = await deps.views.viewed(context, {
    customerId,
    what: 'identity-papers',
    caseId,
    endedAt: found.decidedAt,
  })
  if (stopped !== undefined) return stopped
  const isMasked = !context.operator.roles.includes('compliance')
  const duplicates = await findDuplicates(db, caseId)
  const ids = [customerId, ...duplicates.map((duplicate) => duplicate.customerId)]
  const numbers = await deps.names.customers(db, [...new Set(ids)])
  const customer = await deps.customers.find(db, customerId)
  const papers = deps.open(found)
  return {
    ...rowOf(deps, { ...found, duplicate: duplicates.length > 0 }, numbers.get(customerId)),
    account: customer?.account ?? '',
    isMasked,
    papers: papersOf(deps, found, isMasked),
    hints: [...reviewHints(papers, deps.today(now), duplicates.length > 0)],
    duplicates: duplicates.map(({ customerId: id, kind, state }) => ({
      customer: numbers.get(id) ?? '',
      kind,
      state,
    })),
    refusals: [...(await findRefusals(db, caseId))],
    history: await historyOf(deps, found, context),
    opened: isMasked
      ? []
      : [...(await deps.files.opened(db, { fileIds: photosOf(found), caseId, by: context.operator.operatorId }))],
    proposed: (await deps.approvals.openAbout(db, duplicateKind, caseId)) !== undefined,
  }
}

/** What was sent, in the order it is asked. Photos are by their id: looking at one is a call of its own. */
function papersOf(
  deps: KycDeps,
  found: StoredCase,
  isMasked: boolean,
): ReplyOf<typeof operatorCalls.readCase>['papers'] {
  const { country, certificate, front, back, carried } = found
  const texts: Readonly<Partial<Record<PaperField, string>>> = {
    country,
    certificate,
    ...deps.open(found),
    ...(isMasked ? {} : { front, ...(back === undefined ? {} : { back }) }),
  }
  const open: readonly PaperField[] = ['country', 'certificate']
  return paperFields.flatMap((field) => {
    const text = texts[field]
    if (text === undefined) return []
    const value = isMasked && !open.includes(field) ? masked(text) : text
    return [{ field, value, carried: carried.includes(field), reasons: [...refusalReasons[field]] }]
  })
}

/** Who moved the customer's identity, when. Staff by their names. */
async function historyOf(
  deps: KycDeps,
  { customerId }: StoredCase,
  { db }: Pick<PoolContext, 'db'>,
): Promise<ReplyOf<typeof operatorCalls.readCase>['history']> {
  const steps = await findSteps(db, customerId)
  const staff = steps.flatMap(({ actor }) => (isId('opr', actor) ? [idOf('opr', actor)] : []))
  const names = await deps.names.operators(db, [...new Set(staff)])
  const nameOf = (actor: string): string => (isId('opr', actor) ? (names.get(actor) ?? actor) : actor)
  return steps.map(({ actor, ...step }) => ({ ...step, by: nameOf(actor) }))
}
