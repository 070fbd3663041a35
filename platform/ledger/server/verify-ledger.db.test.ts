import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixtureEntry, fixtureId, fundingEntry, jorgePesos, mariaPesos, reserves, walmexBuyEntry } from '../fixtures.ts'
import { createLedger } from './create-ledger.ts'
import type { Ledger } from './ledger.ts'
import { type Verdict, verifyChain, verifyLedger } from './verify-ledger.ts'

let database: TestDatabase
let ledger: Ledger
const [filled, open] = [fixtureId('hld', 1), fixtureId('hld', 2)]
beforeEach(async () => {
  ledger = createLedger()
  database = await testDatabase()
  const entries = [
    fundingEntry(1, mariaPesos, 1_000_000n),
    fixtureEntry(2, [reserves(mariaPesos, 312_885n, filled)]),
    walmexBuyEntry(3, filled),
    fixtureEntry(4, [reserves(mariaPesos, 1000n, open)]),
    fundingEntry(5, jorgePesos, 77n),
  ]
  // Each in a block of its own, so that a statement can name it.
  for (const entry of entries) await transaction(database.sql, (tx) => ledger.post(tx, [entry]))
})
afterEach(async () => {
  await database.drop()
})

/** Does what nobody should: as the superuser, with the triggers off. */
async function tamper(statements: string): Promise<Verdict> {
  await database.owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx.unsafe(statements)
  })
  return await verifyLedger(database.sql)
}
const no = "(select account_no from ledger_account where id like '%01:stock:MXN')"
const arrays = ['places', 'lines', 'account_nos', 'posted', 'held', 'hold_ids', 'posted_after', 'held_after']
/** A posting taken out of a block: the others close up. */
const withoutPosting = (place: number): string =>
  arrays.map((name) => `${name} = ${name}[:${place - 1}] || ${name}[${place + 1}:]`).join(', ')
/** A copy of a block's first posting added at its end, said to belong to the entry at `place`. */
const withPosting = (place: string): string =>
  arrays
    .map((name) => `${name} = ${name} || ${{ places: place, lines: '8::smallint' }[name] ?? `${name}[1]`}`)
    .join(', ')

describe('verifying the books', () => {
  it('finds nothing where nothing was touched, and says how many entries there are', async () => {
    const { hash } = await ledger.head(database.sql)
    expect(await verifyLedger(database.sql)).toEqual({ ok: true, entries: 5n, head: { seq: 5n, hash } })
  })

  it('works within a transaction too', async () => {
    const verdict = await transaction(database.sql, async (tx) => {
      await ledger.post(tx, [fundingEntry(6, mariaPesos, 1n)])
      return await verifyLedger(tx)
    })
    expect(verdict).toMatchObject({ ok: true, entries: 6n })
  })

  it.each<[string, string, bigint, RegExp]>([
    [
      'an edited kind',
      "update ledger_block set kinds[1] = 'gift' where first_seq = 3",
      3n,
      /entry 3 .* its hash differs/,
    ],
    ['an edited time', 'update ledger_block set recorded_ats[1] = 1 where first_seq = 2', 2n, /entry 2 /],
    [
      'an edited id',
      "update ledger_block set ids[1] = 'ent_01KJ0000000000000000000009' where first_seq = 2",
      2n,
      /hash differs/,
    ],
    ['an edited actor', "update ledger_block set actors[1] = 'nobody' where first_seq = 5", 5n, /hash differs/],
    ['an edited reference', `update ledger_block set "references"[1] = 'a:b' where first_seq = 1`, 1n, /hash differs/],
    [
      'an edited detail',
      `update ledger_block set details[1] = '{"quantity":"51"}' where first_seq = 3`,
      3n,
      /hash differs/,
    ],
    ['an edited hash', 'update ledger_block set hashes[1] = sha256(hashes[1]) where first_seq = 4', 4n, /hash differs/],
    ['an edited amount', 'update ledger_block set posted[2] = posted[2] + 1 where first_seq = 3', 3n, /hash differs/],
    ['an edited hold', 'update ledger_block set held[1] = held[1] - 1 where first_seq = 3', 3n, /hash differs/],
    ['an edited balance after', 'update ledger_block set posted_after[1] = 0 where first_seq = 5', 5n, /hash differs/],
    [
      'money given to another',
      `update ledger_block set account_nos[1] = ${no} where first_seq = 5`,
      5n,
      /hash differs/,
    ],
    ['a deleted posting', `update ledger_block set ${withoutPosting(3)} where first_seq = 3`, 3n, /hash differs/],
    [
      'an inserted posting',
      `update ledger_block set ${withPosting('0::integer')} where first_seq = 1`,
      1n,
      /hash differs/,
    ],
    [
      'postings of no entry',
      `update ledger_block set ${withPosting('8::integer')} where first_seq = 1`,
      9n,
      /belongs to no entry/,
    ],
    [
      'two swapped postings',
      'update ledger_block set lines = array[lines[2], lines[1]] || lines[3:] where first_seq = 3',
      3n,
      /hash differs/,
    ],
    ['a deleted entry', 'delete from ledger_block where first_seq = 2', 2n, /entry 2 is missing; the next one is 3/],
    [
      'a deleted end',
      'delete from ledger_block where first_seq = 5',
      4n,
      /head of the chain says entry 5, the journal ends at 4/,
    ],
    [
      'an inserted entry',
      `create temporary table one as select * from ledger_block where first_seq = 5;
       update one set first_seq = 6, last_seq = 6, ids[1] = 'ent_01KJ0000000000000000000006';
       insert into ledger_block select * from one`,
      6n,
      /hash differs/,
    ],
    [
      'two swapped entries',
      `update ledger_block as one set ids = other.ids, kinds = other.kinds, recorded_ats = other.recorded_ats,
         actors = other.actors, "references" = other."references", details = other.details, hashes = other.hashes
       from ledger_block as other where one.first_seq in (1, 2) and other.first_seq = 3 - one.first_seq`,
      1n,
      /hash differs/,
    ],
    [
      'two entries swapped with all they moved',
      `update ledger_block set first_seq = first_seq + 10, last_seq = last_seq + 10 where first_seq in (4, 5);
       update ledger_block set first_seq = 19 - first_seq, last_seq = 19 - last_seq where first_seq > 10`,
      4n,
      /hash differs/,
    ],
    [
      'a renamed account',
      "alter table ledger_account drop constraint ledger_account_check; update ledger_account set id = replace(id, '02:stock', '03:stock') where id like '%02:stock:MXN'",
      5n,
      /hash differs/,
    ],
  ])('finds %s and names the first bad row', async (_, statements, seq, problem) => {
    expect(await tamper(statements)).toMatchObject({ ok: false, seq, problem: expect.stringMatching(problem) })
  })

  it.each<[string, string, RegExp]>([
    [
      'an edited balance',
      `update ledger_balance set posted = posted + 1 where account_no = ${no}`,
      /:stock:MXN has posted 687116, its postings come to 687115/,
    ],
    [
      'an edited held amount',
      `update ledger_balance set held = held + 1 where account_no = ${no}`,
      /has held 1001, its postings come to 1000/,
    ],
    [
      'a balance kept in another asset',
      `update ledger_balance set asset = 'USD' where account_no = ${no}`,
      /is kept in USD/,
    ],
    [
      'an entry filed under another id',
      "update ledger_entry_id set id = id || 'X' where seq = 2",
      /is not found under its id/,
    ],
    ['an entry filed under no id', 'delete from ledger_entry_id where seq = 2', /is not found under its id/],
    [
      'lines hidden from their account',
      `delete from ledger_account_block where account_no = ${no} and first_seq = 1`,
      /the lines of account number .* and the block at 1 do not agree/,
    ],
    ['a deleted balance', `delete from ledger_balance where account_no = ${no}`, /has no balance/],
    [
      'an account turned to the other side',
      `update ledger_balance set posted = 0, held = 0, side = -1 where account_no = ${no}`,
      /is kept on the wrong side/,
    ],
    [
      'a hold released in secret',
      `update ledger_hold set remaining = 0, closed_seq = 5 where id = '${open}'`,
      /has held 1000, its open holds come to 0/,
    ],
    [
      'a hold made smaller with its balance',
      `update ledger_hold set remaining = 999 where id = '${open}'`,
      /its open holds come to 999/,
    ],
    [
      'a closed hold rewritten',
      `update ledger_hold set opened = 1 where id = '${filled}'`,
      /hold hld_.*01 on .* is not what its postings made of it/,
    ],
    ['a deleted hold', `delete from ledger_hold where id = '${filled}'`, /hold hld_.*01 .*is not what/],
    [
      'an edited chart of accounts',
      "update ledger_account_kind set holds = true where purse = 'fees'",
      /the chart of accounts differs .*house fees/,
    ],
    [
      'an account removed',
      `alter table ledger_balance drop constraint ledger_balance_account_no_fkey; delete from ledger_account where id like 'house:vat%'`,
      /hash differs/,
    ],
    [
      'the head moved',
      'update ledger_head set seq = 4, hash = (select hashes[1] from ledger_block where first_seq = 4)',
      /head of the chain says entry 4, the journal ends at 5/,
    ],
  ])('finds %s', async (_, statements, problem) => {
    expect(await tamper(statements)).toMatchObject({ ok: false, problem: expect.stringMatching(problem) })
  })

  it('follows the chain on from where it stopped, a bounded step at a time', async () => {
    const first = await verifyChain(database.sql, { seq: 0n, hash: '0'.repeat(64) }, 2)
    if (!first.ok) throw new Error(first.problem)
    expect(first.entries).toBe(2n)
    expect(await verifyChain(database.sql, first.head, 2)).toMatchObject({ ok: true, entries: 4n })
    await tamper("update ledger_block set kinds[1] = 'gift' where first_seq = 4")
    expect(await verifyChain(database.sql, first.head)).toMatchObject({ ok: false, seq: 4n })
  })
})
