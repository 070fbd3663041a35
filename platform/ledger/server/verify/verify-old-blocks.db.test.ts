import { instant } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  fixtureEntry,
  fixtureId,
  fundingEntry,
  jorgePesos,
  maria,
  mariaPesos,
  reserves,
  walmexBuyEntry,
} from '../../fixtures.ts'
import { createLedger } from '../create-ledger.ts'
import type { Ledger } from '../ledger.ts'
import { writeOldBlock } from '../testing/old-blocks-store.ts'
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

// Each in a block of its own, so that a statement can name it.
const entries = [
  fundingEntry(1, mariaPesos, 1_000_000n),
  fixtureEntry(2, [reserves(mariaPesos, 312_885n, filled)]),
  walmexBuyEntry(3, filled),
  fixtureEntry(4, [reserves(mariaPesos, 1000n, open)]),
  fundingEntry(5, jorgePesos, 77n),
]
const writeAllOld = async (): Promise<void> => {
  for (const entry of entries) await writeOldBlock(database.owner, [entry])
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
const arrays = ['places', 'lines', 'account_nos', 'posted', 'held', 'hold_ids', 'posted_after', 'held_after']
/** A posting taken out of a block: the others close up. */
const withoutPosting = (place: number): string =>
  arrays.map((name) => `${name} = ${name}[:${place - 1}] || ${name}[${place + 1}:]`).join(', ')
/** A copy of a block's first posting added at its end, said to belong to the entry at `place`. */
const withPosting = (place: string): string =>
  arrays
    .map((name) => `${name} = ${name} || ${{ places: place, lines: '8::smallint' }[name] ?? `${name}[1]`}`)
    .join(', ')

describe('verifying blocks from before acts', () => {
  beforeEach(writeAllOld)

  it('finds nothing where nothing was touched, also where the journal goes on with acts', async () => {
    const { hash } = await ledger.head(database.sql)
    expect(await verifyLedger(database.sql)).toEqual({ ok: true, entries: 5n, head: { seq: 5n, hash } })
    await transaction(database.sql, (tx) => ledger.post(tx, [fixtureEntry(6, [reserves(mariaPesos, -1000n, open)])]))
    expect(await verifyLedger(database.sql)).toMatchObject({ ok: true, entries: 7n })
    const found = await ledger.entriesOfAccount(database.sql, mariaPesos, { limit: 4 })
    expect(found.map(({ seq, line }) => [seq, line])).toEqual([
      [7n, 0],
      [4n, 0],
      [3n, 2],
      [3n, 1],
    ])
    const [first, sixth] = await ledger.entries(database.sql, [fixtureId('ent', 6), fixtureId('ent', 1)])
    expect([first?.previousHash, first?.act]).toEqual(['0'.repeat(64), undefined])
    expect([sixth?.previousHash, sixth?.act]).toEqual([undefined, expect.any(Uint8Array)])
    const postings = await ledger.postingsOfCustomer(database.sql, maria, instant(0))
    expect(postings.map(({ seq }) => seq)).toEqual([1n, 3n, 3n, 3n, 3n])
    expect(
      (await database.owner`select seq from ledger_posting where hold_id = ${open} order by seq`).map(({ seq }) => seq),
    ).toEqual([4n, 7n])
  })

  it('names the last hash of an entry in the first head of a block', async () => {
    const before = await ledger.head(database.sql)
    await transaction(database.sql, (tx) => ledger.post(tx, [fundingEntry(6, mariaPesos, 1n)]))
    await tamper(`update ledger_block set kinds[1] = 'gift' where first_seq = 5`)
    expect(await verifyChain(database.sql, before)).toMatchObject({ ok: true, entries: 8n })
    expect(await verifyLedger(database.sql)).toMatchObject({ ok: false, seq: 5n })
    await tamper(
      `update ledger_block set kinds[1] = 'practice-grant', hashes[1] = sha256(hashes[1]) where first_seq = 5`,
    )
    expect(await verifyLedger(database.sql)).toMatchObject({ ok: false, seq: 5n })
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
  ])('finds %s and names the first bad row', async (_, statements, seq, problem) => {
    expect(await tamper(statements)).toMatchObject({ ok: false, seq, problem: expect.stringMatching(problem) })
  })

  // Only the row says which account a number of such a block means; the hash shows whether it is the right one.
  it.each<[string, string, RegExp]>([
    [
      'another name beside its parts',
      "update ledger_account set id = replace(id, '02:stock', '03:stock') where id like '%02:stock:MXN'",
      /^ledger_account account_no=\d+: id is cus_\w+03:stock:MXN, should be cus_\w+02:stock:MXN$/,
    ],
    [
      'another number',
      "alter table ledger_account alter account_no drop identity; update ledger_account set account_no = 99 where id like '%02:stock:MXN'",
      /^ledger_account account_no=\d+: the row is missing, it should be .* id=cus_\w+02:stock:MXN/,
    ],
    [
      'another name and other parts',
      "update ledger_account set id = replace(id, '02:stock', '03:stock'), owner = replace(owner, '02', '03') where id like '%02:stock:MXN'",
      /^entry 5 \(ent_\w+\) is not what was recorded: its hash differs$/,
    ],
  ])('finds an account given %s, and its right name where there is a trace of it', async (_, statements, problem) => {
    const loosened = 'alter table ledger_account drop constraint ledger_account_check'
    expect(await tamper(`${loosened}; ${statements}`)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(problem),
    })
  })

  it('finds the name of an account by the act that gave it its number later', async () => {
    await transaction(database.sql, (tx) => ledger.post(tx, [fundingEntry(6, jorgePesos, 1n)]))
    const statements = `alter table ledger_account drop constraint ledger_account_check;
      update ledger_account set id = replace(id, '02:stock', '03:stock'), owner = replace(owner, '02', '03') where id like '%02:stock:MXN'`
    expect(await tamper(statements)).toMatchObject({
      problem: expect.stringMatching(/^ledger_account account_no=\d+: id is cus_\w+03:.*, should be cus_\w+02:/),
    })
  })
})
