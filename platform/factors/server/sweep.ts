import { type Instant, instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { removeOldAttempts } from './attempt-store.ts'
import { removeOldCodes } from './code-store.ts'
import { removeOldChallenges } from './second-factors/challenge-store.ts'
import { removeOldEntryChallenges } from './second-factors/factor-store.ts'

const dayMs = 24 * 3_600_000

/** Removes what no longer means anything: old challenges, codes and failures. */
export async function sweepFactors(sql: Db, now: Instant): Promise<void> {
  await removeOldEntryChallenges(sql, now)
  await removeOldCodes(sql, instant(Math.max(0, now - dayMs)))
  await removeOldChallenges(sql, instant(Math.max(0, now - dayMs)))
  await removeOldAttempts(sql, instant(Math.max(0, now - 30 * dayMs)), now)
}
