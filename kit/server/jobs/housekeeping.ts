import { plusMs } from '@bolsillo/kernel'
import { removeOldIdempotencyRecords } from '../mount/idempotency-store.ts'
import { removeOldEvents } from '../outbox/outbox-store.ts'
import type { EventHandler, Job } from '../room.ts'

const hourMs = 3_600_000
// A retry within three days must get the first answer; one hour more allows for clocks that differ.
const idempotencyKeptMs = 73 * hourMs
const eventsKeptMs = 24 * hourMs

/** The kit's own jobs: records and events nobody needs any more are removed. */
export function housekeeping(handlers: readonly EventHandler[]): readonly Job[] {
  const durable = handlers.filter(({ scope }) => scope !== 'each-process').map(({ name }) => name)
  return [
    {
      name: 'remove-old-idempotency-records',
      everyMs: hourMs,
      run: async ({ sql, clock }) => {
        await removeOldIdempotencyRecords(sql, plusMs(clock.now(), -idempotencyKeptMs))
      },
    },
    {
      name: 'remove-old-events',
      everyMs: hourMs,
      run: async ({ sql, clock }) => {
        await removeOldEvents(sql, durable, plusMs(clock.now(), -eventsKeptMs))
      },
    },
  ]
}
