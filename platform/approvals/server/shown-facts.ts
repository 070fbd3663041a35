import { idOf, isId } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { factOf } from '../domain/index.ts'
import type { ApprovalFact, ApprovalKind } from './approvals.ts'
import type { StoredApproval } from './approvals-store.ts'
import type { Declarations } from './declarations.ts'

/**
 * What the second person is shown of a proposal, and names in the decision: the facts of its kind, and of a person it is about
 * whose papers the practice reviewer verified, that no person saw them.
 */
export async function shownFacts(
  { desk }: Pick<Declarations, 'desk'>,
  db: Db,
  kind: Pick<ApprovalKind, 'facts'>,
  { customerId, payload }: Pick<StoredApproval, 'customerId' | 'payload'>,
): Promise<readonly ApprovalFact[]> {
  const facts = await kind.facts(db, payload)
  // An act about staff is about nobody's money and in nobody's log: who is invited is in what was proposed, who has an account is
  // known by it.
  const { operatorId } = payload
  const ofStaff = operatorId === undefined ? undefined : await desk?.staff.list(db)
  const person = ofStaff?.find(({ id }) => id === operatorId)?.person
  const about = customerId ?? payload.customerId ?? person ?? ''
  const papers = isId('cus', about) ? await desk?.papersOf(db, idOf('cus', about)) : undefined
  return papers?.byPractice === true ? [...facts, factOf('identityBy', 'practice-reviewer')] : facts
}
