import type { TradeDate } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'

/** What customers did with one contract on one day, or before all days asked about. Turnover is price times size, exact. */
interface ContractFlow {
  readonly symbol: string
  readonly day: TradeDate | undefined
  readonly isDemo: boolean
  readonly bought: bigint
  readonly sold: bigint
  readonly boughtExact: bigint
  readonly soldExact: bigint
  /** Funding, and losses the market bore. */
  readonly other: bigint
}

/** A day of a contract; undefined: all that was before. */
interface ContractSpan {
  readonly symbol: string
  readonly day: TradeDate | undefined
  readonly from: number
  readonly to: number
}

/** What all customers' bookings and funding came to, by contract and day. */
export async function findContractFlows(db: Db, spans: readonly ContractSpan[]): Promise<readonly ContractFlow[]> {
  const rows = await db<
    {
      symbol: string
      day: TradeDate | null
      is_demo: boolean
      bought: string
      sold: string
      bought_exact: string
      sold_exact: string
      other: string
    }[]
  >`
    with span as (
      select * from unnest(${spans.map(({ symbol }) => symbol)}::text[], ${spans.map(({ day }) => day ?? null)}::text[],
        ${spans.map(({ from }) => String(from))}::bigint[], ${spans.map(({ to }) => String(to))}::bigint[])
        as span (symbol, day, from_at, to_at)
    ), flow as (
      select symbol, customer_id, at, size::numeric as size, coalesce(price, 0)::numeric as price, market_bore as other
      from contract_booking
      union all
      select symbol, customer_id, at, 0, 0, minor from contract_funding_payment
    )
    select symbol, span.day, demo_account.customer_id is not null as is_demo,
      coalesce(sum(size) filter (where size > 0), 0)::text as bought,
      coalesce(-sum(size) filter (where size < 0), 0)::text as sold,
      coalesce(sum(size * price) filter (where size > 0), 0)::text as bought_exact,
      coalesce(-sum(size * price) filter (where size < 0), 0)::text as sold_exact,
      coalesce(sum(other), 0)::text as other
    from flow join span using (symbol) left join demo_account using (customer_id)
    where flow.at >= span.from_at and flow.at < span.to_at
    group by symbol, span.day, is_demo`
  return rows.map((row) => ({
    symbol: row.symbol,
    day: row.day ?? undefined,
    isDemo: row.is_demo,
    bought: BigInt(row.bought),
    sold: BigInt(row.sold),
    boughtExact: BigInt(row.bought_exact),
    soldExact: BigInt(row.sold_exact),
    other: BigInt(row.other),
  }))
}
