import { type Id, type Instant, idOf, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** A deposit that waits for staff, as the queue lists it. */
export interface WaitingDeposit {
  readonly depositId: Id<'dep'>
  readonly kind: 'proof' | 'held' | 'stuck' | 'over-limit' | 'unclaimed'
  readonly customerId: Id<'cus'> | undefined
  readonly asset: string
  readonly minor: bigint
  readonly method: string
  readonly reason: string | undefined
  readonly since: Instant
}

interface Row {
  readonly id: string
  readonly kind: WaitingDeposit['kind']
  readonly customer_id: string | null
  readonly asset: string
  readonly minor: bigint
  readonly method: string
  readonly reason: string | null
  readonly since: bigint
}

/**
 * Proofs to check, held money, payments without news since `stuckBefore`, and excesses over the day's limit that nobody
 * looked at; oldest first. Money that rests unclaimed waits since it was put to rest.
 */
export async function findWaiting(db: Db, stuckBefore: Instant, limit: number): Promise<readonly WaitingDeposit[]> {
  const rows = await db<Row[]>`
    select id, case when rests.decided_at is not null then 'unclaimed' when stage = 'proof-check' then 'proof'
        when stage = 'held' then 'held' when stage = 'confirming' then 'stuck' else 'over-limit' end as kind,
      customer_id, case stage when 'proof-check' then asked_asset else asset end as asset,
      case when stage = 'proof-check' or amount_minor is null then asked_minor else amount_minor - reversed_minor end as minor,
      method, case stage when 'held' then held_reason end as reason, coalesce(rests.decided_at, updated_at) as since
    from deposit left join lateral (
      select max(decided_at) as decided_at from deposit_unclaimed
      where deposit_id = deposit.id and deposit.stage = 'held' and decided_at >= deposit.updated_at) rests on true
    where stage in ('proof-check', 'held')
      or (stage = 'confirming' and updated_at <= ${stuckBefore})
      or ('over-limit' = any (marks) and limit_noted_at is null and stage = 'credited')
    order by rests.decided_at nulls first, updated_at limit ${limit}`
  return rows.map((row) => ({
    depositId: idOf('dep', row.id),
    kind: row.kind,
    customerId: row.customer_id === null ? undefined : idOf('cus', row.customer_id),
    asset: row.asset,
    minor: row.minor,
    method: row.method,
    reason: row.reason ?? undefined,
    since: instant(Number(row.since)),
  }))
}

/** How many cases wait, and since when the oldest does. What rests unclaimed counts once it is to be looked at again. */
export async function countWaiting(
  db: Db,
  { stuckBefore, now }: { readonly stuckBefore: Instant; readonly now: Instant },
): Promise<{ readonly count: number; readonly oldestAt?: Instant }> {
  const [row] = await db<{ count: number; oldest: bigint | null }[]>`
    select count(*)::int as count, min(since) as oldest from (
      select updated_at as since from deposit
      where (stage in ('proof-check', 'held') and not exists (
          select from deposit_unclaimed rests where rests.deposit_id = deposit.id
            and rests.decided_at >= deposit.updated_at and rests.review_at > ${now}))
        or (stage = 'confirming' and updated_at <= ${stuckBefore})
        or ('over-limit' = any (marks) and limit_noted_at is null and stage = 'credited')
      union all
      select claim.opened_at from deposit_claim claim
      where claim.minor > coalesce((select sum(minor) from deposit_claim_cleared where claim_id = claim.id), 0)
    ) as waiting`
  const oldest = row?.oldest ?? null
  return { count: row?.count ?? 0, ...(oldest === null ? {} : { oldestAt: instant(Number(oldest)) }) }
}

/** Notes that compliance looked at an excess; false when there is none to be noted. */
export async function noteLimit(tx: Tx, depositId: Id<'dep'>, at: Instant): Promise<boolean> {
  const rows = await tx`
    update deposit set limit_noted_at = ${at}
    where id = ${depositId} and 'over-limit' = any (marks) and limit_noted_at is null returning id`
  return rows.length === 1
}
