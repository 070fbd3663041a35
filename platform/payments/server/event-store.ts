import { type Id, type Instant, instant, present } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { eventKey, type RailEvent, readEvent, storedEvent, type ToldEvent, targetKey } from '../domain/index.ts'

/** How far a rail was read, and what was wrong the last time. */
export async function findCursor(
  db: Db,
  railId: string,
): Promise<{ readonly cursor?: string; readonly problem?: string }> {
  const [row] = await db<{ cursor: string | null; problem: string | null }[]>`
    select cursor, problem from rail_cursor where rail_id = ${railId}`
  return {
    ...(row === undefined || row.cursor === null ? {} : { cursor: row.cursor }),
    ...(row === undefined || row.problem === null ? {} : { problem: row.problem }),
  }
}

/** Locks a rail's cursor for this transaction; undefined when another process reads that rail now. */
export async function lockCursor(tx: Tx, railId: string, now: Instant): Promise<{ cursor?: string } | undefined> {
  await tx`insert into rail_cursor (rail_id, cursor, read_at) values (${railId}, null, ${now}) on conflict do nothing`
  const [row] = await tx<{ cursor: string | null }[]>`
    select cursor from rail_cursor where rail_id = ${railId} for update skip locked`
  if (row === undefined) return undefined
  return row.cursor === null ? {} : { cursor: row.cursor }
}

/** Notes how far a rail was read, and what was wrong the last time, if something was. */
export async function moveCursor(
  tx: Tx,
  railId: string,
  read: { readonly cursor?: string | undefined; readonly now: Instant; readonly problem?: string | undefined },
): Promise<void> {
  await tx`
    update rail_cursor set cursor = coalesce(${read.cursor ?? null}, cursor), read_at = ${read.now},
      problem = ${read.problem ?? null} where rail_id = ${railId}`
}

/** Rails whose last reading failed. */
export async function findSilentRails(
  db: Db,
): Promise<readonly { readonly railId: string; readonly readAt: Instant; readonly problem: string }[]> {
  const rows = await db<{ rail_id: string; read_at: bigint; problem: string }[]>`
    select rail_id, read_at, problem from rail_cursor where problem is not null order by rail_id`
  return rows.map((row) => ({ railId: row.rail_id, readAt: instant(Number(row.read_at)), problem: row.problem }))
}

/** What writing an event down found: it is new, or something is known by its key. */
export type Noted = 'new' | { readonly eventId: Id<'rev'>; readonly stored: RailEvent }

interface StoredRow {
  readonly id: Id<'rev'>
  readonly event: Record<string, unknown>
}

/** Writes an event down, if nothing is known by its key. */
export async function insertEvent(
  tx: Tx,
  told: {
    readonly id: Id<'rev'>
    readonly railId: string
    readonly event: ToldEvent
    readonly customerId: Id<'cus'> | undefined
    readonly now: Instant
  },
): Promise<Noted> {
  const { raw, ...event } = told.event
  const { externalId, step, about } = eventKey(event)
  const amount = 'amount' in event ? event.amount : undefined
  const received = event.kind === 'received' ? event : undefined
  const rows = await tx<{ seq: bigint }[]>`
    insert into rail_event (id, rail_id, kind, external_id, step, about, payment, customer_id, asset, minor, target,
      from_name, from_account, event, raw, at, told_at)
    values (${told.id}, ${told.railId}, ${event.kind}, ${externalId}, ${step}, ${about}, ${received?.payment ?? null},
      ${told.customerId ?? null}, ${amount?.asset.code ?? null}, ${amount?.minor ?? null},
      ${received === undefined ? null : targetKey(received.to)}, ${received?.from.name ?? null},
      ${received?.from.account ?? null}, ${JSON.stringify(storedEvent(event))}::text::jsonb, ${raw}, ${event.at}, ${told.now})
    on conflict (rail_id, kind, external_id, step) do nothing
    returning seq`
  const [row] = rows
  if (row !== undefined) {
    await tx`
      insert into rail_event_state (event_id, seq, state, next_try_at, changed_at)
      values (${told.id}, ${row.seq}, 'waiting', ${told.now}, ${told.now})`
    return 'new'
  }
  const [before] = await tx<StoredRow[]>`
    select id, event from rail_event
    where rail_id = ${told.railId} and kind = ${event.kind} and external_id = ${externalId} and step = ${step}`
  const { id, event: stored } = present(before, 'the event known before')
  return { eventId: id, stored: readEvent(stored) }
}

/** The first telling of an event's kind and id, whatever its step. */
export async function findFirstTelling(
  db: Db,
  railId: string,
  event: RailEvent,
): Promise<{ readonly id: Id<'rev'>; readonly event: RailEvent } | undefined> {
  const { externalId } = eventKey(event)
  const [row] = await db<StoredRow[]>`
    select id, event from rail_event where rail_id = ${railId} and kind = ${event.kind} and external_id = ${externalId}
    order by seq limit 1`
  return row === undefined ? undefined : { id: row.id, event: readEvent(row.event) }
}

/** Keeps an event that was reported differently before; once for each content. */
export async function insertContradiction(
  tx: Tx,
  told: {
    readonly id: Id<'rev'>
    readonly eventId: Id<'rev'>
    readonly event: ToldEvent
    readonly digest: string
    readonly now: Instant
  },
): Promise<void> {
  const { raw, ...event } = told.event
  await tx`
    insert into rail_contradiction (id, event_id, told, raw, digest, told_at)
    values (${told.id}, ${told.eventId}, ${JSON.stringify(storedEvent(event))}::text::jsonb, ${raw}, ${told.digest},
      ${told.now})
    on conflict (event_id, digest) do nothing`
}

/** Keeps a report of a rail that is no event; once for each text. */
export async function insertUnread(
  tx: Tx,
  unread: {
    readonly id: Id<'rev'>
    readonly railId: string
    readonly raw: string
    readonly problem: string
    readonly digest: string
    readonly now: Instant
  },
): Promise<void> {
  await tx`
    insert into rail_unread (id, rail_id, raw, problem, digest, told_at)
    values (${unread.id}, ${unread.railId}, ${unread.raw}, ${unread.problem}, ${unread.digest}, ${unread.now})
    on conflict (rail_id, digest) do nothing`
}

/** An event about to be dispatched. */
export interface OpenEvent {
  readonly id: Id<'rev'>
  readonly railId: string
  readonly about: string
  readonly payment: string | undefined
  readonly customerId: Id<'cus'> | undefined
  readonly event: RailEvent
  readonly tries: number
}

/**
 * Open events that may be tried now, oldest first, leaving out those behind an open one about the same. A reversal
 * reported before its payment waits for the payment, never the other way round; so does a return reported before the
 * confirmation.
 */
export async function findDueEvents(db: Db, now: Instant, limit: number): Promise<readonly Id<'rev'>[]> {
  const rows = await db<{ event_id: Id<'rev'> }[]>`
    select state.event_id from rail_event_state state join rail_event event on event.id = state.event_id
    where state.state not in ('done', 'closed') and state.next_try_at <= ${now}
      and not exists (
        select from rail_event_state earlier join rail_event about on about.id = earlier.event_id
        where earlier.state not in ('done', 'closed') and earlier.seq < state.seq
          and about.rail_id = event.rail_id and about.about = event.about
          and not (event.kind = 'received' and about.kind = 'reversed')
          and not (event.kind in ('payout-sent', 'payout-confirmed') and about.kind = 'payout-returned')
          and not (event.kind = 'payout-returned' and about.kind in ('payout-failed', 'payout-returned')))
    order by state.seq limit ${limit}`
  return rows.map(({ event_id }) => event_id)
}

/** Locks an event that is still open and not behind another; undefined when somebody else has it or had it. */
export async function lockEvent(tx: Tx, eventId: Id<'rev'>): Promise<OpenEvent | undefined> {
  const [row] = await tx<
    {
      id: Id<'rev'>
      rail_id: string
      about: string
      payment: string | null
      customer_id: Id<'cus'> | null
      event: Record<string, unknown>
      tries: number
    }[]
  >`
    select event.id, event.rail_id, event.about, event.payment, event.customer_id, event.event, state.tries
    from rail_event_state state join rail_event event on event.id = state.event_id
    where state.event_id = ${eventId} and state.state not in ('done', 'closed') for update of state skip locked`
  if (row === undefined) return undefined
  return {
    id: row.id,
    railId: row.rail_id,
    about: row.about,
    payment: row.payment ?? undefined,
    customerId: row.customer_id ?? undefined,
    event: readEvent(row.event),
    tries: row.tries,
  }
}

/** Another id under which the same payment was reported before and not wholly reversed: it must not be credited twice. */
export async function findOtherTelling(db: Db, event: OpenEvent): Promise<string | undefined> {
  if (event.payment === undefined) return undefined
  const [row] = await db<{ about: string }[]>`
    select other.about from rail_event other
    where other.rail_id = ${event.railId} and other.kind = 'received' and other.payment = ${event.payment}
      and other.about <> ${event.about}
      and exists (select from rail_event_state state where state.event_id = other.id and state.state <> 'closed')
      and other.seq < (select min(seq) from rail_event where rail_id = ${event.railId} and about = ${event.about})
      and other.minor > (
        select coalesce(sum(reversal.minor), 0)
        from rail_event reversal join rail_event_state state on state.event_id = reversal.id
        where reversal.rail_id = other.rail_id and reversal.kind = 'reversed' and reversal.about = other.about
          and state.state = 'done')
    limit 1`
  return row?.about
}

export async function markDone(tx: Tx, eventId: Id<'rev'>, now: Instant): Promise<void> {
  await tx`
    update rail_event_state set state = 'done', problem = null, changed_at = ${now} where event_id = ${eventId}`
}

/** Puts an event aside until it is tried again. */
export async function markParked(
  tx: Tx,
  eventId: Id<'rev'>,
  parked: { readonly problem: string; readonly nextTryAt: Instant; readonly now: Instant },
): Promise<void> {
  await tx`
    update rail_event_state set state = 'parked', tries = tries + 1, problem = ${parked.problem},
      next_try_at = ${parked.nextTryAt}, changed_at = ${parked.now}
    where event_id = ${eventId} and state not in ('done', 'closed')`
}

/** Leaves an event waiting until an instant: it is tried then as if for the first time. */
export async function leaveWaiting(tx: Tx, eventId: Id<'rev'>, until: Instant): Promise<void> {
  await tx`update rail_event_state set next_try_at = ${until} where event_id = ${eventId}`
}

/** Has a parked event tried again now; false when it is not parked. */
export async function unpark(tx: Tx, eventId: Id<'rev'>, now: Instant): Promise<boolean> {
  const rows = await tx`
    update rail_event_state set next_try_at = ${now} where event_id = ${eventId} and state = 'parked' returning event_id`
  return rows.length === 1
}

/** Keeps a notice of a provider; false when it came before. */
export async function insertNotice(
  tx: Tx,
  notice: {
    readonly railId: string
    readonly noticeId: string
    readonly signedAt: Instant
    readonly now: Instant
    readonly bytes: number
  },
): Promise<boolean> {
  const rows = await tx`
    insert into rail_notice (rail_id, notice_id, signed_at, came_at, bytes)
    values (${notice.railId}, ${notice.noticeId}, ${notice.signedAt}, ${notice.now}, ${notice.bytes})
    on conflict (rail_id, notice_id) do nothing returning notice_id`
  return rows.length === 1
}
