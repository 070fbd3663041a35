import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'

/** How accounts with contracts fared, as it was computed last. */
export interface Outcome {
  readonly computedAt: Instant
  /** From here on everything recorded was counted. */
  readonly from: Instant
  readonly accounts: number
  readonly losing: number
  readonly withOpen: number
  readonly withoutMark: number
}

/** When the first contract was booked. */
export async function findFirstBooking(db: Db): Promise<Instant | undefined> {
  const [row] = await db<{ at: bigint | null }[]>`select min(at) as at from contract_booking`
  return row?.at == null ? undefined : instant(Number(row.at))
}

/**
 * What each account's contracts came to since an instant, realized with every charge and funding: the next accounts after
 * one, in the order of their ids. Minor units.
 */
export async function findResultsAfter(
  db: Db,
  since: Instant,
  after: string,
  limit: number,
): Promise<readonly { readonly customerId: Id<'cus'>; readonly minor: bigint }[]> {
  const rows = await db<{ customer_id: Id<'cus'>; minor: bigint }[]>`
    select customer_id, sum(minor)::bigint as minor from (
      select customer_id, realised + fund_paid + market_bore - fee - vat - liquidation_fee as minor
      from contract_booking where at >= ${since} and customer_id > ${after}
      union all
      select customer_id, minor from contract_funding_payment where at >= ${since} and customer_id > ${after}
    ) as results group by customer_id order by customer_id limit ${limit}`
  return rows.map(({ customer_id, minor }) => ({ customerId: customer_id, minor }))
}

export async function insertOutcome(db: Db, of: Outcome): Promise<void> {
  await db`
    insert into contract_outcome (computed_at, from_at, accounts, losing, with_open, without_mark)
    values (${of.computedAt}, ${of.from}, ${of.accounts}, ${of.losing}, ${of.withOpen}, ${of.withoutMark})
    on conflict (computed_at) do nothing`
}

/** The one computed last. */
export async function findOutcome(db: Db): Promise<Outcome | undefined> {
  const [row] = await db<
    {
      computed_at: bigint
      from_at: bigint
      accounts: number
      losing: number
      with_open: number
      without_mark: number
    }[]
  >`select * from contract_outcome order by computed_at desc limit 1`
  return row === undefined
    ? undefined
    : {
        computedAt: instant(Number(row.computed_at)),
        from: instant(Number(row.from_at)),
        accounts: row.accounts,
        losing: row.losing,
        withOpen: row.with_open,
        withoutMark: row.without_mark,
      }
}
