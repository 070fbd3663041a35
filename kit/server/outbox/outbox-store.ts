import type { Instant } from '@bolsillo/kernel'
import type { OutboxEvent, Tx } from '../room.ts'

/** Writes events in the transaction of their cause, with one statement. They are delivered after it commits, in order. */
export async function appendOutbox(tx: Tx, events: readonly OutboxEvent[], at: Instant): Promise<void> {
  if (events.length === 0) return
  await tx`
    insert into outbox (topic, key, payload, created_at)
    select topic, key, payload::jsonb, ${at}::bigint
    from unnest(
      ${events.map(({ topic }) => topic)}::text[],
      ${events.map(({ key }) => key)}::text[],
      ${events.map(({ payload }) => JSON.stringify(payload))}::text[]
    ) with ordinality as event (topic, key, payload, place)
    order by place`
}
