import { sweep } from '@bolsillo/cases/server'
import { plusMs } from '@bolsillo/kernel'
import type { Job } from '@bolsillo/server-kit'
import { verifyIdentity } from '../contract/operator.ts'
import { findDuplicates, findWaitingSince } from './case-store.ts'
import type { KycDeps } from './deps.ts'
import { practiceReviewer } from './kyc-case.ts'
import { decide } from './operator/decide.ts'

/** Papers wait this long, so that their owner sees that they are reviewed by somebody else than the form. */
export const practiceReviewMs = 3000
const everyMs = 2000
const perRun = 50

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
    const waiting = await findWaitingSince(services.sql, plusMs(now, -practiceReviewMs), perRun)
    if (waiting.length === 0 || (await isStaffSignedIn(services.sql, verifyIdentity.roles, now))) return
    await sweep(services, waiting, {
      name: 'kyc.practice-review',
      idOf: (id) => id,
      take: async (tx, caseId) => {
        if ((await findDuplicates(tx, caseId)).length > 0) return
        // Of a decision of staff at the same time, one finds the case decided.
        await decide(deps, tx, { caseId, to: 'succ', refusals: [], actor: practiceReviewer, now })
      },
    })
  }
  return [{ name: 'kyc.practice-review', everyMs, run }]
}
