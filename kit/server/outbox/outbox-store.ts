import type { Instant } from '@bolsillo/kernel'
import type { Db, OutboxEvent, Sql, Tx } from '../room.ts'

/** An event with its sequence number. */
export type NumberedEvent = OutboxEvent & { readonly seq: bigint }

/** Writes events in the transaction of their cause, with one statement. They are delivered after it commits, in order. */
export async function appendOutbox(tx: Tx, events: readonly OutboxEvent[], at: Instant): Promise<void> {
  if (events.length === 0) return
  await tx`
    insert into outbox (topic, key, payload, created_at)
    select topic, key, payload::json, ${at}::bigint
    from unnest(
      ${events.map(({ topic }) => topic)}::text[],
      ${events.map(({ key }) => key)}::text[],
      ${events.map(({ payload }) => JSON.stringify(payload))}::text[]
    ) with ordinality as event (topic, key, payload, place)
    order by place`
}

/** The highest number an event was given so far, committed or not. */
export async function lastDrawnSeq(db: Db): Promise<bigint> {
  const [row] = await db<{ last: bigint }[]>`
    select case when is_called then last_value else 0 end as last from outbox_seq_seq`
  return row?.last ?? 0n
}

/** A new transaction number, higher than that of every transaction that has drawn an event's number. */
export async function drawTransactionNumber(db: Db): Promise<string> {
  const [row] = await db<{ number: string }[]>`select pg_current_xact_id()::text as number`
  return row?.number ?? '0'
}

/** Whether every transaction below a number has ended. */
export async function allEndedBelow(db: Db, transactionNumber: string): Promise<boolean> {
  const [row] = await db<{ ended: boolean }[]>`
    select pg_snapshot_xmin(pg_current_snapshot()) >= ${transactionNumber}::xid8 as ended`
  return row?.ended === true
}

/** Events of a topic with `after < seq ≤ upTo`, in order. */
export async function findEvents(
  db: Db,
  range: { readonly topic: string; readonly after: bigint; readonly upTo: bigint; readonly limit: number },
): Promise<readonly NumberedEvent[]> {
  return await db<{ seq: bigint; topic: string; key: string; payload: Record<string, unknown> }[]>`
    select seq, topic, key, payload from outbox
    where topic = ${range.topic} and seq > ${range.after} and seq <= ${range.upTo}
    order by seq limit ${range.limit}`
}

/** Makes sure a handler has a cursor; a new handler starts at the oldest stored event. */
export async function ensureCursor(sql: Sql, handler: string): Promise<void> {
  await sql`insert into outbox_cursor (handler, seq) values (${handler}, 0) on conflict do nothing`
}

/** Locks a handler's cursor for this transaction; undefined when another process is delivering to it. */
export async function lockCursor(tx: Tx, handler: string): Promise<bigint | undefined> {
  const [row] = await tx<{ seq: bigint }[]>`
    select seq from outbox_cursor where handler = ${handler} for update skip locked`
  return row?.seq
}

/** Stores a handler's position. */
export async function moveCursor(tx: Tx, handler: string, seq: bigint): Promise<void> {
  await tx`update outbox_cursor set seq = ${seq} where handler = ${handler} and seq < ${seq}`
}

/** Parks an event that a handler fails on. */
export async function parkEvent(
  tx: Tx,
  handler: string,
  event: NumberedEvent,
  problem: string,
  at: Instant,
): Promise<void> {
  await tx`
    insert into outbox_parked (handler, seq, topic, key, payload, problem, parked_at)
    values (${handler}, ${event.seq}, ${event.topic}, ${event.key}, ${JSON.stringify(event.payload)}::text::jsonb, ${problem}, ${at})
    on conflict do nothing`
}

/** Removes events older than `before` that all these handlers have handled. @returns how many. */
export async function removeOldEvents(db: Db, handlers: readonly string[], before: Instant): Promise<number> {
  const gone = await db`
    delete from outbox where created_at < ${before}
    and seq <= (select coalesce(min(seq), 9223372036854775807) from outbox_cursor where handler = any(${[...handlers]}))`
  return gone.count
}
