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
  // An invitation is about nobody's money and in nobody's log; the person invited is in what was proposed.
  const about = customerId ?? payload.customerId ?? ''
  const papers = isId('cus', about) ? await desk?.papersOf(db, idOf('cus', about)) : undefined
  return papers?.byPractice === true ? [...facts, factOf('identityBy', 'practice-reviewer')] : facts
}
