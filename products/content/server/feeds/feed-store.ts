import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { FeedProblem, FeedTerms } from '../../domain/index.ts'
import type { Validators } from './fetch-feed.ts'

/** A feed as it was decided last. */
export interface Feed extends FeedTerms {
  readonly feedId: Id<'fed'>
  /** Of the decision. */
  readonly number: number
  readonly decidedAt: number
  readonly pause?: { readonly at: number; readonly by: string; readonly reason: string }
}

/** What the last fetch of a feed came to, and when the next is. */
export interface FeedState {
  readonly triedAt?: number
  readonly fetchedAt?: number
  readonly nextAt: number
  readonly failures: number
  readonly problem?: FeedProblem
  readonly status?: number
  /** Items of the last document that were not taken. */
  readonly leftOut: number
}

interface FeedColumns {
  feed_id: Id<'fed'>
  number: number
  name: string
  address: string
  language: FeedTerms['language']
  every_minutes: number
  decided_at: bigint
  paused_at: bigint | null
  paused_by: string | null
  reason: string | null
}

interface StateColumns {
  tried_at: bigint | null
  fetched_at: bigint | null
  next_at: bigint | null
  failures: number | null
  problem: FeedProblem | null
  status: number | null
  left_out: number | null
}

const feedOf = (row: FeedColumns): Feed => ({
  feedId: row.feed_id,
  number: row.number,
  name: row.name,
  address: row.address,
  language: row.language,
  everyMinutes: row.every_minutes,
  decidedAt: Number(row.decided_at),
  ...(row.paused_at === null
    ? {}
    : { pause: { at: Number(row.paused_at), by: row.paused_by ?? '', reason: row.reason ?? '' } }),
})

function stateOf(row: StateColumns): FeedState | undefined {
  if (row.next_at === null) return undefined
  return {
    nextAt: Number(row.next_at),
    failures: row.failures ?? 0,
    leftOut: row.left_out ?? 0,
    ...(row.tried_at === null ? {} : { triedAt: Number(row.tried_at) }),
    ...(row.fetched_at === null ? {} : { fetchedAt: Number(row.fetched_at) }),
    ...(row.problem === null ? {} : { problem: row.problem }),
    ...(row.status === null ? {} : { status: row.status }),
  }
}

/** Nothing of the feeds is decided, paused or kept beside this transaction until it ends. */
export async function lockFeeds(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('content feeds', 0))`
}

/** Feeds as they were decided last, by name; only one with `feedId`. */
export async function findFeeds(
  db: Db,
  feedId?: string,
): Promise<ReadonlyArray<Feed & { readonly items: number; readonly state?: FeedState }>> {
  const rows = await db<(FeedColumns & StateColumns & { items: bigint })[]>`
    select distinct on (terms.feed_id) terms.*, paused_at, paused_by, reason, tried_at, fetched_at, next_at, failures, problem,
      status, left_out, (select count(*) from content_feed_item as item where item.feed_id = terms.feed_id) as items
    from content_feed_terms as terms
      left join content_feed_pause as pause on pause.feed_id = terms.feed_id and pause.number = terms.number
      left join content_feed_state as state on state.feed_id = terms.feed_id and state.terms_number = terms.number
    where ${feedId ?? null}::text is null or terms.feed_id = ${feedId ?? null}
    order by terms.feed_id, terms.number desc`
  return rows
    .map((row) => {
      const state = stateOf(row)
      return { ...feedOf(row), items: Number(row.items), ...(state === undefined ? {} : { state }) }
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.feedId < b.feedId ? -1 : 1))
}

/** Two people decided this of a feed; a feed they decided on first begins with it. */
export async function insertTerms(
  tx: Tx,
  terms: FeedTerms & {
    readonly approvalId: string
    readonly feedId: string
    readonly number: number
    readonly decidedAt: Instant
    readonly maker: string
    readonly checker: string
  },
): Promise<void> {
  const { approvalId, feedId, number, name, address, language, everyMinutes, decidedAt, maker, checker } = terms
  if (number === 1) await tx`insert into content_feed (id) values (${feedId})`
  await tx`
    insert into content_feed_terms
      (approval_id, feed_id, number, name, address, language, every_minutes, decided_at, maker, checker)
    values (${approvalId}, ${feedId}, ${number}, ${name}, ${address}, ${language}, ${everyMinutes}, ${decidedAt}, ${maker},
      ${checker})`
}

/** Somebody pauses what was decided last of a feed. */
export async function insertPause(
  tx: Tx,
  { feedId, number }: Pick<Feed, 'feedId' | 'number'>,
  { at, by, reason }: NonNullable<Feed['pause']>,
): Promise<void> {
  await tx`
    insert into content_feed_pause (feed_id, number, paused_at, paused_by, reason)
    values (${feedId}, ${number}, ${at}, ${by}, ${reason})`
}

/**
 * Takes feeds whose time has come, the longest overdue first, for `claimMs`: no other process fetches them meanwhile, and one that
 * dies leaves them to the next.
 */
export async function claimDueFeeds(
  tx: Tx,
  { now, claimMs, limit }: { readonly now: Instant; readonly claimMs: number; readonly limit: number },
): Promise<ReadonlyArray<Feed & { readonly validators: Validators; readonly failures: number }>> {
  await lockFeeds(tx)
  const rows = await tx<(FeedColumns & { failures: number; etag: string | null; last_modified: string | null })[]>`
    with latest as (
      select distinct on (feed_id) * from content_feed_terms order by feed_id, number desc
    ), due as (
      select latest.* from latest left join content_feed_state as state using (feed_id)
      where not exists (
          select from content_feed_pause as pause where pause.feed_id = latest.feed_id and pause.number = latest.number)
        and (state.feed_id is null or state.terms_number <> latest.number or state.next_at <= ${now})
      order by state.next_at nulls first, feed_id limit ${limit}
    ), claimed as (
      insert into content_feed_state as state (feed_id, terms_number, next_at, failures, left_out)
      select feed_id, number, ${now + claimMs}, 0, 0 from due
      on conflict (feed_id) do update set next_at = excluded.next_at, terms_number = excluded.terms_number,
        -- Of other terms nothing is known yet.
        failures = case when state.terms_number = excluded.terms_number then state.failures else 0 end,
        problem = case when state.terms_number = excluded.terms_number then state.problem end,
        status = case when state.terms_number = excluded.terms_number then state.status end,
        etag = case when state.terms_number = excluded.terms_number then state.etag end,
        last_modified = case when state.terms_number = excluded.terms_number then state.last_modified end
      returning state.feed_id, failures, etag, last_modified
    )
    select due.*, null as paused_at, null as paused_by, null as reason, failures, etag, last_modified
    from due join claimed using (feed_id)`
  return rows.map((row) => ({
    ...feedOf(row),
    failures: row.failures,
    validators: {
      ...(row.etag === null ? {} : { etag: row.etag }),
      ...(row.last_modified === null ? {} : { lastModified: row.last_modified }),
    },
  }))
}

/** Writes what a fetch came to. Validators and the items left out stay as they are where none are given. */
export async function saveFeedState(
  tx: Tx,
  feedId: string,
  state: Omit<FeedState, 'leftOut'> & { readonly leftOut?: number; readonly validators?: Validators | undefined },
): Promise<void> {
  const { triedAt = null, fetchedAt = null, nextAt, failures, problem = null, status = null, validators } = state
  const { leftOut = null } = state
  await tx`
    update content_feed_state set tried_at = ${triedAt}, fetched_at = coalesce(${fetchedAt}, fetched_at), next_at = ${nextAt},
      failures = ${failures}, problem = ${problem}, status = ${status}, left_out = coalesce(${leftOut}, left_out),
      etag = case when ${validators === undefined} then etag else ${validators?.etag ?? null} end,
      last_modified = case when ${validators === undefined} then last_modified else ${validators?.lastModified ?? null} end
    where feed_id = ${feedId}`
}
