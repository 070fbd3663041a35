import { forgottenPlants, type Plant } from './forgotten-plants.ts'

/** Money that came and neither ends nor is seen by anybody, and payments that are not what was asked: one row a violation. */
export const moneyPlants: readonly Plant[] = [
  ...forgottenPlants,
  {
    invariant: 'I11',
    what: 'a withdrawal that is complete and was never paid',
    sql: `insert into withdrawal (id, customer_id, asset, amount, net, hold_id, state, returned)
      values ('wdr_x', 'cus_x', 'MXN', 100, 90, 'hld_x', 'complete', true)`,
    says: /withdrawal wdr_x is complete, its payout is not there/,
  },
  {
    invariant: 'I11',
    what: 'a withdrawal paid twice',
    sql: `insert into payout (id, cause, asset, minor)
      values ('pay_x', 'wdr_x', 'MXN', 90), ('pay_y', 'wdr_x', 'MXN', 90)`,
    says: /wdr_x is paid out 2 times/,
  },
  {
    invariant: 'I11',
    what: 'money on its way that is not in clearing',
    sql: `insert into withdrawal (id, customer_id, asset, amount, net, hold_id, state, returned)
      values ('wdr_x', 'cus_x', 'MXN', 100, 90, 'hld_x', 'doing', true)`,
    says: /house:payouts:MXN has 0, on their way are 90/,
  },
  {
    invariant: 'I10',
    what: 'money held for nobody',
    sql: `insert into deposit (id, asset, stage, amount_minor, reversed_minor) values ('dep_x', 'MXN', 'held', 500, 100)`,
    says: /house:unmatched:MXN has 0, held deposits come to 400/,
  },
  {
    invariant: 'I10',
    what: 'a debt to a rail that holds money for us',
    sql: `with owed as (
        insert into ledger_account (account_no, id, owner, owner_kind, purse, asset)
        select 999999, owner || ':owed:' || asset, owner, owner_kind, 'owed', asset from ledger_account
        where id in (select id from ledger_account join ledger_balance using (account_no)
          where purse = 'custody' and ledger_balance.posted < 0 limit 1)
        returning account_no, asset)
      insert into ledger_balance (account_no, side, asset, posted, held) select account_no, 1, asset, 7, 0 from owed`,
    says: /:owed:\S+ is 7 while that rail holds \d+/,
  },
  {
    invariant: 'I10',
    what: 'a payment more of which came back than was paid',
    sql: `with paid as (insert into payout (id, cause, asset, minor) values ('pay_z', 'dep_z', 'MXN', 90) returning id),
        stood as (insert into payout_state (payout_id, state) values ('pay_z', 'confirmed') returning payout_id)
      insert into payout_return (rail_id, return_id, payout_id, minor) select 'test', 'r', id, 91 from paid`,
    says: /payment pay_z of 90 \(confirmed\) came back with 91/,
  },
  {
    invariant: 'I10',
    what: 'a payment more of which came back than arrived, though not more than was asked for',
    sql: `with paid as (insert into payout (id, cause, asset, minor) values ('pay_z', 'dep_z', 'MXN', 90) returning id),
        stood as (insert into payout_state (payout_id, state, arrived_minor) values ('pay_z', 'confirmed', 80) returning payout_id)
      insert into payout_return (rail_id, return_id, payout_id, minor) select 'test', 'r', id, 81 from paid`,
    says: /payment pay_z of 80 \(confirmed\) came back with 81/,
  },
  {
    invariant: 'I10',
    what: 'a claim of money nobody is owed',
    sql: `insert into deposit_claim (id, deposit_id, asset, minor) values ('clm_x', 'dep_x', 'MXN', 70);
      insert into deposit_claim_step (claim_id, way, minor) values ('clm_x', 'write-off', 20)`,
    says: /house:claims:MXN has 0, open claims come to 50/,
  },
  {
    invariant: 'I10',
    what: 'money we are owed and nobody claims',
    sql: `with owed as (
        insert into ledger_account (account_no, id, owner, owner_kind, purse, asset)
        select 999998, 'house:claims:MXN', 'house', 'house', 'claims', 'MXN'
        where not exists (select from ledger_account where id = 'house:claims:MXN') returning account_no)
      insert into ledger_balance (account_no, side, asset, posted, held)
      select account_no, -1, 'MXN', -7, 0 from owed`,
    says: /house:claims:MXN has -7, open claims come to 0/,
  },
  {
    invariant: 'I10',
    what: 'a claim that gave back more than was covered of it',
    sql: `insert into deposit_claim (id, deposit_id, asset, minor) values ('clm_x', 'dep_x', 'MXN', 70);
      insert into deposit_claim_back (claim_id, rail_id, return_id, open_minor, paid_minor, written_off_minor)
      values ('clm_x', 'test', 'r', 60, 5, 5)`,
    says: /claim clm_x of 70 is open 10, paid -5, written off -5/,
  },
  {
    invariant: 'I10',
    what: 'a withdrawal paid too much without a claim of what it says',
    sql: `insert into withdrawal (id, customer_id, asset, amount, net, hold_id, state, returned, claim)
      values ('wdr_x', 'cus_x', 'MXN', 100, 90, 'hld_x', 'complete', true, 30);
      insert into deposit_claim (id, withdrawal_id, customer_id, asset, minor) values ('clm_x', 'wdr_x', 'cus_x', 'MXN', 20)`,
    says: /withdrawal wdr_x was paid 30 beyond what its customer had, its claim is of 20/,
  },
  {
    invariant: 'I10',
    what: 'an event that waits for more than a day',
    sql: `with told as (
        insert into rail_event (id, rail_id, kind, external_id, step, about, told_at)
        values ('rev_x', 'test', 'received', 'x', 0, 'x', 1) returning id),
        run as (insert into reconciliation_run (id, ran_at) values ('rec_x', 9000000000000) returning id)
      insert into rail_event_state (event_id, state) select id, 'waiting' from told`,
    says: /event rev_x of test waits since 1 and nobody sees it/,
  },
  {
    invariant: 'I10',
    what: 'an announcement that never ended',
    sql: `with run as (insert into reconciliation_run (id, ran_at) values ('rec_x', 9000000000000) returning id)
      insert into deposit (id, asset, stage, created_at) select 'dep_x', 'MXN', 'awaiting-payment', 1 from run`,
    says: /deposit dep_x is announced since 1 and has not ended/,
  },
  {
    invariant: 'I10',
    what: 'an event one person closed',
    sql: "insert into rail_event_state (event_id, state) values ('rev_y', 'closed')",
    says: /event rev_y is closed, and two people did not close it/,
  },
  {
    what: 'a conversion whose prices do not make its middle',
    invariant: 'I16',
    sql: 'update conversion_quote_tick set mid = mid + 1',
    says: /conversion fxq_\w+ has the middle \d+, its prices make \d+/,
  },
]
