import { type Id, type Instant, idOf, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { stuckReasons } from '../../contract/operator.ts'
import { type RailEvent, readEvent } from '../../domain/index.ts'

/** Why a payment out does not go on by itself. */
type StuckReason = (typeof stuckReasons)[number]

/** A payment out that staff have to end. */
interface StuckPayout {
  readonly payoutId: Id<'pay'>
  readonly reason: StuckReason
  readonly since: Instant
  readonly dueAt: Instant
  readonly isOverdue: boolean
}

interface Row {
  readonly payout_id: string
  readonly reason: StuckReason
  readonly since: bigint
  readonly due_at: bigint
  readonly overdue_at: bigint | null
}

const stuckOf = (row: Row): StuckPayout => ({
  payoutId: idOf('pay', row.payout_id),
  reason: row.reason,
  since: instant(Number(row.since)),
  dueAt: instant(Number(row.due_at)),
  isOverdue: row.overdue_at !== null,
})

/**
 * Puts payments that do not go on by themselves into the queue: refused by the rail at every attempt, without news from the
 * rail, or with an event that could not be booked. `byHand` is the rail whose payments have a queue of their own.
 */
export async function noteStuck(
  tx: Tx,
  rule: {
    readonly byHand: string | undefined
    readonly attemptsMax: number
    readonly silentBefore: Instant
    readonly now: Instant
    readonly dueAt: Instant
  },
): Promise<void> {
  await tx`
    insert into payout_stuck (payout_id, reason, since, due_at)
    select payout_id, reason, ${rule.now}, ${rule.dueAt} from (
      select distinct on (payout_id) payout_id, reason from (
        select state.payout_id, 1 as rank, case
            when event.kind = 'payout-confirmed' and event.minor <> payout.minor and state.state not in ('confirmed', 'failed')
              then 'other-amount' else 'other-end' end as reason
        from rail_event_state as open join rail_event as event on event.id = open.event_id
          join payout on payout.id = event.about join payout_state as state on state.payout_id = payout.id
        where open.state = 'parked' and event.kind like 'payout-%'
        union all
        select state.payout_id, 2, case state.state when 'requested' then 'not-taken' else 'no-news' end
        from payout_state as state join payout on payout.id = state.payout_id
        where coalesce(state.rail_id, payout.rail_id) is distinct from ${rule.byHand ?? null}
          and (state.state = 'requested' and (state.attempts >= ${rule.attemptsMax} or state.changed_at <= ${rule.silentBefore})
            or state.state in ('instructed', 'sent') and state.changed_at <= ${rule.silentBefore})
      ) as found order by payout_id, rank
    ) as stuck
    on conflict (payout_id) do update set reason = excluded.reason, ended_at = null,
      since = case when payout_stuck.ended_at is null then payout_stuck.since else excluded.since end,
      due_at = case when payout_stuck.ended_at is null then payout_stuck.due_at else excluded.due_at end,
      overdue_at = case when payout_stuck.ended_at is null then payout_stuck.overdue_at end
    where payout_stuck.ended_at is not null or payout_stuck.reason <> excluded.reason`
}

/** Takes out of the queue what has ended, or goes on again, and has nothing left that could not be booked. */
export async function endStuck(tx: Tx, now: Instant): Promise<void> {
  await tx`
    update payout_stuck set ended_at = ${now}
    from payout_state as state
    where state.payout_id = payout_stuck.payout_id and payout_stuck.ended_at is null
      and (state.state in ('confirmed', 'failed')
        or payout_stuck.reason in ('other-amount', 'other-end') or state.changed_at >= payout_stuck.since)
      and not exists (
        select from rail_event_state as open join rail_event as event on event.id = open.event_id
        where open.state = 'parked' and event.kind like 'payout-%' and event.about = payout_stuck.payout_id)`
}

/** Marks payments that staff did not end in time. @returns those marked now. */
export async function markOverdue(tx: Tx, now: Instant): Promise<readonly string[]> {
  const rows = await tx<{ payout_id: string }[]>`
    update payout_stuck set overdue_at = ${now}
    where ended_at is null and overdue_at is null and due_at <= ${now} returning payout_id`
  return rows.map(({ payout_id }) => payout_id)
}

/** The queue, the longest waiting first. */
export async function findStuck(db: Db, limit: number): Promise<readonly StuckPayout[]> {
  const rows = await db<Row[]>`
    select payout_id, reason, since, due_at, overdue_at from payout_stuck where ended_at is null
    order by since, payout_id limit ${limit}`
  return rows.map(stuckOf)
}

export async function findStuckPayout(db: Db, payoutId: string): Promise<StuckPayout | undefined> {
  const [row] = await db<Row[]>`
    select payout_id, reason, since, due_at, overdue_at from payout_stuck
    where payout_id = ${payoutId} and ended_at is null`
  return row === undefined ? undefined : stuckOf(row)
}

/** How many wait, and since when. */
export async function countStuck(db: Db): Promise<{ readonly count: number; readonly oldestAt?: Instant }> {
  const [row] = await db<{ count: number; oldest: bigint | null }[]>`
    select count(*)::int as count, min(since) as oldest from payout_stuck where ended_at is null`
  const oldest = row?.oldest ?? null
  return { count: row?.count ?? 0, ...(oldest === null ? {} : { oldestAt: instant(Number(oldest)) }) }
}

/** How often, and when the last time, the rail of a payment was asked to take it. */
export async function findAttempts(
  db: Db,
  payoutId: string,
): Promise<{
  readonly attempts: number
  readonly attemptAt: Instant | undefined
  readonly problem: string | undefined
}> {
  const [row] = await db<{ attempts: number; attempt_at: bigint | null; problem: string | null }[]>`
    select attempts, attempt_at, problem from payout_state where payout_id = ${payoutId}`
  const at = row?.attempt_at ?? null
  return {
    attempts: row?.attempts ?? 0,
    attemptAt: at === null ? undefined : instant(Number(at)),
    problem: row?.problem ?? undefined,
  }
}

/** The numbers of a rail's payments out that ended a payment of ours. */
export async function findNumbers(db: Db, railId: string): Promise<ReadonlySet<string>> {
  const rows = await db<{ number: string }[]>`select number from payout_number where rail_id = ${railId}`
  return new Set(rows.map(({ number }) => number))
}

/** Whether a rail's number is another payment's: it ended by it, or the rail named it of that one. */
export async function isNumberOfOther(
  db: Db,
  { railId, number, payoutId }: { readonly railId: string; readonly number: string; readonly payoutId: string },
): Promise<boolean> {
  const rows = await db`
    select from payout_number where rail_id = ${railId} and number = ${number} and payout_id <> ${payoutId}
    union all
    select from payout_state state join payout on payout.id = state.payout_id
    where upper(state.external_id) = ${number} and payout.id <> ${payoutId}
      and coalesce(state.rail_id, payout.rail_id) = ${railId}
    limit 1`
  return rows.length > 0
}

/** Stops sending a payment to its rail until then: people decide about it. */
export async function stopSending(tx: Tx, payoutId: string, until: Instant): Promise<void> {
  await tx`update payout_state set stopped_until = ${until} where payout_id = ${payoutId}`
}

/** Moves a payment that was certainly not made to another rail, with its attempts at zero. */
export async function changeRail(
  tx: Tx,
  payoutId: string,
  to: { readonly railId: string; readonly actor: string; readonly now: Instant },
): Promise<void> {
  await tx`
    update payout_state set rail_id = ${to.railId}, state = 'requested', tries = 0, attempts = 0, attempt_at = null,
      stopped_until = null, problem = null, next_try_at = ${to.now}, changed_at = ${to.now}
    where payout_id = ${payoutId}`
  await tx`
    insert into payout_step (payout_id, no, state, at, actor, details)
    select ${payoutId}, coalesce(max(no), 0) + 1, 'requested', ${to.now}, ${to.actor},
      ${JSON.stringify({ rail: to.railId })}::text::jsonb
    from payout_step where payout_id = ${payoutId}`
}

/** The parked event that reports a payment with another amount than was instructed. */
export interface OtherAmount {
  readonly eventId: Id<'rev'>
  readonly event: Extract<RailEvent, { kind: 'payout-confirmed' }>
}

export async function findOtherAmount(db: Db, payoutId: string): Promise<OtherAmount | undefined> {
  const [row] = await db<{ id: Id<'rev'>; event: Record<string, unknown> }[]>`
    select event.id, event.event from rail_event as event join rail_event_state as open on open.event_id = event.id
    where event.about = ${payoutId} and event.kind = 'payout-confirmed' and open.state = 'parked'
    order by event.seq limit 1`
  const event = row === undefined ? undefined : readEvent(row.event)
  return row === undefined || event?.kind !== 'payout-confirmed' ? undefined : { eventId: row.id, event }
}
