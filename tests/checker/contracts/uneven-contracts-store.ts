import type { BooksRead } from '../books-store.ts'
import type { Finding } from '../finding.ts'

/**
 * Longs are shorts. What all customers hold of a contract together is, with the sign turned, what those have who traded with
 * them: counted trade by trade from the fills (a trade of one side was with the market, one of two sides leaves nobody with
 * anything) and from what was handed over in deleveraging. Where fills of a market say which of them are one trade.
 * `seeded`: the entries of what a practice market seeded, which counts in nobody's book: each is a trade by itself.
 */
export async function findUnevenContracts(read: BooksRead, seeded: readonly string[]): Promise<readonly Finding[]> {
  return await read<Finding[]>`
    with trade as (
      select fill.instrument_id as symbol, fill.source, fill.sequence, count(*) as sides, min(fill.price) <> max(fill.price) as is_uneven,
        sum(case fill.side when 'buy' then fill.quantity else -fill.quantity end) as size
      from trade_fill as fill left join unnest(${[...seeded]}::text[]) as alone (entry_id) using (entry_id)
      where fill.product = 'contract'
      group by 1, 2, 3, case when alone.entry_id is not null then fill.fill_id end
    ), market as (
      select symbol, -sum(size) as size from (
        select symbol, size from trade where sides = 1
        union all select symbol, size from contract_booking where what = 'deleveraging'
      ) as traded group by symbol
    ), customers as (
      select symbol, sum(size) as size from contract_position group by symbol
    )
    select 'I6' as invariant, 'trade ' || sequence || ' of ' || symbol || ' has ' || sides || ' sides, which come to ' || size as what
      from trade where sides > 1 and (sides > 2 or size <> 0 or is_uneven)
    union all select 'I15' as invariant, 'customers hold ' || coalesce(customers.size, 0) || ' ' || coalesce(customers.symbol, market.symbol)
        || ' together, who traded with them ' || coalesce(market.size, 0) as what
      from customers full join market using (symbol) where coalesce(customers.size, 0) + coalesce(market.size, 0) <> 0
    order by what`
}
