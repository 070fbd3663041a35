import { isNotOfDemo } from '@bolsillo/identity/server'
import type { Instant, TimedCase } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { refusalReasons } from '../domain/index.ts'

/** How long withdrawals took that arrived since, by asset. Bounded: the newest twenty thousand. */
export async function findDurations(
  db: Db,
  since: Instant,
): Promise<readonly (TimedCase & { readonly group: string })[]> {
  const rows = await db<{ asset: string; ms: bigint }[]>`
    select asset, changed_at - requested_at as ms from withdrawal
    where state = 'complete' and changed_at > ${since} and ${isNotOfDemo(db)} order by changed_at desc limit 20000`
  return rows.map(({ asset, ms }) => ({ group: asset, ms: Number(ms) }))
}

/** What waits now, and how the others ended since. */
export async function countStates(
  db: Db,
  { now, since, dayAgo }: { readonly now: Instant; readonly since: Instant; readonly dayAgo: Instant },
) {
  const [row] = await db<
    {
      waiting: number
      over_day: number
      oldest: bigint | null
      complete: number
      cancelled: number
      refused: number
      failed: number
    }[]
  >`
    select
      (count(*) filter (where state in ('under-review', 'doing')))::int as waiting,
      (count(*) filter (where state in ('under-review', 'doing') and requested_at < ${dayAgo}))::int as over_day,
      min(requested_at) filter (where state in ('under-review', 'doing')) as oldest,
      (count(*) filter (where state = 'complete' and changed_at > ${since}))::int as complete,
      (count(*) filter (where state = 'cancelled' and changed_at > ${since}))::int as cancelled,
      (count(*) filter (where state = 'fail' and fail_reason = any (${[...refusalReasons]}::text[]) and changed_at > ${since}))::int as refused,
      (count(*) filter (where state = 'fail' and fail_reason <> all (${[...refusalReasons]}::text[]) and changed_at > ${since}))::int as failed
    from withdrawal where ${isNotOfDemo(db)}`
  const [legal] = await db<{ count: number }[]>`
    select count(distinct customer_id)::int as count from withdrawal_hold
    where legal and ended_at is null and until_at > ${now} and ${isNotOfDemo(db)}`
  return {
    waiting: row?.waiting ?? 0,
    overDay: row?.over_day ?? 0,
    oldestMs: row?.oldest === null || row?.oldest === undefined ? undefined : now - Number(row.oldest),
    complete: row?.complete ?? 0,
    cancelled: row?.cancelled ?? 0,
    refused: row?.refused ?? 0,
    failed: row?.failed ?? 0,
    legal: legal?.count ?? 0,
  }
}
