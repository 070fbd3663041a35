import { approvalsRejections } from '@bolsillo/approvals/contract'
import type { ApprovalKind } from '@bolsillo/approvals/server'
import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { isOwnAccount } from '@bolsillo/identity/server'
import { type Id, idOf, isRejection, present, type Rejection, reject } from '@bolsillo/kernel'
import { type Db, type OfStaff, useCase, type WriteContext } from '@bolsillo/server-kit'
import { kycRejections as r } from '../../contract/index.ts'
import * as operatorCalls from '../../contract/operator.ts'
import { duplicateReasons } from '../../contract/operator.ts'
import { readRefusal } from '../../domain/index.ts'
import { findCase, findDuplicates, photosOf, type StoredCase } from '../case-store.ts'
import type { KycDeps } from '../deps.ts'
import { decide } from './decide.ts'

/** Papers another account sent as well are verified by two people. */
export const duplicateKind = 'kyc.verify-duplicate'

/** Verifies an identity, or proposes to where a number is on another account too. */
export const verifyIdentity = useCase(operatorCalls.verifyIdentity, (request, context, deps: KycDeps) =>
  verify(deps, request, context),
)

/** The act itself, in the transaction of whoever does it. */
export async function verify(
  deps: KycDeps,
  { caseId, reason }: RequestOf<typeof operatorCalls.verifyIdentity>,
  context: OfStaff<Pick<WriteContext, 'tx' | 'now' | 'operator'>>,
): Promise<ReplyOf<typeof operatorCalls.verifyIdentity> | Rejection> {
  const { tx, now } = context
  const by = context.operator
  const found = await findCase(tx, caseId)
  if (found === undefined) return reject(r.caseUnknown, { field: 'caseId' })
  if (found.state !== 'pending') return reject(r.caseDecided)
  if (await isOwnAccount(tx, by.operatorId, found.customerId)) return reject(approvalsRejections.ownAccount)
  if (!(await hasOpened(deps, tx, found, by.operatorId))) return reject(r.papersUnopened)
  const duplicates = await findDuplicates(tx, caseId)
  if (duplicates.length === 0) {
    const refused = await decide(deps, tx, { caseId, to: 'succ', refusals: [], actor: by.operatorId, now })
    return refused ?? { state: 'succ' }
  }
  if (reason === undefined) return reject(r.secondPersonNeeded, { field: 'reason' })
  const { customerId } = found
  const payload = { case: caseId, duplicates: String(duplicates.length) }
  const proposed = await deps.approvals.propose(tx, {
    kind: duplicateKind,
    subject: caseId,
    customerId,
    payload,
    reason,
    by,
    now,
  })
  return isRejection(proposed) ? proposed : { state: 'pending' }
}

/** Whether somebody opened every picture of a case, for that case: nobody verifies what they have not seen. */
async function hasOpened({ files }: KycDeps, db: Db, found: StoredCase, by: Id<'opr'>): Promise<boolean> {
  const fileIds = photosOf(found)
  const opened = await files.opened(db, { fileIds, caseId: found.id, by })
  return fileIds.every((id) => opened.includes(id))
}

/** The act the second person decides about. */
export function verifyDuplicate(deps: KycDeps): ApprovalKind {
  return {
    name: duplicateKind,
    titleKey: 'kyc.powers.verifyDuplicate',
    makerRoles: ['compliance'],
    checkerRoles: ['compliance'],
    reasons: duplicateReasons,
    facts: async (db, { case: id = '' }) => {
      const caseId = idOf('kyc', id)
      const found = present(await findCase(db, caseId), 'a proposed case')
      const duplicates = await findDuplicates(db, caseId)
      const customer = await deps.customers.find(db, found.customerId)
      return [
        { labelKey: 'facts.case', value: id },
        { labelKey: 'facts.customer', value: customer?.displayNumber ?? '' },
        { labelKey: 'facts.duplicates', value: duplicates.map(({ kind, state }) => `${kind} (${state})`).join(', ') },
        { labelKey: 'facts.submittedAt', value: String(found.submittedAt) },
      ]
    },
    execute: async (tx, { payload, maker, checker, now }) => {
      const caseId = idOf('kyc', payload.case ?? '')
      const found = present(await findCase(tx, caseId), 'a proposed case')
      if (!(await hasOpened(deps, tx, found, checker))) return reject(r.papersUnopened)
      return await decide(deps, tx, { caseId, to: 'succ', refusals: [], actor: checker, maker, now })
    },
  }
}

/** Refuses fields of a case, each with a reason of its own list. */
export const refuseIdentity = useCase(
  operatorCalls.refuseIdentity,
  async ({ caseId, refusals: text }, { tx, now, operator }, deps: KycDeps) => {
    const { operatorId } = operator
    const found = await findCase(tx, caseId)
    if (found === undefined) return reject(r.caseUnknown, { field: 'caseId' })
    if (await isOwnAccount(tx, operatorId, found.customerId)) return reject(approvalsRejections.ownAccount)
    const given = text.split(',').map((part) => part.trim())
    const refusals = given.flatMap((part) => readRefusal(part) ?? [])
    if (refusals.length < given.length) return reject(r.reasonUnknown, { field: 'refusals' })
    const isTwice = new Set(refusals.map(({ field }) => field)).size < refusals.length
    if (refusals.length === 0 || isTwice) return reject(r.refusalsMissing, { field: 'refusals' })
    const refused = await decide(deps, tx, { caseId, to: 'fail', refusals, actor: operatorId, now })
    return refused ?? { state: 'fail' as const }
  },
)
