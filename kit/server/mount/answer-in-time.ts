import type { Services } from '../room.ts'
import { systemTimers } from '../timers.ts'

/**
 * Milliseconds within which every call is answered, if only that nobody knows. It is reached where the database is
 * silent or slow beyond reason; a connection that says nothing is given up in a third of the time.
 */
export const answerWithinMs = 15_000

class Overdue extends Error {
  override name = 'Overdue'
}

/**
 * What the work comes to, or an error when that takes longer than a caller is made to wait. The work continues: its effect,
 * if it has one, is found by asking again with the same key.
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
