import type { Clock } from '@bolsillo/kernel'
import { verifyLedger } from '@bolsillo/ledger/server'
import type { Db } from '@bolsillo/server-kit'
import { tradingRows } from '../rows/trading-rows.ts'

interface Looked {
  readonly database: { readonly owner: Db }
  readonly services: { readonly clock: Clock }
}

// What must be true of the tables at any moment, asked of them in plain SQL that shares nothing with the desk's code.
const questions: Readonly<Record<string, string>> = {
  'a hold belongs to no open order': `
    select hold.id from ledger_hold as hold
    left join trade_order as o on o.hold_id = hold.id and o.ended_at is null
    where hold.remaining > 0 and o.order_id is null`,
  'an open order and its hold disagree': `
    select o.hold_id from trade_order as o left join ledger_hold as hold on hold.id = o.hold_id
    where o.held > 0 and o.held is distinct from hold.remaining`,
  'an ended order still holds': `select order_id from trade_order where ended_at is not null and held <> 0`,
  'an order and its fills disagree': `
    select o.order_id from trade_order as o left join trade_fill as f using (order_id)
    group by o.order_id having
      o.filled_quantity <> coalesce(sum(f.quantity), 0) or o.filled_exact <> coalesce(sum(f.price::numeric * f.quantity), 0)
      or o.filled_amount <> coalesce(sum(f.amount), 0) or o.fee <> coalesce(sum(f.fee), 0) or o.vat <> coalesce(sum(f.vat), 0)`,
  'a fill is beyond its order’s limit': `
    select f.fill_id from trade_fill as f join trade_order as o using (order_id)
    where case o.side
      when 'buy' then f.price > least(o.worst_price, o.limit_price) else f.price < greatest(o.worst_price, o.limit_price) end`,
  'an order rested at another price than its limit': `
    select o.order_id from trade_order as o join order_event as e on e.order_id = o.order_id and e.kind = 'resting'
    where e.price <> coalesce(o.limit_price, o.worst_price)`,
  'a stop forgot what the other leg of its pair was filled': `
    select stop.order_id from trade_order as stop join trade_order as leg on leg.order_id = stop.twin_id
    where stop.stop_price is not null and stop.filled_quantity > 0 and leg.filled_quantity > 0
      and stop.pair_filled is distinct from concat_ws('.', leg.filled_exact, leg.taker_exact, leg.fee, leg.vat)`,
  'a fill of a sale cost money': `
    select fill_id from trade_fill where product <> 'contract' and side = 'sell' and fee + vat > amount`,
  'a position and the ledger disagree': `
    select account.id from ledger_account as account join ledger_balance as balance using (account_no)
    left join position as p on account.id = p.customer_id || ':stock:STK:' || p.instrument_id
    where account.owner_kind = 'customer' and account.asset like 'STK:%' and balance.posted <> coalesce(p.quantity, 0)`,
  'a position has no account': `
    select p.customer_id from position as p
    left join ledger_account as account on account.id = p.customer_id || ':stock:STK:' || p.instrument_id
    where account.id is null and p.quantity <> 0`,
  'a fill has no entry of its number': `
    select f.fill_id from trade_fill as f left join ledger_entry as e on e.seq = f.entry_seq and e.id = f.entry_id
    where e.seq is null`,
  'a fill’s entry moved something else': `
    select f.fill_id from trade_fill as f
    join ledger_posting as posting on posting.seq = f.entry_seq
    join ledger_account as account using (account_no)
    where account.id = f.customer_id || ':stock:' || f.currency
    group by f.fill_id, f.side, f.amount, f.fee, f.vat
    having sum(posting.posted) <> case f.side when 'buy' then -f.amount - f.fee - f.vat else f.amount - f.fee - f.vat end`,
  'steps of an order have a gap': `
    select order_id from order_event group by order_id having max(number) <> count(*) or min(number) <> 1`,
  'an order has no first step': `
    select o.order_id from trade_order as o left join order_event as e on e.order_id = o.order_id and e.number = 1
    where e.order_id is null`,
  'a fill or a step has no order': `
    select order_id from (select order_id from trade_fill union all select order_id from order_event) as of_order
    where not exists (select from trade_order as o where o.order_id = of_order.order_id)`,
  'more is sold than could be': `
    select f.customer_id from trade_fill as f group by f.customer_id, f.instrument_id
    having sum(case f.side when 'buy' then f.quantity else -f.quantity end) < 0`,
}

/** Everything that is wrong with the books, trading's and the ledger's; empty when all of it follows. */
export async function bookProblems({ database, services }: Looked): Promise<string[]> {
  const problems: string[] = []
  for (const [problem, question] of Object.entries(questions)) {
    const rows = await database.owner.unsafe(question)
    if (rows.length > 0) problems.push(`${problem}: ${Object.values(rows[0] ?? {}).join(' ')} (${rows.length})`)
  }
  const verdict = await verifyLedger(database.owner, { sources: [tradingRows(services.clock)] })
  return verdict.ok ? problems : [...problems, `ledger: ${verdict.problem}`]
}
