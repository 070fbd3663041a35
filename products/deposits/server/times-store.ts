import { isNotOfDemo } from '@bolsillo/identity/server'
import type { Instant, TimedCase } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'

/**
 * Times to credit of the deposits credited since, by channel: from the first report of their bank or chain, or the
 * customer's announcement of one on a chain. Bounded: the newest twenty thousand.
 */
export async function findArrivals(
  db: Db,
  since: Instant,
): Promise<readonly (TimedCase & { readonly group: string })[]> {
  const rows = await db<{ channel: string; ms: bigint }[]>`
    select channel,
      ended_at - case when method = 'chain' then created_at else coalesce(received_at, created_at) end as ms
    from deposit
    where stage = 'credited' and ended_at > ${since} and channel is not null and customer_id is not null
      and ${isNotOfDemo(db)}
    order by ended_at desc limit 20000`
  return rows.map(({ channel, ms }) => ({ group: channel, ms: Math.max(0, Number(ms)) }))
}
