import { instant } from '@bolsillo/kernel'
import type { Act, ActPosting } from '@bolsillo/ledger/domain'
import type { ActChange } from './act-edits-store.ts'
import type { Plant } from './forgotten-plants.ts'

/** Another act in the place of one. */
export const one =
  (change: (act: Act) => Act): ActChange =>
  (act) => [change(act)]

type LineChange = (posting: ActPosting) => ActPosting

/** A change of one line of an act. */
export const line = (at: number, change: LineChange): ActChange =>
  one((act) => ({ ...act, postings: act.postings.map((row, index) => (index === at ? change(row) : row)) }))

/** A change of every line of an act. */
export const everyLine = (change: LineChange): ActChange =>
  one((act) => ({ ...act, postings: act.postings.map(change) }))

const bought = "select max(entry_seq) from trade_fill where side = 'buy'"
const lastEntry = "select max(seq) from ledger_entry_id where starts_with(id, 'ent_')"
// An account that something was posted to, and the act that gave it its number.
const account = '(select min(account_no) from ledger_balance where named_seq is not null)'
const naming = 'select min(named_seq) from ledger_balance'
// A block with several acts.
const block = '(select min(first) from journal_block where last > first + 1)'
const minuteEarlier = one((act) => ({ ...act, at: instant(act.at - 60_000) }))

const recordAct = "select min(number) from journal_act where kind = 'audit'"
const waitingRecord = (number: string): string =>
  `insert into act_queue (place, transaction, queued_at, kind, actor, subject, key, payload)
    select 99999, '1', 1, 'audit', 'cus_x', 'cus_x', ${number}, '{"action":"a.b","actor":"cus_x","at":1,"details":{},"subject":"cus_x"}'`
const nextRecord = '((select records from audit_count) + 1)::text'
const inPayload = (change: (payload: Act['payload']) => Act['payload']): ActChange =>
  one((act) => ({ ...act, payload: change(act.payload) }))

/** Records of the audit that are not what their acts say, and acts that are no records. */
const recordPlants: readonly (readonly [string, Pick<Plant, 'sql' | 'acts'>, RegExp])[] = [
  [
    'a record of the audit that is not found',
    { sql: 'delete from audit_index where seq = 2' },
    /1 records of the audit are acts and not in its index/,
  ],
  [
    'a record of the audit of no act',
    { sql: 'insert into audit_index select 99999, place, actor, action, subject, digest from audit_index limit 1' },
    /record 99999 of the audit is in its index and in no act/,
  ],
  ...['place = place + 1', "actor = 'x'", "action = 'a.x'", "subject = 'x'", 'digest = sha256(digest)'].map(
    (change) =>
      [
        `a record of the audit that is found otherwise: ${change}`,
        { sql: `update audit_index set ${change} where seq = 2` },
        /record 2 of the audit is not what its index says/,
      ] as const,
  ),
  [
    'more records than there are acts of them',
    { sql: 'update audit_count set records = records + 1' },
    /the audit says it has \d+ records, its last act is \d+/,
  ],
  [
    'another detail of a record, every head made anew',
    { acts: { of: recordAct, change: inPayload((payload) => ({ ...payload, details: [['by', 'x']] })), heads: 'all' } },
    /record \d+ of the audit is not what its index says/,
  ],
  [
    'another time of a record, every head made anew',
    { acts: { of: recordAct, change: minuteEarlier, heads: 'all' } },
    /record \d+ of the audit is not what its index says/,
  ],
  [
    'a number of a record twice',
    { acts: { of: recordAct, change: inPayload((payload) => ({ ...payload, number: 7n })) } },
    /act \d+ is record 7 of the audit, where 1 is missing/,
  ],
  [
    'an act of the audit that is no record',
    { acts: { of: recordAct, change: inPayload(({ action: _, ...payload }) => payload) } },
    /act \d+ \(audit\) is no record/,
  ],
  [
    'an act that names a record of the audit out of turn',
    {
      acts: {
        of: 'select max(seq) from ledger_entry_id',
        change: one((act) => ({
          ...{ ...act, kind: 'audit-head', subject: 'audit', postings: [] },
          payload: { number: 1n, hash: new Uint8Array(32) },
        })),
      },
    },
    /act \d+ names record 1 of the audit out of turn/,
  ],
  [
    'a record that waits and is in no index',
    { sql: waitingRecord(nextRecord) },
    /1 records of the audit are acts and not in its index/,
  ],
  [
    'a record that waits under another number',
    { sql: waitingRecord("'99999'") },
    /the act at place 99999 is record 99999 of the audit, where \d+ is missing/,
  ],
  [
    'what waits as a record and is none',
    {
      sql: "insert into act_queue (place, queued_at, kind, actor, subject, key, payload) values (99999, 1, 'audit', 'x', 'x', '1', '{}')",
    },
    /the act at place 99999 is no record of the audit/,
  ],
  [
    'a record whose act was taken away before it was in the journal',
    {
      sql: `insert into audit_index select records + 1, 99999, 'cus_x', 'a.b', 'cus_x', sha256('') from audit_count;
        update audit_count set records = records + 1`,
    },
    /record \d+ of the audit is in its index and in no act/,
  ],
]

/** I8: a journal that is not what was recorded, and indexes over it that say something else. */
export const journalPlants: readonly Plant[] = (
  [
    [
      'an edited entry, the head of its block left',
      { acts: { of: bought, change: minuteEarlier } },
      /block \d+ does not have the head of its content/,
    ],
    [
      'an edited entry, the head of its block made anew: the next block does not follow it',
      { acts: { of: bought, change: minuteEarlier, heads: 'of the block' } },
      /block \d+ does not have the head of its content/,
    ],
    [
      'an edited act of the last block, its head made anew',
      { acts: { of: 'select seq from ledger_head', change: minuteEarlier, heads: 'of the block' } },
      /the head says \d+ \w+, the journal ends at/,
    ],
    [
      'an entry that is gone',
      { acts: { of: bought, change: () => [], heads: 'all' } },
      /act \d+ is missing: the next (?:one is|block begins with) \d+|block \d+ says it ends with \d+ of/,
    ],
    [
      'an end that is gone',
      { sql: 'delete from journal_block where first = (select max(first) from journal_block)' },
      /the head says \d+ \w+, the journal ends at/,
    ],
    [
      'a block that is gone',
      { sql: `delete from journal_block where first = ${block}` },
      /act \d+ is missing: the next block begins with \d+/,
    ],
    [
      'an entry with the number of another',
      { acts: { of: bought, change: one((act) => ({ ...act, number: act.number + 1n })), heads: 'all' } },
      /act \d+ is missing: the next one is \d+/,
    ],
    [
      'an entry that takes the place of another',
      {
        acts: {
          of: `select first + 1 from journal_block where first = ${block}`,
          change: one((act) => ({ ...act, number: act.number - 1n })),
          heads: 'all',
        },
      },
      /act \d+ is missing: the next one is \d+/,
    ],
    [
      'a place that is not that of its act',
      { sql: `update journal_block set places = set_byte(places, 7, get_byte(places, 7) # 1) where first = ${block}` },
      /act \d+ does not begin where block \d+ says/,
    ],
    [
      'a place too many',
      { sql: `update journal_block set places = places || places, last = last + 1 where first = ${block}` },
      /block \d+ says it ends with \d+ of \d+, its acts with \d+/,
    ],
    [
      'bytes that are no act',
      { sql: `update journal_block set body = set_byte(body, 0, 0) where first = ${block}` },
      /block \d+ cannot be read: act 1: not an act/,
    ],
    [
      'a head that is not that of its block',
      { sql: `update journal_block set head = sha256(head) where first = ${block}` },
      /block \d+ does not have the head of its content/,
    ],
    [
      'an act that gives an account the number of another',
      { acts: { of: naming, change: one((act) => ({ ...act, payload: { number: 999_999n } })), heads: 'all' } },
      /act \d+ gives \S+ the number 999999, which account 999999 has/,
    ],
    [
      'an act that gives a number to another account',
      { acts: { of: naming, change: one((act) => ({ ...act, subject: 'house:fees:XXX' })), heads: 'all' } },
      /act \d+ gives house:fees:XXX the number \d+, which \S+ has/,
    ],
    [
      'an account that no act gave its number',
      {
        acts: {
          of: naming,
          change: one((act) => ({ ...act, payload: { ...act.payload, other: 1n } })),
          heads: 'all',
        },
      },
      /act \d+ moves \S+, which no act gave a number/,
    ],
    [
      'an act of no cause we know',
      { acts: { of: bought, change: one((act) => ({ ...act, cause: 'none' })), heads: 'all' } },
      /act \d+ \(stock-buy\) is no entry and gives no account a number: none/,
    ],
    [
      'two entries of one id',
      { acts: { of: lastEntry, change: (act) => [act, act], heads: 'all' } },
      /entry \d+ repeats the id ent_\w+/,
    ],
    [
      'a balance that names another act for its number',
      { sql: `update ledger_balance set named_seq = named_seq + 1 where account_no = ${account}` },
      /got its number in act \d+ by its balance, \d+ by the journal/,
    ],
    [
      'a balance that names no act for its number',
      { sql: `update ledger_balance set named_seq = null where account_no = ${account}` },
      /got its number in act undefined by its balance, \d+ by the journal/,
    ],
    [
      'an index that names an act too many',
      { sql: "update ledger_balance set recent_acts = recent_acts || '\\x00000000000f423f' where recent_acts <> ''" },
      /is noted in act 999999, where act undefined posted to it/,
    ],
    [
      'an index that names another act',
      { sql: `update ledger_balance set recent_acts = set_byte(recent_acts, 6, 77) where account_no = ${account}` },
      /is noted in act \d+, where act \d+ posted to it/,
    ],
    [
      'an index row that is found by another act',
      {
        sql: `insert into ledger_account_acts select account_no, 3, recent_acts from ledger_balance
            where account_no = ${account};
          update ledger_balance set recent_acts = '' where account_no = ${account}`,
      },
      /is noted up to act 3 in a row that ends with \d+/,
    ],
    [
      'an index that names no act',
      { sql: `update ledger_balance set recent_acts = '' where account_no = ${account}` },
      /is noted in \d+ acts, \d+ posted to it/,
    ],
    [
      'an index row of a block from before acts that is not there',
      { sql: `insert into ledger_account_block values (${account}, 999999)` },
      /is noted in block 999999, which did not post to it/,
    ],
    [
      'an entry filed as another',
      { sql: `update ledger_entry_id set seq = seq + 1 where seq = (${lastEntry})` },
      /ent_\w+ is filed as entry \d+, it is \d+/,
    ],
    [
      'an entry filed under no id',
      { sql: `delete from ledger_entry_id where seq = (${lastEntry})` },
      /1 entries are filed under no id/,
    ],
    [
      'an id of no entry',
      { sql: "insert into ledger_entry_id values ('ent_none', 3)" },
      /ent_none is filed as entry 3, it is undefined/,
    ],
    ...recordPlants,
  ] satisfies readonly (readonly [string, Pick<Plant, 'sql' | 'acts'>, RegExp])[]
).map(([what, change, says]) => ({ invariant: 'I8', what, ...change, says }))
