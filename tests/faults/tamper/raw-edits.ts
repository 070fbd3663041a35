/** One change of one table, with nothing else mended. */
export interface RawEdit {
  readonly table: string
  readonly what: string
  readonly sql: string
}

const cash = "(select account_no from ledger_account where id like 'cus_%:stock:MXN' order by account_no limit 1)"
// A block in the middle of the journal that has postings with and without a hold.
const block = '(select first_seq from ledger_block where cardinality(places) > 3 order by first_seq offset 5 limit 1)'
const ofBlock = (change: string): string => `update ledger_block set ${change} where first_seq = ${block}`
const copied = (table: string, change: string): string =>
  `create temporary table copied as select * from ${table} limit 1; update copied set ${change}; insert into ${table} select * from copied`

/** Every table of the ledger, and every column of the journal, changed in every way that leaves a table. */
export const rawEdits: readonly RawEdit[] = [
  ...[
    ['an id', "ids[1] = 'ent_01KJ0000000000000000000009'"],
    ['a kind', "kinds[1] = 'gift'"],
    ['a time, a day back', 'recorded_ats[1] = recorded_ats[1] - 86400000'],
    ['an actor', "actors[1] = 'nobody'"],
    ['a reference', `"references"[1] = 'order:none'`],
    ['a detail', `details[1] = '{"price":"0.001"}'`],
    ['a hash', 'hashes[1] = sha256(hashes[1])'],
    ['the entry of a posting', 'places[2] = 9'],
    ['the order of postings', 'lines = array[lines[2], lines[1]] || lines[3:]'],
    ['the account of a posting', `account_nos[1] = account_nos[1] + 1`],
    ['an amount', 'posted[1] = posted[1] + 1'],
    ['a reserved amount', 'held[1] = held[1] + 1'],
    ['a hold', "hold_ids[1] = 'hld_01KJ0000000000000000000009'"],
    ['a running balance', 'posted_after[1] = posted_after[1] + 1'],
    ['a running reservation', 'held_after[1] = held_after[1] + 1'],
    ['its number', 'first_seq = first_seq + 1000000, last_seq = last_seq + 1000000'],
  ].map(([what = '', change = '']) => ({ table: 'ledger_block', what: `edit ${what}`, sql: ofBlock(change) })),
  { table: 'ledger_block', what: 'delete', sql: `delete from ledger_block where first_seq = ${block}` },
  {
    table: 'ledger_block',
    what: 'insert a copy at the end',
    sql: copied(
      'ledger_block',
      "first_seq = (select seq + 1 from ledger_head), last_seq = (select seq + 1 from ledger_head), ids[1] = 'ent_01KJ0000000000000000000009'",
    ),
  },
  {
    table: 'ledger_block',
    what: 'swap two',
    sql: `create temporary table pair as select one.first_seq as seq from ledger_block as one
        join ledger_block as other on other.first_seq = one.first_seq + 1 and other.last_seq = other.first_seq limit 1;
      update ledger_block set first_seq = 1000000 + first_seq where first_seq in (select seq + step from pair, unnest(array[0, 1]) as step);
      update ledger_block set first_seq = 2 * seq + 1 - (first_seq - 1000000), last_seq = 2 * seq + 1 - (first_seq - 1000000)
      from pair where first_seq > 1000000`,
  },
  {
    table: 'ledger_block',
    what: 'cut off the end',
    sql: 'delete from ledger_block where first_seq > (select seq - 3 from ledger_head)',
  },
  { table: 'ledger_block', what: 'truncate', sql: 'truncate ledger_block' },
  {
    table: 'ledger_account',
    what: 'rename',
    sql: `update ledger_account set id = id || 'X' where account_no = ${cash}`,
  },
  {
    table: 'ledger_account',
    what: 'swap two names',
    sql: `update ledger_account as one set id = other.id, owner = other.owner
      from ledger_account as other where one.id like 'cus_%:stock:MXN' and other.id like 'cus_%:stock:MXN' and one.account_no <> other.account_no`,
  },
  { table: 'ledger_account', what: 'delete', sql: `delete from ledger_account where account_no = ${cash}` },
  {
    table: 'ledger_account_kind',
    what: 'let customers’ cash fall below zero',
    sql: "update ledger_account_kind set side = -1 where owner_kind = 'customer' and purse = 'stock'",
  },
  {
    table: 'ledger_account_kind',
    what: 'delete',
    sql: "delete from ledger_account_kind where purse = 'rounding'",
  },
  {
    table: 'ledger_balance',
    what: 'edit what there is',
    sql: `update ledger_balance set posted = posted + 100 where account_no = ${cash}`,
  },
  {
    table: 'ledger_balance',
    what: 'edit what is reserved',
    sql: `update ledger_balance set held = held + 100 where account_no = ${cash}`,
  },
  {
    table: 'ledger_balance',
    what: 'move it to another account',
    sql: `update ledger_balance set posted = posted - 100 where account_no = ${cash};
      update ledger_balance set posted = posted + 100 where account_no = (select max(account_no) from ledger_account where id like 'cus_%:stock:MXN')`,
  },
  {
    table: 'ledger_balance',
    what: 'turn it to the other side',
    sql: `update ledger_balance set side = -side where account_no = ${cash}`,
  },
  { table: 'ledger_balance', what: 'delete', sql: `delete from ledger_balance where account_no = ${cash}` },
  {
    table: 'ledger_balance',
    what: 'insert',
    sql: "insert into ledger_balance (account_no, side, asset, posted) values (9999, 1, 'MXN', 5)",
  },
  {
    table: 'ledger_hold',
    what: 'edit what is left',
    sql: 'update ledger_hold set remaining = remaining - 1 where remaining > 1',
  },
  {
    table: 'ledger_hold',
    what: 'close an open one',
    sql: 'update ledger_hold set remaining = 0, closed_seq = opened_seq where remaining > 0',
  },
  { table: 'ledger_hold', what: 'delete', sql: 'delete from ledger_hold where remaining > 0' },
  { table: 'ledger_hold', what: 'insert', sql: copied('ledger_hold', "id = 'hld_01KJ0000000000000000000009'") },
  { table: 'ledger_head', what: 'set it back', sql: 'update ledger_head set seq = seq - 1' },
  { table: 'ledger_head', what: 'edit its hash', sql: 'update ledger_head set hash = sha256(hash)' },
  { table: 'ledger_entry_id', what: 'edit', sql: 'update ledger_entry_id set seq = seq + 1 where seq = 4' },
  { table: 'ledger_entry_id', what: 'delete', sql: 'delete from ledger_entry_id where seq = 4' },
  { table: 'ledger_account_block', what: 'delete', sql: `delete from ledger_account_block where account_no = ${cash}` },
  { table: 'ledger_account_block', what: 'insert', sql: copied('ledger_account_block', 'first_seq = 999') },
  {
    table: 'ledger_tree',
    what: 'insert a node beyond the journal',
    sql: "insert into ledger_tree (level, place, hash) select 8, coalesce(max(place), -1) + 1, sha256('') from ledger_tree where level = 8",
  },
  {
    table: 'ledger_practice_grant',
    what: 'delete, so that it can be taken again',
    sql: 'delete from ledger_practice_grant where customer_id = (select min(customer_id) from ledger_practice_grant)',
  },
  {
    table: 'ledger_practice_grant',
    what: 'backdate',
    sql: 'update ledger_practice_grant set granted_at = granted_at - 86400000',
  },
]
