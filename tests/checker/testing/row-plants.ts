import type { Act } from '@bolsillo/ledger/domain'
import type { ActChange } from './act-edits-store.ts'
import type { Plant } from './forgotten-plants.ts'
import { one } from './journal-plants.ts'

const ofOperators = "select min(number) from journal_act where kind = 'row-kept' and subject = 'operator'"
const waits = (values: string): string =>
  `insert into act_queue (place, transaction, queued_at, kind, actor, cause, subject, key, commitment) values (99999, '1', ${values})`
/** The checker's own session, named as those of a server are. */
const atWork = "set local application_name = 'bolsillo'; "
const aDay = (pass: number, at: number): string =>
  `insert into position_lock_passed (pass_no, customer_id, instrument_id, sellable_at, passed_at, quantity)
    values (${pass}, 'cus_x', 'WALMEX.MX', 9, ${at}, 1); `
const now = '(extract(epoch from now()) * 1000)::bigint'

const twice: ActChange = (act) => [act, { ...act, number: act.number + 1n }]

/** I8: rows that decide something and are not what their acts say, and acts that say nothing. */
export const rowPlants: readonly Plant[] = (
  [
    [
      'a role somebody gave',
      { sql: "update operator set roles = '{admin}'" },
      /operator opr_\w+ is not what its last act says/,
    ],
    [
      'a member of staff nobody let go',
      { sql: 'delete from operator' },
      /operator opr_\w+ is gone, and no act says so/,
    ],
    [
      'a member of staff nobody took in',
      {
        sql: "create temporary table more as select * from operator limit 1; update more set id = 'opr_x'; insert into operator select * from more",
      },
      /operator opr_x was written without an act: it has no salt/,
    ],
    [
      'the same with a salt',
      {
        sql: `create temporary table more as select * from operator limit 1; update more set id = 'opr_x';
          insert into operator select * from more; insert into row_salt values ('operator', 'opr_x', decode(repeat('00', 16), 'hex'))`,
      },
      /operator opr_x was written without an act$/m,
    ],
    [
      'another salt',
      { sql: "update row_salt set salt = sha256(salt) where table_name = 'operator'" },
      /operator opr_\w+ is not what its last act says/,
    ],
    [
      'a salt that is gone',
      { sql: "delete from row_salt where table_name = 'operator'" },
      /operator opr_\w+ was written without an act: it has no salt/,
    ],
    [
      'an act without a cause',
      { acts: { of: ofOperators, change: one((act) => ({ ...act, payload: omitted(act.payload) })) } },
      /act \d+: operator opr_\w+ was written by nobody knows what/,
    ],
    [
      'an act that has no commitment',
      { acts: { of: ofOperators, change: one((act) => ({ ...act, payload: { key: 'x', commitment: 'y' } })) } },
      /act \d+ \(row-kept\) says nothing of a row/,
    ],
    [
      'an act of a row whose table leaves none',
      { acts: { of: ofOperators, change: one((act) => ({ ...act, subject: 'job' })) } },
      /act \d+ is of job, whose rows leave no acts/,
    ],
    ['an act that is there twice', { acts: { of: ofOperators, change: twice } }, /act \d+ repeats act:\d+/],
    [
      'the end of what was never there',
      { sql: waits(`${now}, 'row-removed', 'x', 'job:x', 'operator', 'opr_x', null`) },
      /act at place 99999: operator opr_x is gone, and was never there/,
    ],
    [
      'an act that waits for its number',
      { sql: atWork + waits(`${now} - 20000, 'row-kept', 'x', 'job:x', 'operator', 'opr_x', sha256('')`) },
      /the act at place 99999 has waited for its number for \d+ ms/,
    ],
    [
      'a wait that passed without a record',
      { sql: "insert into destination_wait_passed values ('dst_x', 'cus_x', 1)" },
      /destination_wait_passed: something passed 1 times for cus_x, the audit has 0 of them/,
    ],
    [
      'a day that passed without a record',
      { sql: aDay(1, 1) + aDay(2, 1) + aDay(3, 2) },
      /position_lock_passed: something passed 2 times for cus_x, the audit has 0 of them/,
    ],
    [
      'a day that passed where money is real',
      { sql: `${aDay(1, 1)} update installation set mode = 'LIVE'` },
      /position_lock_passed has rows of cus_x, and the market is LIVE/,
    ],
    [
      'a day that passed in a market that does not say what it is',
      { sql: `${aDay(1, 1)} delete from installation` },
      /position_lock_passed has rows of cus_x, and the market is not said/,
    ],
    [
      'a record as the cause that is not there',
      { sql: waits(`${now}, 'row-kept', 'x', 'audit:99999', 'operator', 'opr_x', sha256('')`) },
      /rows were written because of record 99999 of the audit, which ends at \d+/,
    ],
  ] as const
).map(([what, change, says]) => ({ invariant: 'I8', what, says, ...change }))

const omitted = (payload: Act['payload']): Act['payload'] =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => name !== 'by'))
