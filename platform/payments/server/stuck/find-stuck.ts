import { plusMs } from '@bolsillo/kernel'
import { nameCause, type Services, transaction } from '@bolsillo/server-kit'
import { endStuck, markOverdue, noteStuck } from './stuck-store.ts'

export const findStuckEveryMs = 60_000
/** So often a rail may refuse a payment before people look at it. */
const attemptsMax = 5
/** So long a payment may stay without news. Together with the time staff have, it is within a day or two. */
const silentMs = 12 * 3_600_000
/** The time within which staff must end it. */
export const stuckDueMs = 24 * 3_600_000

/** Puts payments that do not go on by themselves into the queue of staff, and takes out what goes on again. */
export async function findStuckPayouts(
  { sql, clock, log }: Pick<Services, 'sql' | 'clock' | 'log'>,
  byHand: string | undefined,
): Promise<void> {
  const overdue = await transaction(sql, async (tx) => {
    await nameCause(tx, { cause: 'job:payments.find-stuck' })
    const now = clock.now()
    await endStuck(tx, now)
    await noteStuck(tx, {
      byHand,
      attemptsMax,
      silentBefore: plusMs(now, -silentMs),
      now,
      dueAt: plusMs(now, stuckDueMs),
    })
    return await markOverdue(tx, now)
  })
  for (const payoutId of overdue) log.error({ payoutId }, 'nobody ended a payment that is stuck in time')
}
