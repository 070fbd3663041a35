import { instant } from '@bolsillo/kernel'
import { type Db, type Job, transaction } from '@bolsillo/server-kit'
import { keptMs } from '../retry.ts'
import { endLate, removeEndedBefore } from './outbox-store.ts'

const hourMs = 3_600_000
/** Each row that changes leaves an act: a transaction holds this many, and the next round takes the rest. */
const atOnce = 500
const roundsMax = 20

/**
 * Ends messages whose time is over, also where the transport of their channel was taken out, and removes those that ended
 * 90 days ago: whom they went to is of no more use, and that they were sent is in the journal.
 */
export const endOld: Job = {
  name: 'outbox.end-old',
  everyMs: hourMs,
  run: async ({ sql, clock }) => {
    const work = async (step: (db: Db) => Promise<number>): Promise<void> => {
      for (let round = 0; round < roundsMax; round += 1)
        if ((await transaction(sql, step, { cause: 'job:outbox.end-old' })) < atOnce) return
    }
    const now = clock.now()
    await work((db) => endLate(db, now, atOnce))
    await work((db) => removeEndedBefore(db, instant(Math.max(0, now - keptMs)), atOnce))
  },
}
