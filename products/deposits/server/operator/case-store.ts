import { waitingOf } from '@bolsillo/cases/server'
import type { Id, Instant } from '@bolsillo/kernel'
import { column, type Db, type Row, records, type Tx } from '@bolsillo/server-kit'
import { caseKinds } from '../../domain/index.ts'

/** A deposit that waits for staff, as the queue lists it. */
export interface WaitingDeposit {
  readonly depositId: Id<'dep'>
  readonly kind: (typeof caseKinds)[number]
  readonly customerId: Id<'cus'> | undefined
  readonly asset: string
  readonly minor: bigint
  readonly method: string
  readonly reason: string | undefined
  readonly since: Instant
}

const waitingRows = records<WaitingDeposit>({
  depositId: column.id('id', 'dep'),
  kind: column.oneOf('kind', caseKinds),
  customerId: column.optional(column.id('customer_id', 'cus')),
  asset: column.text('asset'),
  minor: column.whole('minor'),
  method: column.text('method'),
  reason: column.optional(column.text('reason')),
  since: column.at('since'),
})

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
  return rows.map(waitingRows.read)
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
  return waitingOf(row)
}

/** Notes that compliance looked at an excess; false when there is none to be noted. */
export async function noteLimit(tx: Tx, depositId: Id<'dep'>, at: Instant): Promise<boolean> {
  const rows = await tx`
    update deposit set limit_noted_at = ${at}
    where id = ${depositId} and 'over-limit' = any (marks) and limit_noted_at is null returning id`
  return rows.length === 1
}
