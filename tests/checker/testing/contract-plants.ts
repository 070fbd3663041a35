import { line } from './journal-plants.ts'
import type { Plant } from './plants.ts'

/** The tables plants of contracts change: copies of them are changed, so what no constraint would allow can be. */
export const contractTables = [
  'contract_position',
  'contract_booking',
  'contract_funding',
  'contract_funding_looks',
  'contract_funding_payment',
  'contract_liquidation_step',
  'contract_liquidation_end',
  'contract_margin_warning',
  'contract_premium',
  'journal_block',
  'ledger_balance',
  'ledger_hold',
  'trade_order',
  'trade_fill',
] as const

const open = '(select position_id from contract_position where closed_at is null order by position_id limit 1)'
const ownerOf = (position: string): string =>
  `(select customer_id from contract_position where position_id = ${position})`
const closing =
  "(select entry_id from contract_booking where what = 'fill' and realised <> 0 and liquidation_id is null limit 1)"
const filled = "(select entry_id from contract_booking where what = 'fill' order by entry_id limit 1)"
const partial = "kind = 'partial'"
const firstStep = `(select liquidation_id from contract_liquidation_step where ${partial} limit 1)`
const uncharged = '(select entry_id from contract_booking where fee_uncharged > 0 limit 1)'
const turned = "(select entry_id from contract_booking where what = 'fill' group by entry_id having count(*) = 2)"

/** One row a violation: what somebody might do to the books of contracts, and what the finding must say. */
export const contractPlants: readonly Plant[] = [
  {
    invariant: 'I15',
    what: 'a position larger than its fills',
    sql: `update contract_position set size = size + 1 where position_id = ${open}`,
    says: /position pos_\w+ is -?\d+ .*, its entries come to/,
  },
  {
    invariant: 'I15',
    what: 'an entry price somebody moved',
    sql: `update contract_position set entry = entry - 1000000 where position_id = ${open}`,
    says: /position pos_\w+ is .*, its entries come to/,
  },
  {
    invariant: 'I15',
    what: 'a result that is not that of the fills',
    sql: `update contract_booking set realised = realised - 1 where entry_id = ${closing}`,
    says: /realised -?\d+ of pos_\w+, its fills come to/,
  },
  {
    invariant: 'I6',
    what: 'a result the entry did not move',
    sql: `update contract_booking set realised = realised - 1 where entry_id = ${closing}`,
    says: /moved -?\d+ on cus_\w+:contract:USDT instead of/,
  },
  {
    invariant: 'I15',
    what: 'a position that is gone',
    sql: `delete from contract_position where position_id = ${open}`,
    says: /of position pos_\w+ of cus_\w+ in .* which is not there/,
  },
  {
    invariant: 'I15',
    what: 'funding a position does not say',
    sql: `update contract_position set funding = funding + 5 where position_id = ${open}`,
    says: /position pos_\w+ is .*, its entries come to/,
  },
  {
    invariant: 'I5',
    what: 'a margin its reservation does not have',
    sql: `update contract_position set margin = margin + 1 where position_id = ${open}`,
    says: /position pos_\w+ has a margin of \d+, hold hld_\w+ has \d+ left/,
  },
  {
    invariant: 'I5',
    what: 'a reservation of no position',
    sql: `update contract_position set hold_id = null where position_id = ${open}`,
    says: /hold hld_\w+ on .* has \d+ left and no open order/,
  },
  {
    invariant: 'I5',
    what: 'an open position nothing is reserved for',
    sql: `update contract_position set margin = 0, hold_id = null, mode = 'isolated', liquidation_id = null, funding = 0
      where position_id = ${open}`,
    says: /position pos_\w+ is open without margin/,
  },
  {
    invariant: 'I6',
    what: 'a fill that was not booked',
    sql: `delete from contract_booking where entry_id = ${filled}`,
    says: /entry \d+ \(contract-\w+, order:ord_\w+\) is of no booking/,
  },
  {
    invariant: 'I6',
    what: 'a fill that turned a position, its commission moved from what it opened to what it closed',
    sql: `update contract_booking set fee = fee + (case when realised = 0 then -1 else 1 end) where entry_id = ${turned};
      update contract_position as position set fees = (
        select sum(fee) from contract_booking as own where own.position_id = position.position_id)
      where position_id in (select position_id from contract_booking where entry_id = ${turned})`,
    says: /turned pos_\w+ and books on what it closed a fee of \d+ instead of \d+/,
  },
  {
    invariant: 'I6',
    what: 'a fill that turned a position, booked on the one it closed only',
    sql: `delete from contract_booking where entry_id = ${turned} and realised = 0`,
    says: /says sell 0\.30+ .*, its booking -/,
  },
  {
    invariant: 'I15',
    what: 'a fill that turned a position, booked whole on the one it closed',
    sql: `update contract_booking as closing set size = closing.size + opening.size,
          fee = closing.fee + opening.fee, vat = closing.vat + opening.vat
        from contract_booking as opening where closing.entry_id = ${turned} and closing.realised <> 0
        and opening.entry_id = closing.entry_id and opening.position_id <> closing.position_id;
      delete from contract_booking where entry_id = ${turned} and realised = 0`,
    says: /closes \d+ of pos_\w+, open were/,
  },
  {
    invariant: 'I6',
    what: 'a booking of another price than the fill',
    sql: `update contract_booking set price = price + 10 where entry_id = ${filled}`,
    says: /says (buy|sell) .*, its booking/,
  },
  {
    invariant: 'I6',
    what: 'a booking without a fill',
    sql: `delete from trade_fill where entry_id = ${filled}`,
    says: /entry \d+ \(contract-\w+, order:ord_\w+\) is of no fill/,
  },
  {
    invariant: 'I16',
    what: 'a commission that is not the published one',
    sql: `update contract_booking set fee = fee + 1 where entry_id = ${filled};
      update trade_fill set fee = fee + 1 where entry_id = ${filled}`,
    says: /fil_\w+ cost .* with what was not charged, due was/,
  },
  {
    invariant: 'I6',
    what: 'an order that says a commission the ledger did not take',
    sql: `update trade_fill set fee = 45000000, vat = 7200000 where entry_id = ${uncharged}`,
    says: /fil_\w+ is .*, its booking/,
  },
  {
    invariant: 'I16',
    what: 'a commission left out though there was money',
    sql: `update contract_booking set fee_uncharged = 1 where entry_id = ${filled}`,
    says: /entry \d+: 1 of charges were left out, and \d+ was there/,
  },
  {
    invariant: 'I16',
    what: 'a payment of funding that is not size × mark × rate',
    sql: 'update contract_funding_payment set minor = minor + 2 where size > 0',
    says: /funding .*: pos_\w+ was paid -?\d+, \d+ at \d+ come to/,
  },
  {
    invariant: 'I16',
    what: 'funding that does not come to zero',
    acts: {
      of: "select seq from ledger_entry where kind = 'contract-funding' order by seq limit 1",
      change: line(0, (row) => ({ ...row, posted: row.posted + 1n })),
    },
    says: /funding .* comes to 1 instead of zero/,
  },
  {
    invariant: 'I16',
    what: 'funding on another size than was open',
    sql: 'update contract_funding_payment set size = size + 1000 where size > 0',
    says: /was paid on \d+ of pos_\w+, at the instant it had \d+/,
  },
  {
    invariant: 'I16',
    what: 'a sum of funding that is not that of its payments',
    sql: 'update contract_funding set paid = paid + 1',
    says: /funding .* says \d+ among \d+, its payments come to \d+/,
  },
  {
    invariant: 'I16',
    what: 'a rate of funding that is not that of its looks',
    sql: 'update contract_funding set rate = rate + 1',
    says: /funding \S+ \d+ is -?\d+ at \d+ of \d+ looks, its looks come to -?\d+ at/,
  },
  {
    invariant: 'I16',
    what: 'a look at the premium that somebody changed',
    sql: 'update contract_funding_looks set premiums[1] = premiums[1] + 900000000',
    says: /funding \S+ \d+ is -?\d+ at \d+ of \d+ looks, its looks come to -?\d+ at/,
  },
  {
    invariant: 'I16',
    what: 'looks of an instant that are gone',
    sql: `insert into contract_funding_looks
      select symbol, at - 28800000, ats, premiums, marks, index_prices from contract_funding_looks;
      delete from contract_funding_looks where at in (select at from contract_funding)`,
    says: /funding \S+ \d+ has no looks to make its rate of/,
  },
  {
    invariant: 'I16',
    what: 'a liquidation of somebody who had enough',
    sql: `update contract_liquidation_step set inputs = jsonb_set(inputs, '{positions,0,mark}',
      to_jsonb(((inputs #>> '{positions,0,mark}')::bigint + 500000)::text)) where ${partial}`,
    says: /step 1 of liq_\w+: the account had \d+ and was to keep \d+/,
  },
  {
    invariant: 'I16',
    what: 'a mark that is not the middle of what it was made of',
    sql: `update contract_liquidation_step set inputs = jsonb_set(jsonb_set(inputs, '{marks,0,basis}', '"1.00"'),
      '{marks,0,funded}', '"1.00"') where ${partial}`,
    says: /used a mark of BTC-USDT-PERP, \d+, that is not what it was made of/,
  },
  {
    invariant: 'I16',
    what: 'a margin table nobody published',
    sql: `update contract_liquidation_step set inputs = jsonb_set(inputs, '{positions,0,tiers,0,maintenancePpm}', '"30000"')
      where ${partial}`,
    says: /used a table of BTC-USDT-PERP nobody published/,
  },
  {
    invariant: 'I16',
    what: 'a step decided on money that was not there',
    sql: `update contract_liquidation_step set inputs = jsonb_set(inputs, '{cashFine}', '"1000000"') where ${partial}`,
    says: /was decided on 1000000 and a fund of \d+, there was/,
  },
  {
    invariant: 'I16',
    what: 'a liquidation that closed more than its step asked for',
    sql: `update contract_liquidation_step set quantity = quantity - 1 where ${partial}`,
    says: /entry \d+ closed \d+ at \d+; step \d+ of liq_\w+ allowed/,
  },
  {
    invariant: 'I16',
    what: 'a liquidation at a worse price than its step allowed',
    sql: `update contract_liquidation_step set worst_price = 10000000 where ${partial}`,
    says: /allowed \d+ at 10000000/,
  },
  {
    invariant: 'I16',
    what: 'a warning that was taken away',
    sql: `delete from contract_margin_warning where number = 1`,
    says: /the audit has contracts\.margin-warn of cus_\w+, and nothing is there/,
  },
  {
    invariant: 'I16',
    what: 'a warning at a mark that was not',
    sql: `update contract_margin_warning set inputs = jsonb_set(inputs, '{marks,0,mark}', '"1.00"') where number = 1`,
    says: /warning 1 of cus_\w+ \w+ used a mark or a table of [\w-]+ that nobody published/,
  },
  {
    invariant: 'I16',
    what: 'a warning of a ratio that the account did not have',
    sql: `update contract_margin_warning set ratio = ratio + 1 where number = 1`,
    says: /warning 1 of cus_\w+ \w+ says \d+, [\d.]+ of [\d.]+; it comes to/,
  },
  {
    invariant: 'I16',
    what: 'a warning that nothing called for',
    sql: `update contract_margin_warning set threshold = 9999 where number = 1`,
    says: /is not called for by 9999/,
  },
  {
    invariant: 'I16',
    what: 'a warning that is repeated',
    sql: `insert into contract_margin_warning
      select customer_id, account, number + 1, step, position_id, ratio, threshold, inputs, at
      from contract_margin_warning where number = 1 limit 1`,
    says: /warning 2 of cus_\w+ \w+ \(\w+\) does not follow/,
  },
  {
    invariant: 'I16',
    what: 'a step that is gone',
    sql: `delete from contract_liquidation_step where liquidation_id = ${firstStep}`,
    says: /is of liquidation liq_\w+, which has no step/,
  },
  {
    invariant: 'I16',
    what: 'a liquidation that ended while its position says it goes on',
    sql: `insert into contract_liquidation_end
      select liquidation_id, 7, at from contract_liquidation_step where kind = 'full' and mode = 'isolated' limit 1`,
    says: /liquidation liq_\w+ ended with 7/,
  },
  {
    invariant: 'I16',
    what: 'a liquidation that was begun and stands still while marks are known',
    sql: `update contract_position set liquidation_id = 'liq_00000000000000000000000009', updated_at = 1000
        where position_id = ${open};
      insert into contract_premium select symbol, 100000 + 60000 * minute, 0, 1, 1
        from contract_position, generate_series(1, 2) as minute where position_id = ${open}`,
    says: /liquidation liq_00000000000000000000000009 stands still since 1000/,
  },
  ...(['isolated', 'cross'] as const).map((mode) => ({
    invariant: 'I16' as const,
    what: `an account in ${mode} margin that is below what it must keep, and nobody liquidates it`,
    sql: `update contract_position set mode = '${mode}', entry = entry * 50 where closed_at is null and customer_id = ${ownerOf(open)};
      insert into contract_premium select symbol, 9000000000000 + 60000 * minute, 0,
          case when size > 0 then 1 else 9000000000000 end, 1
        from (select distinct on (symbol) symbol, size from contract_position
          where closed_at is null and customer_id = ${ownerOf(open)}) as held, generate_series(1, 3) as minute`,
    says: /is below what it must keep up to 9000000180000, and no liquidation was begun/,
  })),
  {
    invariant: 'I16',
    what: 'a position closed at somebody’s bankruptcy who was not liquidated',
    sql: `update contract_booking set price = price + 10 where what = 'deleveraging' and liquidation_id is null`,
    says: /positions were handed over at .*, and nobody’s was liquidated/,
  },
  {
    invariant: 'I15',
    what: 'an insurance fund that has less than was paid into it',
    sql: `update contract_booking set liquidation_fee = liquidation_fee + 1 where liquidation_fee > 0`,
    says: /the insurance fund has \d+, its pool and the bookings come to \d+/,
  },
  {
    invariant: 'I3',
    what: 'a customer below zero',
    sql: `update ledger_balance set posted = -1, held = 0 where account_no = (
      select account_no from ledger_account where id like 'cus_%:contract:USDT' limit 1)`,
    says: /:contract:USDT: balance -1/,
  },
]
