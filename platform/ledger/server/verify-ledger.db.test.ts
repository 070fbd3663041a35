import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fixtureEntry, fixtureId, fundingEntry, jorgePesos, mariaPesos, reserves, walmexBuyEntry } from '../fixtures.ts'
import { createLedger } from './create-ledger.ts'
import { type Verdict, verifyChain, verifyLedger } from './verify-ledger.ts'

let database: TestDatabase
const ledger = createLedger()
const [filled, open] = [fixtureId('hld', 1), fixtureId('hld', 2)]
beforeEach(async () => {
  database = await testDatabase()
  await transaction(database.sql, (tx) =>
    ledger.post(tx, [
      fundingEntry(1, mariaPesos, 1_000_000n),
      fixtureEntry(2, [reserves(mariaPesos, 312_885n, filled)]),
      walmexBuyEntry(3, filled),
      fixtureEntry(4, [reserves(mariaPesos, 1000n, open)]),
      fundingEntry(5, jorgePesos, 77n),
    ]),
  )
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
    ['an edited kind', "update ledger_entry set kind = 'gift' where seq = 3", 3n, /entry 3 .* its hash differs/],
    ['an edited time', 'update ledger_entry set recorded_at = recorded_at + 1 where seq = 2', 2n, /entry 2 /],
    ['an edited id', "update ledger_entry set id = 'ent_01KJ0000000000000000000009' where seq = 2", 2n, /hash differs/],
    ['an edited actor', "update ledger_entry set actor = 'nobody' where seq = 5", 5n, /hash differs/],
    ['an edited reference', "update ledger_entry set reference = 'a:b' where seq = 1", 1n, /hash differs/],
    ['an edited detail', `update ledger_entry set details = '{"quantity":"51"}' where seq = 3`, 3n, /hash differs/],
    ['an edited hash', 'update ledger_entry set hash = sha256(hash) where seq = 4', 4n, /hash differs/],
    [
      'an edited amount',
      'update ledger_posting set posted = posted + 1 where seq = 3 and line = 1',
      3n,
      /hash differs/,
    ],
    ['an edited hold', 'update ledger_posting set held = held - 1 where seq = 3 and line = 0', 3n, /hash differs/],
    ['an edited balance after', 'update ledger_posting set posted_after = 0 where seq = 5', 5n, /hash differs/],
    [
      'money given to another',
      `update ledger_posting set account_no = ${no} where seq = 5 and line = 0`,
      5n,
      /hash differs/,
    ],
    ['a deleted posting', 'delete from ledger_posting where seq = 3 and line = 2', 3n, /hash differs/],
    [
      'an inserted posting',
      'insert into ledger_posting select seq, 8, account_no, posted, held, hold_id, posted_after, held_after from ledger_posting where seq = 1 and line = 0',
      1n,
      /hash differs/,
    ],
    [
      'postings of no entry',
      'insert into ledger_posting select 9, line, account_no, posted, held, hold_id, posted_after, held_after from ledger_posting where seq = 1',
      9n,
      /belongs to no entry/,
    ],
    [
      'two swapped postings',
      'update ledger_posting set line = line + 10 where seq = 3 and line < 2; update ledger_posting set line = 11 - line where seq = 3 and line >= 10',
      3n,
      /hash differs/,
    ],
    [
      'a deleted entry',
      'delete from ledger_entry where seq = 2; delete from ledger_posting where seq = 2',
      2n,
      /entry 2 is missing; the next one is 3/,
    ],
    [
      'a deleted end',
      'delete from ledger_entry where seq = 5; delete from ledger_posting where seq = 5',
      4n,
      /head of the chain says entry 5, the journal ends at 4/,
    ],
    [
      'an inserted entry',
      "insert into ledger_entry select 6, 'ent_01KJ0000000000000000000006', kind, recorded_at, actor, reference, details, hash from ledger_entry where seq = 5",
      6n,
      /hash differs/,
    ],
    [
      'two swapped entries',
      'update ledger_entry set seq = seq + 10 where seq in (1, 2); update ledger_entry set seq = 13 - seq where seq > 10',
      1n,
      /hash differs/,
    ],
    [
      'two entries swapped with all they moved',
      'update ledger_entry set seq = seq + 10 where seq in (4, 5); update ledger_entry set seq = 19 - seq where seq > 10; update ledger_posting set seq = seq + 10 where seq in (4, 5); update ledger_posting set seq = 19 - seq where seq > 10',
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
      'an edited count of holds',
      `update ledger_balance set holds = 2 where account_no = ${no}`,
      /has held 1000 in 2, its open holds come to 1000 in 1/,
    ],
    ['a deleted balance', `delete from ledger_balance where account_no = ${no}`, /has no balance/],
    [
      'an account turned to the other side',
      `update ledger_balance set posted = 0, held = 0, holds = 0, side = -1 where account_no = ${no}`,
      /is kept on the wrong side/,
    ],
    [
      'a hold released in secret',
      `update ledger_hold set remaining = 0, closed_seq = 5 where id = '${open}'`,
      /has held 1000 in 1, its open holds come to 0 in 0/,
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
      'update ledger_head set seq = 4, hash = (select hash from ledger_entry where seq = 4)',
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
    await tamper("update ledger_entry set kind = 'gift' where seq = 4")
    expect(await verifyChain(database.sql, first.head)).toMatchObject({ ok: false, seq: 4n })
  })
})
