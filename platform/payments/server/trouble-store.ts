import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { troubleKinds } from '../domain/index.ts'

/** A rail's event that staff must end: set aside, reported in two ways, or not understood. */
interface TroubledEvent {
  /** The id of the parked event, of the second report, or of the event that was not understood. */
  readonly troubleId: Id<'rev'>
  readonly eventId: Id<'rev'>
  readonly railId: string
  readonly kind: string
  readonly externalId: string
  /** The payment out it is about. */
  readonly payoutId: string | undefined
  readonly trouble: (typeof troubleKinds)[number]
  readonly problem: string
  readonly tries: number
  readonly toldAt: Instant
  readonly nextTryAt: Instant | undefined
}

interface Row {
  readonly trouble_id: Id<'rev'>
  readonly event_id: Id<'rev'>
  readonly rail_id: string
  readonly kind: string
  readonly external_id: string
  readonly payout_id: string | null
  readonly trouble: TroubledEvent['trouble']
  readonly problem: string
  readonly tries: number
  readonly told_at: bigint
  readonly next_try_at: bigint | null
}

const troubleOf = (row: Row): TroubledEvent => ({
  troubleId: row.trouble_id,
  eventId: row.event_id,
  railId: row.rail_id,
  kind: row.kind,
  externalId: row.external_id,
  payoutId: row.payout_id ?? undefined,
  trouble: row.trouble,
  problem: row.problem.slice(0, 300),
  tries: row.tries,
  toldAt: instant(Number(row.told_at)),
  nextTryAt: row.next_try_at === null ? undefined : instant(Number(row.next_try_at)),
})

/** All that are open, oldest first; the one with the id where it is given. */
export async function findTroubled(db: Db, limit: number, troubleId?: string): Promise<readonly TroubledEvent[]> {
  const rows = await db<Row[]>`
    select * from (
      select event.id as trouble_id, event.id as event_id, event.rail_id, event.kind, event.external_id,
        event.event ->> 'payoutId' as payout_id, 'parked' as trouble, coalesce(state.problem, '') as problem, state.tries,
        event.told_at, state.next_try_at
      from rail_event_state state join rail_event event on event.id = state.event_id where state.state = 'parked'
      union all
      select contradiction.id, event.id, event.rail_id, event.kind, event.external_id, event.event ->> 'payoutId',
        'contradiction', contradiction.raw, 0, contradiction.told_at, null
      from rail_contradiction contradiction join rail_event event on event.id = contradiction.event_id
      union all
      select id, id, rail_id, 'unread', '', null, 'unread', problem || ': ' || raw, 0, told_at, null from rail_unread
    ) as trouble
    where not exists (select from rail_trouble_end ended where ended.trouble_id = trouble.trouble_id)
      and (${troubleId ?? null}::text is null or trouble.trouble_id = ${troubleId ?? null})
    order by told_at, trouble_id limit ${limit}`
  return rows.map(troubleOf)
}

/** How many there are, and since when the oldest. */
export async function countTroubles(db: Db): Promise<{ readonly count: number; readonly oldestAt?: Instant }> {
  const [row] = await db<{ count: number; oldest: bigint | null }[]>`
    select count(*)::int as count, min(told_at) as oldest from (
      select event.id, event.told_at
      from rail_event_state state join rail_event event on event.id = state.event_id where state.state = 'parked'
      union all
      select id, told_at from rail_contradiction
      union all
      select id, told_at from rail_unread
    ) as trouble
    where not exists (select from rail_trouble_end ended where ended.trouble_id = trouble.id)`
  const oldest = row?.oldest ?? null
  return { count: row?.count ?? 0, ...(oldest === null ? {} : { oldestAt: instant(Number(oldest)) }) }
}

/** Ends a trouble by two people: a parked event is never dispatched again. False when it ended before. */
export async function endTrouble(
  tx: Tx,
  end: {
    readonly troubleId: string
    readonly trouble: TroubledEvent['trouble']
    readonly reason: string
    readonly approvalId: Id<'apv'>
    readonly now: Instant
  },
): Promise<boolean> {
  const { troubleId, trouble, reason, approvalId, now } = end
  if (trouble === 'parked') {
    const closed = await tx`
      update rail_event_state set state = 'closed', changed_at = ${now}
      where event_id = ${troubleId} and state = 'parked' returning event_id`
    if (closed.length === 0) return false
  }
  const rows = await tx`
    insert into rail_trouble_end (trouble_id, reason, approval_id, at)
    values (${troubleId}, ${reason}, ${approvalId}, ${now}) on conflict do nothing returning trouble_id`
  return rows.length === 1
}

/** Retries the parked events of a payment now, because its state changed. */
export async function unparkAbout(tx: Tx, railId: string, about: string, now: Instant): Promise<void> {
  await tx`
    update rail_event_state state set next_try_at = ${now} from rail_event event
    where event.id = state.event_id and state.state = 'parked' and event.rail_id = ${railId} and event.about = ${about}`
}
