import type { Sql } from '@bolsillo/server-kit'

// What only a simulated world asks of coins and contracts; what must hold of contracts anywhere, the checker asks.

/** Coins a customer has in all purses that are not what was bought less what was sold. */
export async function wrongCoins(sql: Sql): Promise<readonly string[]> {
  const rows = await sql<{ what: string }[]>`
    with traded as (
      select customer_id, split_part(instrument_id, '-', 1) as coin,
        sum(case side when 'buy' then quantity else -quantity end) as units
      from trade_fill where product = 'spot' group by 1, 2
    ), owned as (
      select account.owner as customer_id, account.asset as coin, sum(balance.posted) as units
      from ledger_account as account join ledger_balance as balance using (account_no)
      where account.owner_kind = 'customer' and account.asset in ('BTC', 'ETH') group by 1, 2
    )
    select coalesce(traded.customer_id, owned.customer_id) || ' has ' || coalesce(owned.units, 0) || ' ' || coin
        || ', bought and sold come to ' || coalesce(traded.units, 0) as what
    from traded full join owned using (customer_id, coin)
    where coalesce(traded.units, 0) <> coalesce(owned.units, 0) order by what`
  return rows.map(({ what }) => what)
}

/** Positions that are open, with what is under way. */
export async function openContracts(
  sql: Sql,
): Promise<readonly { readonly position_id: string; readonly liquidation_id: string | null }[]> {
  return await sql`select position_id, liquidation_id from contract_position where closed_at is null order by position_id`
}

/** Prices that were taken for marks, as kept with looks at the premium and with steps of liquidations: the ends of each. */
export async function marksTaken(
  sql: Sql,
): Promise<readonly { readonly symbol: string; readonly low: bigint; readonly high: bigint }[]> {
  return await sql`
    select symbol, min(mark)::bigint as low, max(mark)::bigint as high from (
      select symbol, mark from contract_premium
      union all select step.symbol, (step.inputs -> 'positions' -> 0 ->> 'mark')::bigint from contract_liquidation_step as step
      where jsonb_array_length(step.inputs -> 'positions') = 1
    ) as taken group by symbol order by symbol`
}

/** What contracts came to, to be counted: steps of liquidations, who bore losses, funding, exits that fired. */
export async function countContracts(sql: Sql): Promise<readonly { readonly what: string; readonly times: number }[]> {
  return await sql<{ what: string; times: number }[]>`
    select 'liquidation ' || kind as what, count(*)::integer as times from contract_liquidation_step group by kind
    union all select 'liquidation of a ' || mode || ' position', count(distinct liquidation_id)::integer
      from contract_liquidation_step group by mode
    union all select 'liquidation that left a part', count(*)::integer from contract_liquidation_end where size <> 0
    union all select 'loss the fund bore', count(*)::integer from contract_booking where fund_paid > 0
    union all select 'loss the market bore', count(*)::integer from contract_booking where market_bore > 0
    union all select 'handed over to another customer', count(*)::integer from contract_booking
      where what = 'deleveraging' and liquidation_id is null
    union all select 'funding paid by a ' || case when size > 0 then 'long' else 'short' end, count(*)::integer
      from contract_funding_payment where minor < 0 group by size > 0
    union all select 'funding paid to a ' || case when size > 0 then 'long' else 'short' end, count(*)::integer
      from contract_funding_payment where minor > 0 group by size > 0
    union all select 'exit ' || split_part(terms, '.', 3), count(*)::integer from trade_order
      where product = 'contract' and split_part(terms, '.', 3) in ('t', 's') group by split_part(terms, '.', 3)
    union all select 'position ' || mode || ' ' || side, count(*)::integer from (
      select p.mode, case when b.size > 0 then 'long' else 'short' end as side
      from contract_position as p join lateral (
        select size from contract_booking as b where b.position_id = p.position_id and b.what = 'fill' order by at, entry_id limit 1
      ) as b on true
    ) as opened group by mode, side
    union all select 'coin ' || case when post_only then 'post-only' else type || ' ' || time_in_force end, count(*)::integer
      from trade_order where product = 'spot' group by 1
    order by what`
}
