import type { BooksRead } from '@bolsillo/checker/books-store'
import type { ContractJournal } from './journal-watch.ts'

// A quick look at contracts between two commits of a simulated world: the sums, in one statement. At its end, and
// everywhere else, the checker folds the same from the journal, entry by entry, which takes too long after every commit.
// What a position was entered for is counted in 10^-12 USDT, money in 10^-6;
// how much a unit of price times a unit of quantity is, the entries of its fills say by the decimals they write.

/** A row on which something does not hold, and which invariant. */
export interface WrongContract {
  readonly invariant: 'I5' | 'I6' | 'I15' | 'I16'
  readonly what: string
}

/**
 * Everything wrong with contracts:
 * - a position is the sum of what was booked on it: size, result, charges, funding; and what it was entered for is exact,
 * - its margin is what is reserved for it; one that is open, whole and never paid funding has some,
 * - each fill is booked once (on both, when it closes a position and opens one on the other side), each booking has one; each customer's purse and the fund moved by exactly that,
 * - funding is size × mark × rate to the unit, and comes to what the market's counter-position has with the sign turned,
 * - a liquidation that closed something wrote its steps.
 */
export async function findWrongContracts(
  read: BooksRead,
  { digits, posted, given }: ContractJournal,
): Promise<readonly WrongContract[]> {
  const [symbols, customers] = [[...digits.keys()], [...posted.keys()]]
  return await read<WrongContract[]>`
    with scales as (
      select symbol, power(10::numeric, 12 - decimals) as factor
      from unnest(${symbols}::text[], ${[...digits.values()]}::integer[]) as known (symbol, decimals)
    ), booked as (
      select position_id, sum(size) as size, sum(realised) as realised, sum(fee) as fees, sum(vat) as vat,
        sum(coalesce(price, 0)::numeric * size) * min(factor) + sum(realised) * 1000000 as entry
      from contract_booking join scales using (symbol) group by position_id
    ), funded as (
      select position_id, sum(minor) as minor from contract_funding_payment group by position_id
    ), filled as (
      select entry_id, sum(size) as size, sum(fee) as fee, min(price) as price, min(order_id) as order_id,
        count(distinct (price, order_id, customer_id, symbol)) > 1 as is_mixed, count(*) > 2 as is_more
      from contract_booking where what = 'fill' group by entry_id
    ), moved as (
      select customer_id, sum(realised + fund_paid + market_bore - fee - vat - liquidation_fee) as minor
      from contract_booking group by customer_id
    ), paid as (
      select customer_id, sum(minor) as minor from contract_funding_payment group by customer_id
    ), posted as (
      select customer_id, minor
      from unnest(${customers}::text[], ${[...posted.values()].map(String)}::numeric[]) as moved (customer_id, minor)
    ), due as (
      select payment.symbol, payment.at, payment.position_id, payment.minor,
        -payment.size::numeric * funding.mark * factor * funding.rate as exact
      from contract_funding_payment as payment join contract_funding as funding using (symbol, at) join scales using (symbol)
    )
    ${wrongPositions(read)}
    union all ${wrongMovements(read, given)}
    union all ${wrongFundingAndLiquidations(read)}
    order by what`
}

// The parts of the statement above: each selects from the sums it begins with.

const wrongPositions = (read: BooksRead) => read`
    select 'I15' as invariant, 'position ' || p.position_id || ' is ' || p.size || ' (' || p.entry || ', realised ' || p.realised || ', charges '
        || p.fees || ' + ' || p.vat || '), its bookings come to ' || coalesce(b.size, 0) || ' (' || coalesce(b.entry, 0)
        || ', ' || coalesce(b.realised, 0) || ', ' || coalesce(b.fees, 0) || ' + ' || coalesce(b.vat, 0) || ')' as what
      from contract_position as p left join booked as b using (position_id)
      where b.position_id is null or b.size <> p.size or b.realised <> p.realised or b.fees <> p.fees or b.vat <> p.vat
        or (p.size <> 0 and b.entry <> p.entry) or (p.size = 0 and (b.entry > 0 or b.entry <= -1000000))
    union all select 'I15' as invariant, 'position ' || p.position_id || ' has funding ' || p.funding || ', its payments come to ' || coalesce(f.minor, 0)
      from contract_position as p left join funded as f using (position_id) where p.funding <> coalesce(f.minor, 0)
    union all select 'I5' as invariant, 'position ' || p.position_id || ' has margin ' || p.margin || ', ' || coalesce(hold.remaining, 0) || ' is reserved'
      from contract_position as p left join ledger_hold as hold on hold.id = p.hold_id
      where p.margin <> coalesce(hold.remaining, 0)
    union all select 'I5' as invariant, 'position ' || position_id || ' is open without margin'
      from contract_position where size <> 0 and margin = 0 and mode = 'isolated' and liquidation_id is null and funding >= 0
    union all select 'I15' as invariant, 'bookings of ' || b.position_id || ' belong to no position'
      from booked as b left join contract_position as p using (position_id) where p.position_id is null`

const wrongMovements = (read: BooksRead, given: bigint) => read`
    select 'I6' as invariant, 'fill ' || fill.fill_id || ' is booked as ' || coalesce(b.size::text, 'nothing')
      from trade_fill as fill left join filled as b using (entry_id)
      where fill.product = 'contract' and (b.entry_id is null or b.price <> fill.price or b.order_id <> fill.order_id
        or b.is_mixed or b.is_more or b.size <> case fill.side when 'buy' then fill.quantity else -fill.quantity end or b.fee > fill.fee)
    union all select 'I6' as invariant, 'booking ' || b.entry_id || ' is of no fill'
      from contract_booking as b left join trade_fill as fill on fill.entry_id = b.entry_id
      where b.what = 'fill' and fill.fill_id is null
    union all select 'I6' as invariant, coalesce(posted.customer_id, moved.customer_id) || ' had ' || coalesce(posted.minor, 0)
        || ' moved by contracts, bookings and funding come to ' || coalesce(moved.minor, 0) + coalesce(paid.minor, 0)
      from posted full join moved using (customer_id) full join paid using (customer_id)
      where coalesce(posted.minor, 0) <> coalesce(moved.minor, 0) + coalesce(paid.minor, 0)
    union all select 'I6' as invariant, 'the insurance fund has ' || balance.posted || ', what it was given and what was booked come to ' || given.minor + booked_on.minor
      from ledger_account as account join ledger_balance as balance using (account_no),
        (select coalesce(sum(liquidation_fee - fund_paid), 0) as minor from contract_booking) as booked_on,
        (select ${String(given)}::numeric as minor) as given
      where account.id = 'house:insurance:USDT' and balance.posted <> given.minor + booked_on.minor`

const wrongFundingAndLiquidations = (read: BooksRead) => read`
    select 'I16' as invariant, 'funding of ' || symbol || ' at ' || at || ' for ' || position_id || ' is ' || minor || ', exact is ' || exact / 1e15
      from due where abs(minor * 1e15 - exact) >= 1e15
    union all select 'I16' as invariant, 'funding of ' || symbol || ' at ' || at || ' comes to ' || sum(minor) || ', exact is ' || sum(exact) / 1e15
      from due group by symbol, at having abs(sum(minor) * 1e15 - sum(exact)) >= 1e15 * count(*)
    union all select 'I6' as invariant, 'liquidation ' || b.liquidation_id || ' wrote no step'
      from contract_booking as b left join contract_liquidation_step as step using (liquidation_id)
      where b.liquidation_id is not null and step.liquidation_id is null`
