import type { ActEdit } from '@bolsillo/checker/testing/act-edits-store'
import { everyLine, line, one } from '@bolsillo/checker/testing/journal-plants'
import { instant } from '@bolsillo/kernel'
import { fixtureId } from '@bolsillo/ledger/fixtures'

/** One change of one table, with nothing else mended: by SQL, or in the bytes of a block. */
export interface RawEdit {
  readonly table: string
  readonly what: string
  readonly sql?: string
  readonly acts?: ActEdit
}

const cash = "(select account_no from ledger_account where id like 'cus_%:stock:MXN' order by account_no limit 1)"
// Entries of the journal: with many postings, with one that reserves something, and in a block with another act before it.
const bought = "select max(seq) from ledger_entry where kind = 'stock-buy'"
const reserving = 'select min(seq) from ledger_posting where hold_id is not null'
const second = 'select first + 1 from journal_block where last > first order by first desc limit 1'
const block = '(select first from journal_block order by first offset 5 limit 1)'
const ofBlock = (change: string): string => `update journal_block set ${change} where first = ${block}`
const inBytes = (what: string, of: string, change: ActEdit['change']): RawEdit => ({
  ...{ table: 'journal_block', what: `edit ${what}` },
  acts: { of, change },
})
const aRecord = "select min(number) from journal_act where kind = 'audit'"
/** As whoever records something leaves it. */
const said = '{"action":"a.b","actor":"cus_x","at":1,"details":{},"subject":"cus_y"}'
export const recordWaits = `update audit_count set records = records + 1;
  insert into act_queue (place, kind, actor, subject, key, payload) overriding system value
    select 99999, 'audit', 'cus_x', 'cus_y', records::text, '${said}' from audit_count;
  insert into audit_index select records, 99999, 'cus_x', 'a.b', 'cus_y', sha256(convert_to('${said}', 'UTF8')) from audit_count`
const copied = (table: string, change: string): string =>
  `create temporary table copied as select * from ${table} limit 1; update copied set ${change}; insert into ${table} select * from copied`

/** As the ledger does itself when the list in a balance is full: nothing is wrong with it. */
const putAway = `insert into ledger_account_acts
    select account_no, substring(recent_acts from octet_length(recent_acts) - 7)::bigint, recent_acts from ledger_balance
    where recent_acts <> '';
  update ledger_balance set recent_acts = ''`

/** Every table of the ledger, and every column of the journal, changed in every way that leaves a table. */
export const rawEdits: readonly RawEdit[] = [
  ...(
    [
      ['an id', one((act) => ({ ...act, cause: fixtureId('ent', 9) }))],
      ['a kind', one((act) => ({ ...act, kind: 'gift' }))],
      ['a time, a day back', one((act) => ({ ...act, at: instant(act.at - 86_400_000) }))],
      ['an actor', one((act) => ({ ...act, actor: 'nobody' }))],
      ['a reference', one((act) => ({ ...act, subject: 'order:none' }))],
      ['a detail', one((act) => ({ ...act, payload: { ...act.payload, price: '0.001' } }))],
      ['a number', one((act) => ({ ...act, number: act.number + 1n }))],
      ['the order of postings', one((act) => ({ ...act, postings: act.postings.toReversed() }))],
      ['the account of a posting', line(0, (row) => ({ ...row, account: row.account + 1 }))],
      ['an amount', line(0, (row) => ({ ...row, posted: row.posted + 1n }))],
      ['a running balance', line(0, (row) => ({ ...row, postedAfter: row.postedAfter + 1n }))],
      ['a running reservation', line(0, (row) => ({ ...row, heldAfter: row.heldAfter + 1n }))],
      ['what it moved: nothing', one((act) => ({ ...act, postings: [] }))],
    ] as const
  ).map(([what, change]) => inBytes(what, bought, change)),
  ...(
    [
      ['a reserved amount', everyLine((row) => (row.held === 0n ? row : { ...row, held: row.held - 1n }))],
      ['a hold', everyLine((row) => (row.held === 0n ? row : { ...row, holdId: fixtureId('hld', 9) }))],
    ] as const
  ).map(([what, change]) => inBytes(what, reserving, change)),
  inBytes('the place of an act', second, (act) => [{ ...act, number: act.number - 1n }]),
  inBytes('an act: out', second, () => []),
  inBytes('an act: in twice', second, (act) => [act, act]),
  inBytes('the number an account is given', 'select min(named_seq) from ledger_balance', (act) => [
    { ...act, payload: { number: 9999n } },
  ]),
  inBytes('the account a number is given to', 'select min(named_seq) from ledger_balance', (act) => [
    { ...act, subject: 'house:fees:XXX' },
  ]),
  {
    table: 'journal_block',
    what: 'edit an act, and make its head anew',
    acts: { of: bought, change: one((act) => ({ ...act, actor: 'nobody' })), heads: 'of the block' },
  },
  ...[
    ['a head', 'head = sha256(head)'],
    ['the body', 'body = set_byte(body, 9, get_byte(body, 9) # 1)'],
    ['the body: cut off', 'body = substring(body from 1 for octet_length(body) - 1)'],
    ['the body: bytes behind it', "body = body || '\\x00'"],
    ['a place', 'places = set_byte(places, 3, 1)'],
    ['places: one more', "places = places || '\\x00000000'"],
    ['its numbers', 'first = first + 1000000, last = last + 1000000'],
    ['its last number', 'last = last + 1'],
  ].map(([what = '', change = '']) => ({ table: 'journal_block', what: `edit ${what}`, sql: ofBlock(change) })),
  { table: 'journal_block', what: 'delete', sql: `delete from journal_block where first = ${block}` },
  {
    table: 'journal_block',
    what: 'insert a copy at the end',
    sql: copied(
      'journal_block',
      'last = (select seq + 1 from ledger_head) + last - first, first = (select seq + 1 from ledger_head)',
    ),
  },
  {
    table: 'journal_block',
    what: 'swap two',
    sql: `create temporary table pair as select one.first from journal_block as one
        join journal_block as other on other.first = one.last + 1
        where other.last - other.first = one.last - one.first and one.first > 1 order by one.first limit 1;
      create temporary table one as select journal_block.* from journal_block join pair using (first);
      create temporary table other as select journal_block.* from journal_block, one where journal_block.first = one.last + 1;
      update journal_block set (head, places, body) = (select head, places, body from other) where first = (select first from one);
      update journal_block set (head, places, body) = (select head, places, body from one) where first = (select first from other)`,
  },
  {
    table: 'journal_block',
    what: 'cut off the end',
    sql: 'delete from journal_block where first > (select seq - 3 from ledger_head)',
  },
  { table: 'journal_block', what: 'truncate', sql: 'truncate journal_block' },
  {
    table: 'ledger_block',
    what: 'insert an entry from before acts',
    sql: `insert into ledger_block (first_seq, last_seq, ids, kinds, recorded_ats, actors, "references", details, hashes,
        places, lines, account_nos, posted, held, hold_ids, posted_after, held_after)
      values (1, 1, '{ent_01KJ0000000000000000000009}', '{gift}', '{1}', '{nobody}', '{a:b}', '{"{}"}', array[sha256('')],
        '{0}', '{0}', array[${cash}], '{1}', '{0}', '{null}', '{1}', '{0}')`,
  },
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
  {
    table: 'ledger_balance',
    what: 'edit which act gave its number',
    sql: `update ledger_balance set named_seq = named_seq + 1 where account_no = ${cash}`,
  },
  {
    table: 'ledger_balance',
    what: 'forget which act gave its number',
    sql: `update ledger_balance set named_seq = null where account_no = ${cash}`,
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
    what: 'edit what it was opened with',
    sql: 'update ledger_hold set opened = opened + 1',
  },
  {
    table: 'ledger_hold',
    what: 'edit which entry opened it',
    sql: 'update ledger_hold set opened_seq = opened_seq - 1 where remaining > 0',
  },
  { table: 'ledger_hold', what: 'delete', sql: 'delete from ledger_hold where remaining > 0' },
  { table: 'ledger_hold', what: 'insert', sql: copied('ledger_hold', "id = 'hld_01KJ0000000000000000000009'") },
  inBytes(
    'what a record says',
    aRecord,
    one((act) => ({ ...act, payload: { ...act.payload, details: [] } })),
  ),
  inBytes(
    'the number of a record',
    aRecord,
    one((act) => ({ ...act, payload: { ...act.payload, number: 7n } })),
  ),
  inBytes(
    'whom a record concerns',
    aRecord,
    one((act) => ({ ...act, subject: 'nobody' })),
  ),
  {
    ...inBytes('a record: out, with every head', aRecord, () => []),
    acts: { of: aRecord, change: () => [], heads: 'all' },
  },
  ...[
    'place = place + 1',
    "actor = 'x'",
    "action = 'a.x'",
    "subject = 'x'",
    'digest = sha256(digest)',
    'seq = 99999',
  ].map((change) => ({
    ...{ table: 'audit_index', what: `edit: ${change}` },
    sql: `update audit_index set ${change} where seq = 2`,
  })),
  { table: 'audit_index', what: 'delete', sql: 'delete from audit_index where seq = 2' },
  { table: 'audit_index', what: 'insert', sql: copied('audit_index', 'seq = 99999') },
  { table: 'audit_index', what: 'cut off the end', sql: 'delete from audit_index where seq > 2' },
  { table: 'audit_count', what: 'edit', sql: 'update audit_count set records = records - 1' },
  { table: 'audit_count', what: 'delete', sql: 'delete from audit_count' },
  {
    table: 'audit_record',
    what: 'insert a record from before they were acts',
    sql: `insert into audit_record (seq, payload, hash)
      values (1, '{"action":"a.b","actor":"x","at":1,"details":{},"subject":"x"}', sha256(''))`,
  },
  ...(
    [
      ['delete', 'delete from act_queue where place = 99999'],
      ['edit its number', "update act_queue set key = '1' where place = 99999"],
      ['edit whom it concerns', "update act_queue set subject = 'x' where place = 99999"],
      ['edit by whom it is', "update act_queue set actor = 'x' where place = 99999"],
      ['edit what it says', `update act_queue set payload = replace(payload, '"at":1', '"at":2') where place = 99999`],
      ['make it an act of a row', "update act_queue set kind = 'row-removed', payload = null where place = 99999"],
      [
        'delete it with its row of the index',
        'delete from act_queue where place = 99999; delete from audit_index where place = 99999',
      ],
    ] as const
  ).map(([what, sql]) => ({ table: 'act_queue', what: `a record that waits: ${what}`, sql: `${recordWaits}; ${sql}` })),
  { table: 'ledger_head', what: 'set it back', sql: 'update ledger_head set seq = seq - 1' },
  { table: 'ledger_head', what: 'edit the highest id', sql: "update ledger_head set highest_id = 'ent_'" },
  { table: 'ledger_head', what: 'edit its hash', sql: 'update ledger_head set hash = sha256(hash)' },
  {
    table: 'ledger_entry_id',
    what: 'edit',
    sql: 'update ledger_entry_id set seq = seq + 1 where seq = (select max(seq) from ledger_entry_id)',
  },
  {
    table: 'ledger_entry_id',
    what: 'delete',
    sql: 'delete from ledger_entry_id where seq = (select max(seq) from ledger_entry_id)',
  },
  {
    table: 'ledger_balance',
    what: 'forget the newest acts that posted to it',
    sql: `update ledger_balance set recent_acts = '' where account_no = ${cash}`,
  },
  {
    table: 'ledger_balance',
    what: 'name another act that posted to it',
    sql: `update ledger_balance set recent_acts = set_byte(recent_acts, 6, 7) where account_no = ${cash}`,
  },
  { table: 'ledger_account_acts', what: 'delete', sql: `${putAway}; delete from ledger_account_acts` },
  {
    table: 'ledger_account_acts',
    what: 'edit which acts',
    sql: `${putAway}; update ledger_account_acts set acts = set_byte(acts, 6, 7)`,
  },
  {
    table: 'ledger_account_acts',
    what: 'edit the act it is found by',
    sql: `${putAway}; update ledger_account_acts set last = last + 1`,
  },
  { table: 'ledger_account_acts', what: 'insert', sql: `${putAway}; ${copied('ledger_account_acts', 'last = 999')}` },
  {
    table: 'ledger_account_block',
    what: 'insert',
    sql: `insert into ledger_account_block values (${cash}, 999)`,
  },
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
