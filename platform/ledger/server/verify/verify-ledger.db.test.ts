import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  custodyPesos,
  fixtureEntry,
  fixtureId,
  fundingEntry,
  jorgePesos,
  mariaPesos,
  moves,
  reserves,
  walmexBuyEntry,
} from '../../fixtures.ts'
import { createLedger } from '../create-ledger.ts'
import type { Ledger } from '../ledger.ts'
import { BooksFold } from '../rows/fold-books.ts'
import { type Verdict, verifyChain, verifyLedger } from './verify-ledger.ts'

let database: TestDatabase
let ledger: Ledger
const [filled, open] = [fixtureId('hld', 1), fixtureId('hld', 2)]
beforeEach(async () => {
  ledger = createLedger()
  database = await testDatabase()
})
afterEach(async () => {
  await database.drop()
})

// Each in a block of its own, so that a statement can name it. With the acts that give accounts their numbers they are 3, 4,
// 9, 10 and 12.
const entries = [
  fundingEntry(1, mariaPesos, 1_000_000n),
  fixtureEntry(2, [reserves(mariaPesos, 312_885n, filled)]),
  walmexBuyEntry(3, filled),
  fixtureEntry(4, [reserves(mariaPesos, 1000n, open)]),
  fundingEntry(5, jorgePesos, 77n),
]
const postAll = async (): Promise<void> => {
  for (const entry of entries) await transaction(database.sql, (tx) => ledger.post(tx, [entry]))
}
/** Does what nobody should: as the superuser, with the triggers off. */
async function tamper(statements: string): Promise<Verdict> {
  await database.owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(statements)
  })
  return await verifyLedger(database.sql)
}
const no = "(select account_no from ledger_account where id like '%01:stock:MXN')"

describe('verifying the books', () => {
  beforeEach(postAll)

  it('follows acts that post to one account twice, wherever its list is cut', async () => {
    for (let number = 11; number <= 30; number += 1) {
      const entry = fixtureEntry(number, [moves(mariaPesos, 3n), moves(mariaPesos, -1n), moves(custodyPesos, -2n)])
      await transaction(database.sql, (tx) => ledger.post(tx, [entry]))
    }
    expect(await verifyLedger(database.owner)).toMatchObject({ ok: true })
  })

  it('finds nothing where nothing was touched, and says how many acts there are', async () => {
    const { hash } = await ledger.head(database.sql)
    expect(await verifyLedger(database.sql)).toEqual({ ok: true, entries: 12n, head: { seq: 12n, hash } })
  })

  it('works within a transaction too', async () => {
    const verdict = await transaction(database.sql, async (tx) => {
      await ledger.post(tx, [fundingEntry(6, mariaPesos, 1n)])
      return await verifyLedger(tx)
    })
    expect(verdict).toMatchObject({ ok: true, entries: 13n })
  })

  const edit = (first: number, at: string): string =>
    `update journal_block set body = set_byte(body, ${at}, get_byte(body, ${at}) # 1) where first = ${first}`
  /** What an edit in place leaves: a head recomputed for its block, and for those that follow. */
  const headsAnew = `do $$ declare block record; before bytea := decode(repeat('00', 32), 'hex'); begin
    for block in select first, body from journal_block order by first loop
      before := sha256('bolsillo.block.1'::bytea || before || sha256(block.body));
      update journal_block set head = before where first = block.first;
    end loop;
    update ledger_head set hash = before; end $$`
  const text = (from: string, to: string): string =>
    `update journal_block set body = overlay(body placing '${to}'::bytea from position('${from}'::bytea in body)) where position('${from}'::bytea in body) > 0`

  it.each<[string, string, bigint, RegExp]>([
    ['a bit of a body', edit(4, '20'), 4n, /^block 4 to 4 is not what was recorded: its hash differs$/],
    ['the last bit of a body', edit(5, 'octet_length(body) - 1'), 5n, /^block 5 to 9 .* its hash differs$/],
    ['an edited head', 'update journal_block set head = sha256(head) where first = 5', 5n, /its hash differs/],
    ['a deleted block', 'delete from journal_block where first = 4', 4n, /entry 4 is missing; the next one is 5/],
    [
      'a deleted end',
      'delete from journal_block where first = 11',
      10n,
      /head of the chain says entry 12, the journal ends at 10/,
    ],
    [
      'a deleted end of which nothing is filed',
      'delete from journal_block where first = 11; delete from ledger_entry_id where seq > 10',
      10n,
      /head of the chain says entry 12, the journal ends at 10/,
    ],
    [
      'two blocks swapped',
      `update journal_block set first = 100, last = 100 where first = 10; update journal_block set first = 10, last = 10 where first = 4;
       update journal_block set first = 4, last = 4 where first = 100`,
      4n,
      /its hash differs/,
    ],
    [
      'a place that is not where its act begins',
      'update journal_block set places = set_byte(places, 7, get_byte(places, 7) + 1) where first = 5',
      6n,
      /^act 6 is not where its block says$/,
    ],
    [
      'a place too few',
      'alter table journal_block drop constraint one_place_each; update journal_block set places = substring(places from 1 for 16) where first = 5',
      9n,
      /act 9 is not where its block says/,
    ],
    [
      'bytes behind the last act, well chained',
      `update journal_block set body = body || '\\x00' where first = 10; ${headsAnew}`,
      11n,
      /^act 11: byte \d+: not an array$/,
    ],
    [
      'an act that is not canonical, well chained',
      `${edit(10, 'octet_length(body) - 1')}; ${headsAnew}`,
      10n,
      /balance|canonical|posting|act 10/,
    ],
    [
      'two blocks swapped, well chained',
      `update journal_block set first = 100, last = 100 where first = 10; update journal_block set first = 10, last = 10 where first = 4;
       update journal_block set first = 4, last = 4 where first = 100; ${headsAnew}`,
      4n,
      /^act 4 says that it is number 10$/,
    ],
    [
      'a number given to another account, well chained',
      `${text(':fees:MXN', ':vats:MXN')}; ${headsAnew}`,
      5n,
      /^act 5 is of no kind that is known: account$/,
    ],
    [
      'an account that the chart does not know, well chained',
      `${text('house:vat:MXN', 'house:fee:MXN')}; ${headsAnew}`,
      6n,
      /^act 6 is of no kind that is known: account$/,
    ],
  ])('finds %s and names the first bad row', async (_, statements, seq, problem) => {
    expect(await tamper(statements)).toMatchObject({ ok: false, seq, problem: expect.stringMatching(problem) })
  })

  it('finds a journal made anew that agrees with itself by a head signed before', async () => {
    const signed = await ledger.head(database.sql)
    await tamper(`${text('stock-buy', 'stock-bye')}; ${headsAnew}`)
    expect(await verifyLedger(database.sql)).toMatchObject({ ok: true })
    expect(await verifyLedger(database.sql, { witnessed: [signed] })).toMatchObject({
      ok: false,
      seq: 12n,
      problem: expect.stringMatching(/^entry 12 was signed as [0-9a-f]{64}: the journal up to it was made anew$/),
    })
  })

  it('finds an account that gets two numbers, and a number that two accounts get', () => {
    const [fold, account] = [new BooksFold(), mariaPesos]
    expect(fold.name({ account, accountNo: 1 }, 1n)).toBeUndefined()
    expect(fold.name({ account, accountNo: 2 }, 2n)).toMatchObject({
      seq: 2n,
      problem: expect.stringMatching(/given before/),
    })
    expect(fold.name({ account: jorgePesos, accountNo: 1 }, 3n)).toMatchObject({ seq: 3n })
  })

  it.each<[string, string, RegExp]>([
    [
      'an edited balance',
      `update ledger_balance set posted = posted + 1 where account_no = ${no}`,
      /^ledger_balance account_no=\d+: posted is 687116, should be 687115$/,
    ],
    [
      'an edited held amount',
      `update ledger_balance set held = held + 1 where account_no = ${no}`,
      /^ledger_balance account_no=\d+: held is 1001, should be 1000$/,
    ],
    [
      'a balance kept in another asset',
      `update ledger_balance set asset = 'USD' where account_no = ${no}`,
      /^ledger_balance account_no=\d+: asset is USD, should be MXN$/,
    ],
    [
      'an entry filed under another id',
      "update ledger_entry_id set id = id || 'X' where seq = 4",
      /^ledger_filed id=ent_\w+: the row is missing, it should be id=ent_\w+ seq=4 sound=true$/,
    ],
    [
      'an entry filed under no id',
      'delete from ledger_entry_id where seq = 4',
      /^ledger_filed id=ent_\w+: the row is missing/,
    ],
    [
      'lines hidden from their account',
      `update ledger_balance set recent_acts = substring(recent_acts from 9) where account_no = ${no}`,
      /^ledger_account_acts account_no=\d+ seq=3: the row is missing, it should be account_no=\d+ seq=3 sound=true$/,
    ],
    [
      'an index of other acts',
      `update ledger_balance set recent_acts = set_byte(recent_acts, 7, 2) where account_no = ${no}`,
      /^ledger_account_acts account_no=\d+ seq=2: the row does not follow from anything/,
    ],
    [
      'an index of acts in another order',
      `update ledger_balance set recent_acts = substring(recent_acts from 9) || substring(recent_acts for 8) where account_no = ${no}`,
      /^ledger_account_acts account_no=\d+ seq=3: sound is false, should be true$/,
    ],
    [
      'an act that is in the index twice',
      `insert into ledger_account_acts select account_no, 3, substring(recent_acts for 8) from ledger_balance where account_no = ${no}`,
      /^ledger_account_acts account_no=\d+ seq=3: sound is false, should be true$/,
    ],
    [
      'acts that are found by another act than their last',
      `insert into ledger_account_acts select account_no, 11, recent_acts from ledger_balance where account_no = ${no};
       update ledger_balance set recent_acts = '' where account_no = ${no}`,
      /^ledger_account_acts account_no=\d+ seq=10: sound is false, should be true$/,
    ],
    [
      'bytes in the index that are no number',
      `update ledger_balance set recent_acts = recent_acts || '\\x00' where account_no = ${no}`,
      /^ledger_account_acts account_no=\d+ seq=0: the row does not follow from anything/,
    ],
    [
      'a row of the index that has no acts',
      `alter table ledger_account_acts drop constraint acts_are_numbers; insert into ledger_account_acts values (1, 999, '')`,
      /^ledger_account_acts account_no=1 seq=0: the row does not follow from anything/,
    ],
    [
      'a number said to be given by another act',
      `update ledger_balance set named_seq = 2 where account_no = ${no}`,
      /^ledger_balance account_no=\d+: named_seq is 2, should be 1$/,
    ],
    [
      'two accounts that change their names',
      `alter table ledger_account drop constraint ledger_account_check; update ledger_account set id = 'x' || id where id like 'house:%';
       update ledger_account set id = case when id like '%fees%' then 'house:vat:MXN' else 'house:fees:MXN' end where id like 'xhouse%'`,
      /^ledger_account account_no=\d+: id is house:\w+:MXN, should be house:\w+:MXN$/,
    ],
    [
      'an entry filed that is not there',
      "insert into ledger_entry_id values ('ent_x', 7)",
      /^ledger_filed id=ent_x: the row does not follow from anything, it is id=ent_x seq=7 sound=true$/,
    ],
    [
      'a hold that nobody opened',
      `insert into ledger_hold select 'hld_x', account_no, 5, 5, 4 from ledger_hold where id = '${open}'`,
      /^ledger_hold id=hld_x: the row does not follow from anything/,
    ],
    [
      'a deleted balance',
      `delete from ledger_balance where account_no = ${no}`,
      /^ledger_balance account_no=\d+: the row is missing/,
    ],
    [
      'an account turned to the other side',
      `update ledger_balance set posted = 0, held = 0, side = -1 where account_no = ${no}`,
      /^ledger_balance account_no=\d+: side is -1, should be 1$/,
    ],
    [
      'a hold released in secret',
      `delete from ledger_hold where id = '${open}'`,
      /^ledger_hold id=hld_\w+02: the row is missing/,
    ],
    [
      'a hold made smaller with its balance',
      `update ledger_hold set remaining = 999 where id = '${open}'`,
      /^ledger_hold id=hld_\w+02: remaining is \d+, should be 1000$/,
    ],
    [
      'a hold that is said to be opened with more',
      `update ledger_hold set opened = opened + 1 where id = '${open}'`,
      /^ledger_hold id=hld_\w+02: opened is 1001, should be 1000$/,
    ],
    [
      'a closed hold put back',
      `insert into ledger_hold select '${filled}', account_no, 5, 5, 4 from ledger_hold where id = '${open}'`,
      /^ledger_hold id=hld_\w+01: the row does not follow from anything/,
    ],
    [
      'an edited chart of accounts',
      "update ledger_account_kind set holds = true where purse = 'fees'",
      /^ledger_account_kind owner_kind=house purse=fees: holds is true, should be false$/,
    ],
    [
      'an account removed',
      `delete from ledger_account where id like 'house:vat%'`,
      /^ledger_account account_no=\d+: the row is missing, it should be .* id=house:vat:MXN/,
    ],
    [
      'another highest id',
      "update ledger_head set highest_id = highest_id || 'X'",
      /^ledger_head one=true: highest_id is ent_\w+X, should be ent_\w+$/,
    ],
    [
      'the head moved',
      'update ledger_head set seq = 10, hash = (select head from journal_block where first = 10)',
      /^ledger_head one=true: seq is 10, should be 12$/,
    ],
  ])('finds %s', async (_, statements, problem) => {
    expect(await tamper(statements)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) })
  })

  it('follows the chain on from where it stopped, a bounded step at a time', async () => {
    const first = await verifyChain(database.sql, { seq: 0n, hash: '0'.repeat(64) }, 4)
    if (!first.ok) throw new Error(first.problem)
    expect(first.entries).toBe(4n)
    expect(await verifyChain(database.sql, first.head, 2)).toMatchObject({ ok: true, entries: 9n })
    await tamper(edit(10, '20'))
    expect(await verifyChain(database.sql, first.head)).toMatchObject({ ok: false, seq: 10n })
  })
})
