import type { Services } from '../room.ts'
import { systemTimers } from '../timers.ts'

/**
 * Milliseconds within which every call is answered, if necessary with "outcome unknown". Reached only when the
 * database is far too slow; a silent connection is closed in a third of that time.
 */
export const answerWithinMs = 15_000

class Overdue extends Error {
  override name = 'Overdue'
}

/**
 * The result of the work, or an error when it takes longer than a client should wait. The work continues: a retry
 * with the same key gets its outcome.
 */
export function answerInTime<T>(
  { timers = systemTimers }: Pick<Services, 'timers'>,
  work: Promise<T>,
  withinMs = answerWithinMs,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = timers.after(withinMs, () => reject(new Overdue(`not answered within ${withinMs} ms`)))
    work.then(resolve, reject).finally(cancel)
  })
}
