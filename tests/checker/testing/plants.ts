import { conversionPlants } from './conversion-plants.ts'
import type { Plant } from './forgotten-plants.ts'
import { journalPlants, line, one } from './journal-plants.ts'
import { moneyPlants } from './money-plants.ts'
import { orderPlants } from './order-plants.ts'
import { rowPlants } from './row-plants.ts'
import { tickPlants } from './tick-plants.ts'

export type { Plant } from './forgotten-plants.ts'

/** Every table the checker reads. A plant works on copies, so it can break what no constraint would allow. */
export const tablesRead = [
  'ledger_account',
  'ledger_balance',
  'ledger_block',
  'journal_block',
  'ledger_entry_id',
  'ledger_account_block',
  'ledger_account_acts',
  'ledger_entry_ids',
  'ledger_hold',
  'ledger_head',
  'ledger_practice_grant',
  'liability_proof',
  'liability_tile',
  'audit_record',
  'audit_head',
  'audit_index',
  'audit_count',
  'trade_order',
  'trade_fill',
  'order_event_before_acts',
  'market_trade',
  'market_recording',
  'market_day',
  'content_market_news',
  'position',
  'position_lock',
  'idempotency_record',
  'outbox',
  'conversion_quote',
  'conversion_execution',
  'deposit',
  'deposit_return',
  'deposit_return_end',
  'deposit_claim',
  'deposit_claim_step',
  'deposit_claim_return',
  'deposit_claim_back',
  'rail_event',
  'rail_event_state',
  'rail_trouble_end',
  'reconciliation_run',
  'payout_return',
  'withdrawal',
  'withdrawal_event',
  'payout',
  'payout_state',
  'payout_stuck',
  'approval',
  'approval_decision',
  'installation',
  'destination_wait_passed',
  'position_lock_passed',
  'operator',
  'row_salt',
  'act_queue',
] as const

const gift = { posted: 9_000_000_000_000n, postedAfter: 0n, held: 0n, heldAfter: 0n }
const bought = "(select max(entry_seq) from trade_fill where side = 'buy')"
const sold = "(select fill_id from trade_fill where side = 'sell' order by entry_seq desc limit 1)"
const boughtFill = "(select fill_id from trade_fill where side = 'buy' order by entry_seq desc limit 1)"
const resting = "(select order_id from trade_order where state = 'open' and side = 'buy' limit 1)"
const cash = "(select account_no from ledger_account where id like 'cus_%:stock:MXN' order by account_no limit 1)"
const placedAnswer = "status = 200 and scope like '%buy-stock'"

/** One row a violation; every invariant has at least one. */
export const plants: readonly Plant[] = [
  {
    invariant: 'I17',
    what: 'a purchase that nobody asked for',
    acts: { of: bought, change: one((act) => ({ ...act, actor: 'desk' })) },
    says: /entry \d+ \(stock-buy\) is caused by desk/,
  },
  {
    invariant: 'I1',
    what: 'an entry that makes money',
    acts: { of: bought, change: line(0, (row) => ({ ...row, posted: row.posted + 1n })) },
    says: /entry \d+ \(stock-buy\): MXN sums to 1$/,
  },
  {
    invariant: 'I1',
    what: 'an entry that moves nothing',
    acts: { of: bought, change: one((act) => ({ ...act, postings: [] })) },
    says: /entry \d+ moves nothing/,
  },
  {
    invariant: 'I2',
    what: 'a balance somebody raised',
    sql: `update ledger_balance set posted = posted + 100 where account_no = ${cash}`,
    says: /:stock:MXN: balance \d+, held \d+; its postings come to \d+/,
  },
  {
    invariant: 'I2',
    what: 'a balance that is gone',
    sql: `delete from ledger_balance where account_no = ${cash}`,
    says: /balance undefined/,
  },
  {
    invariant: 'I2',
    what: 'a running balance that does not continue',
    acts: { of: bought, change: line(0, (row) => ({ ...row, postedAfter: row.postedAfter - 5n })) },
    says: /posting 0 of entry \d+: .* after it, its postings come to/,
  },
  {
    invariant: 'I3',
    what: 'an account below zero',
    sql: `update ledger_balance set posted = -1, held = 0 where account_no = ${cash}`,
    says: /:stock:MXN: balance -1, held 0/,
  },
  {
    invariant: 'I3',
    what: 'more reserved than there is',
    sql: `update ledger_balance set held = posted + 1 where account_no = ${cash}`,
    says: /:stock:MXN: balance (\d+), held \d+/,
  },
  {
    invariant: 'I3',
    what: 'an entry that overdrew an account for a while',
    acts: {
      of: `select min(seq) from ledger_posting where account_no = ${cash}`,
      change: one((act) => ({
        ...act,
        postings: act.postings.map((row) => ({
          ...row,
          posted: row.posted - (row.posted > 0n ? 90_000_000_000n : 0n),
        })),
      })),
    },
    says: /has -\d+, held \d+, after entry/,
  },
  {
    invariant: 'I5',
    what: 'a hold without an order',
    sql: `delete from trade_order where order_id = ${resting}`,
    says: /hold hld_\w+ on .* has \d+ left and no open order/,
  },
  {
    invariant: 'I5',
    what: 'an order whose hold has less',
    sql: `update trade_order set held = held + 1 where order_id = ${resting}`,
    says: /ord_\w+ holds \d+, hold hld_\w+ has \d+ left/,
  },
  {
    invariant: 'I5',
    what: 'an ended order that still holds',
    sql: "update trade_order set held = 7 where state = 'cancelled'",
    says: /has ended and holds 7/,
  },
  {
    invariant: 'I5',
    what: 'a hold the journal knows otherwise',
    sql: 'update ledger_hold set remaining = remaining - 1 where remaining > 0',
    says: /hold hld_\w+ on .*: \d+ of \d+; its postings come to/,
  },
  {
    invariant: 'I6',
    what: 'more filled than was asked',
    sql: `update trade_order set quantity = filled_quantity - 1 where order_id = (select order_id from trade_fill where fill_id = ${boughtFill.replace("'buy'", "'buy' and order_id in (select order_id from trade_order where quantity > 1)")})`,
    says: /asked for \d+ and got \d+/,
  },
  {
    invariant: 'I6',
    what: 'a fill beyond the limit',
    sql: `update trade_order set worst_price = 1 where order_id = (select order_id from trade_fill where fill_id = ${boughtFill})`,
    says: /is at \d+, beyond 1$/,
  },
  {
    invariant: 'I6',
    what: 'a fill beyond the customer’s own limit, though within what is set aside',
    sql: `update trade_order set limit_price = 1 where order_id = (select order_id from trade_fill where fill_id = ${boughtFill})`,
    says: /is at \d+, beyond \d+ or 1$/,
  },
  {
    invariant: 'I6',
    what: 'an order that rested beyond its own limit',
    sql: `update trade_order set limit_price = 1 where order_id = ${resting}`,
    says: /step \d+ of ord_\w+ rests at \d+, beyond \d+ or 1$/,
  },
  {
    invariant: 'I6',
    what: 'an order that took over what nobody was filled',
    sql: `update trade_order set pair_filled = '100.100.1.0' where order_id = ${resting}`,
    says: /ord_\w+ took over 100 of undefined, which was not filled so/,
  },
  {
    invariant: 'I6',
    what: 'sums that are not those of the fills',
    sql: `update trade_order set filled_amount = filled_amount + 1 where order_id = (select order_id from trade_fill where fill_id = ${boughtFill})`,
    says: /keeps .*, its fills come to/,
  },
  {
    invariant: 'I6',
    what: 'a fill whose entry moved something else',
    sql: `update trade_fill set quantity = quantity + 1 where fill_id = ${boughtFill}`,
    says: /is \d+ at \d+, its entry says/,
  },
  {
    invariant: 'I6',
    what: 'a leg that went to another account',
    acts: {
      of: bought,
      change: (act, noOf) => [
        {
          ...act,
          postings: act.postings.map((row) =>
            row.account === noOf('house:vat:MXN') ? { ...row, account: noOf('house:fees:MXN') } : row,
          ),
        },
      ],
    },
    says: /moved \d+ on house:fees:MXN instead of/,
  },
  {
    invariant: 'I6',
    what: 'a fill that is gone, though its entry stands',
    sql: `delete from trade_fill where fill_id = ${sold}`,
    says: /entry \d+ \(stock-sell, order:ord_\w+\) is of no fill/,
  },
  {
    invariant: 'I6',
    what: 'two fills of one trade on the same side',
    sql: `insert into trade_fill select 'fil_doubled', order_id, customer_id, instrument_id, side, price, quantity, currency, currency_scale, amount, fee, vat, liquidity, source, sequence, entry_id, entry_seq, filled_at, settles_on, sellable_at from trade_fill where fill_id = ${boughtFill}`,
    says: /are one trade of simulated/,
  },
  ...orderPlants,
  ...journalPlants,
  ...rowPlants,
  {
    invariant: 'I9',
    what: 'one order under two keys',
    sql: `insert into idempotency_record select scope, 'another-key-0001', body_hash, status, body, created_at from idempotency_record where ${placedAnswer} limit 1`,
    says: /was placed under two keys/,
  },
  {
    invariant: 'I9',
    what: 'an answer that names an order that is not there',
    sql: `update idempotency_record set body = replace(body, 'ord_', 'ord_9') where ${placedAnswer}`,
    says: /ord_9\w+ is not there/,
  },
  {
    invariant: 'I9',
    what: 'an answer with other figures than were booked',
    sql: `update idempotency_record set body = regexp_replace(body, '"fee":"\\d+\\.\\d\\d","vat":"(\\d+\\.\\d\\d)","currency"', '"fee":"0.00","vat":"\\1","currency"') where ${placedAnswer}`,
    says: /was said to have fee 0.00, it has/,
  },
  {
    invariant: 'I9',
    what: 'a practice grant taken twice',
    sql: 'update ledger_practice_grant set entry_id = entry_id || 9',
    says: /the practice grant of cus_\w+ is/,
  },
  {
    invariant: 'I9',
    what: 'an event of an order that is not there',
    sql: "delete from trade_order where order_id = (select payload::jsonb #>> array['customers', key, 'orders', '0'] from outbox where topic = 'trading.changed' limit 1)",
    says: /an event announces ord_\w+ to cus_\w+, it is undefined’s/,
  },
  {
    invariant: 'I5',
    what: 'a withdrawal under review that reserves nothing',
    sql: `insert into withdrawal (id, customer_id, asset, amount, hold_id, state, returned)
      values ('wdr_x', 'cus_x', 'MXN', 100, 'hld_x', 'under-review', false)`,
    says: /withdrawal wdr_x reserves 100, hold hld_x has undefined left/,
  },
  {
    invariant: 'I5',
    what: 'a withdrawal that ended with its reservation, which an order holds',
    sql: `insert into withdrawal (id, customer_id, asset, amount, hold_id, state, returned)
      select 'wdr_x', customer_id, 'MXN', 100, hold_id, 'cancelled', false from trade_order where order_id = ${resting}`,
    says: /withdrawal wdr_x reserves 0, hold hld_\w+ has \d+ left/,
  },
  {
    invariant: 'I10',
    what: 'a deposit no rail told of',
    sql: `insert into deposit (id, rail_id, external_id, stage, amount_minor, credited_minor, customer_id, entry_id)
      values ('dep_x', 'test-spei', 'made-up', 'credited', 500, 500, 'cus_x', 'ent_x')`,
    says: /deposit dep_x: credited 500, the rail told of nothing, its entry moved nothing/,
  },
  {
    invariant: 'I10',
    what: 'a deposit credited twice',
    sql: `insert into deposit (id, rail_id, external_id, stage)
      values ('dep_x', 'test-spei', 'same', 'held'), ('dep_y', 'test-spei', 'same', 'held')`,
    says: /reference same of test-spei is credited 2 times/,
  },
  {
    invariant: 'I10',
    what: 'a credit without a deposit',
    acts: {
      of: "select min(seq) from ledger_entry where kind = 'practice-grant'",
      change: one((act) => ({ ...act, kind: 'deposit' })),
    },
    says: /entry \d+ \(deposit\) credits a customer and is of no deposit/,
  },
  ...moneyPlants,
  {
    invariant: 'I12',
    what: 'a proposal decided by whoever made it',
    sql: `insert into approval (id, kind, subject, maker, payload_hash, created_at, expires_at)
        values ('apv_x', 'withdrawal.accept', 'wdr_x', 'opr_x', 'h', 1, 9);
      insert into approval_decision (approval_id, outcome, payload_hash, decided_by, decided_at)
        values ('apv_x', 'approved', 'h', 'opr_x', 2)`,
    says: /approval apv_x \(withdrawal.accept\) of opr_x was decided by opr_x/,
  },
  {
    invariant: 'I12',
    what: 'a withdrawal accepted by nobody',
    sql: `insert into withdrawal (id, customer_id, asset, amount, net, hold_id, state, returned)
      values ('wdr_x', 'cus_x', 'MXN', 100, 90, 'hld_x', 'doing', false)`,
    says: /withdrawal wdr_x was accepted under approval none/,
  },
  {
    invariant: 'I13',
    what: 'shares sold before they were free',
    sql: `update trade_fill set filled_at = (select max(filled_at) - 1000 from trade_fill) where side = 'buy' and instrument_id in (select instrument_id from trade_fill where side = 'sell')`,
    says: /has sold \d+, and \d+ were free/,
  },
  {
    invariant: 'I13',
    what: 'a lock that ends a day early',
    sql: `update trade_fill set sellable_at = sellable_at - 86400000 where fill_id = ${boughtFill}`,
    says: /may be sold from \d+ instead of \d+/,
  },
  {
    invariant: 'I13',
    what: 'a settlement on the trade date',
    sql: `update trade_fill set settles_on = settles_on - 1 where fill_id = ${sold}`,
    says: /settles on [\d-]+ instead of [\d-]+/,
  },
  { invariant: 'I13', what: 'a lock that is gone', sql: 'delete from position_lock', says: /lock .* is missing/ },
  {
    invariant: 'I13',
    what: 'a lock of less than was bought',
    sql: 'update position_lock set quantity = quantity - 1',
    says: /lock .* is \d+, bought were \d+/,
  },
  {
    invariant: 'I14',
    what: 'money customers are owed and nobody holds',
    acts: {
      of: 'select seq from ledger_head',
      change: (act, noOf) => {
        const postings = [{ ...gift, account: noOf(/^cus_.*:stock:MXN$/) }]
        const entry = { kind: 'gift', cause: 'ent_01KJ0000000000000000000009', payload: {}, postings }
        return [act, { ...act, ...entry, number: act.number + 1n }]
      },
    },
    says: /customers are owed \d+ MXN, custody has \d+/,
  },
  {
    invariant: 'I15',
    what: 'a position of more than the ledger has',
    sql: 'update position set quantity = quantity + 1 where quantity > 0',
    says: /position cus_\w+ \S+ is \d+, the ledger has \d+/,
  },
  {
    invariant: 'I15',
    what: 'a cost that is not that of the fills',
    sql: 'update position set cost = cost + 1 where quantity > 0',
    says: /position .* is .*, its fills come to/,
  },
  { invariant: 'I15', what: 'shares without a position', sql: 'delete from position', says: /and no position/ },
  {
    invariant: 'I16',
    what: 'a fee that is not the published one',
    sql: `update trade_fill set fee = fee + 1, amount = amount - 1 where fill_id = ${boughtFill}`,
    says: /cost \d+ \+ \d+ \+ \d+, due was/,
  },
  {
    invariant: 'I16',
    what: 'a schedule nobody published',
    sql: "update trade_order set fee_schedule = 'mx-secret'",
    says: /mx-secret is no schedule for/,
  },
  ...conversionPlants,
  ...tickPlants,
]
