import { sweep } from '@bolsillo/cases/server'
import { type Instant, plusMs } from '@bolsillo/kernel'
import type { Job, Tx } from '@bolsillo/server-kit'
import { verifyIdentity } from '../contract/operator.ts'
import { findDuplicates, findWaitingAlone, type WaitingCase } from './case-store.ts'
import type { KycDeps } from './deps.ts'
import { practiceReviewer } from './kyc-case.ts'
import { decide } from './operator/decide.ts'

/** Papers wait this long, so that their owner sees that they are reviewed by somebody else than the form. */
export const practiceReviewMs = 3000
const everyMs = 2000
const perPage = 50

/**
 * In the practice market, papers that are in order by their form are verified by a reviewer that is marked as practice,
 * while nobody of the staff who may verify them is signed in. Numbers that another account sent too stay with the staff: they take two people.
 * There is no such job where money is real, and the database refuses its decisions there.
 */
export function practiceReviewJobs(deps: KycDeps): readonly Job[] {
  const { services, isStaffSignedIn } = deps
  if (services.mode !== 'SIM' || isStaffSignedIn === undefined) return []
  const run = async (): Promise<void> => {
    const now = services.clock.now()
    const before = plusMs(now, -practiceReviewMs)
    // Page by page to the end: papers that stay where they are, whatever the cause, leave the later ones their turn.
    let after: WaitingCase | undefined
    do {
      const page = await findWaitingAlone(services.sql, { before, after, limit: perPage })
      if (page.length === 0 || (await isStaffSignedIn(services.sql, verifyIdentity.roles, now))) return
      await sweep(services, page, { name: 'kyc.practice-review', idOf: ({ id }) => id, take: verify(deps, now) })
      after = page.length < perPage ? undefined : page.at(-1)
    } while (after !== undefined)
  }
  return [{ name: 'kyc.practice-review', everyMs, run }]
}

const verify =
  (deps: KycDeps, now: Instant) =>
  async (tx: Tx, { id: caseId }: WaitingCase): Promise<void> => {
    // Somebody else may have sent one of the numbers since the page was read.
    if ((await findDuplicates(tx, caseId)).length > 0) return
    // Of a decision of staff at the same time, one finds the case decided.
    await decide(deps, tx, { caseId, to: 'succ', refusals: [], actor: practiceReviewer, now })
  }
