import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixtureId, fundingEntry, mariaPesos } from '../../fixtures.ts'
import { createLedger } from '../create-ledger.ts'
import { findKnownEntries } from '../ledger-store.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'

let database: TestDatabase
const ledger = createLedger()
const entry = (number: number, amount = 1n) => fundingEntry(number, mariaPesos, amount)
const post = (numbers: readonly number[], areNew = false) =>
  transaction(database.sql, (tx) =>
    ledger.post(
      tx,
      numbers.map((number) => entry(number)),
      { areNew },
    ),
  )
const filed = async () => {
  const [row] = await database.owner<{ together: number; singly: number; highest: string }[]>`
    select (select count(*)::integer from ledger_entry_ids) as together,
      (select count(*)::integer from ledger_entry_id) as singly, (select highest_id from ledger_head) as highest`
  return row
}

beforeAll(async () => {
  database = await testDatabase()
  // Blocks: rising, rising again, single, rising below the highest, falling.
  for (const numbers of [[10, 11, 12, 13], [20, 22, 24, 26, 28], [30], [14, 15, 16, 17], [45, 44, 43, 42]])
    await post(numbers)
})
afterAll(() => database?.drop())

describe('the index of ids', () => {
  it('keeps the ids of a block in one row where they rise above all before, and finds every one', async () => {
    expect(await filed()).toEqual({ together: 2, singly: 9, highest: fixtureId('ent', 45) })
    const all = [10, 11, 12, 13, 20, 22, 24, 26, 28, 30, 14, 15, 16, 17, 45, 44, 43, 42]
    const ids = all.map((number) => fixtureId('ent', number))
    // Two acts name the accounts before the first entry.
    const seqs = new Map(ids.map((id, at) => [id, BigInt(at) + 3n]))
    const others = [1, 18, 21, 27, 29, 50].map((number) => fixtureId('ent', number))
    expect(new Map(await findKnownEntries(database.sql, [...ids, ...others]))).toEqual(seqs)
    const rows = await database.owner<{ id: string; seq: bigint }[]>`select id, seq from ledger_filed order by seq`
    expect(rows.map(({ id, seq }) => [id, seq])).toEqual([...seqs])
    expect(await verifyLedger(database.sql)).toMatchObject({ ok: true })
  })

  it.each([
    ['one that is in a row of many', [24]],
    ['one that is a row of its own', [15]],
    ['many, one of which is in a row of many', [46, 47, 12, 48]],
    ['the highest, and higher ones', [45, 46, 47, 48]],
    ['a higher one twice', [50, 51, 51, 52]],
  ])('takes an id once, also where nobody looked before: %s', async (_, numbers) => {
    const before = await filed()
    const twice = new Set(numbers).size < numbers.length
    if (!twice) await expect(post(numbers, true)).rejects.toThrow(/ledger_entry_id_pkey/)
    else
      await expect(
        transaction(database.sql, async (tx) => {
          await tx`select journal_append(seq, hash, '\\x0000000000000000000000000000000000'::bytea, 'acts'::bytea,
            '{}', ${numbers.map((number) => fixtureId('ent', number))}::text[], '{}', '{}', '{}', '{}', '{}', '{}', '{}', '',
            '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}') from ledger_lock_head()`
        }),
      ).rejects.toThrow(/one_place_each|ledger_entry_id_pkey/)
    expect(await filed()).toEqual(before)
  })

  it('has one effect for ids in a row of many that come again', async () => {
    const { seq } = await ledger.head(database.sql)
    expect(await post([20, 22, 24, 26, 28])).toEqual({ kind: 'posted', seqs: [7n, 8n, 9n, 10n, 11n] })
    expect((await ledger.head(database.sql)).seq).toBe(seq)
  })

  it('means the same however it is cut into rows', async () => {
    const verdicts = database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx.unsafe(`insert into ledger_entry_id select id, seq from ledger_filed on conflict do nothing;
        delete from ledger_entry_ids`)
      const singly = await verifyLedger(tx)
      await tx.unsafe(`insert into ledger_entry_ids select min(id), max(id), min(seq), array_agg(id order by seq)
          from ledger_entry_id where seq between 3 and 6 or seq = 12 group by seq = 12;
        delete from ledger_entry_id where seq between 3 and 6 or seq = 12`)
      const together = await verifyLedger(tx)
      throw new Error(`${singly.ok} ${together.ok}`)
    })
    await expect(verdicts).rejects.toThrow('true true')
  })

  const second = `where first_id = '${fixtureId('ent', 20)}'`
  const id = (number: number): string => `^ledger_filed id=${fixtureId('ent', number)}: `
  const [missing, unsound] = ['the row is missing', 'sound is false, should be true$']
  it.each([
    [
      'an id edited',
      `update ledger_entry_ids set ids[2] = '${fixtureId('ent', 21)}' ${second}`,
      `${id(21)}the row does not follow`,
    ],
    [
      'two ids swapped',
      `update ledger_entry_ids set ids = ids[2:2] || ids[1:1] || ids[3:] ${second}`,
      `${id(20)}seq is 8, should be 7$`,
    ],
    ['its place moved', `update ledger_entry_ids set first_seq = first_seq + 1 ${second}`, `${id(20)}seq is 8`],
    ['its end cut off', `update ledger_entry_ids set ids = ids[:4] ${second}`, `${id(20)}${unsound}`],
    ['its end named lower', `update ledger_entry_ids set last_id = first_id ${second}`, `${id(20)}${unsound}`],
    ['it is found by another', `update ledger_entry_ids set first_id = ids[2] ${second}`, `${id(20)}${unsound}`],
    ['it is gone', `delete from ledger_entry_ids ${second}`, `${id(20)}${missing}`],
    [
      'one too many',
      `insert into ledger_entry_ids values ('ent_y', 'ent_y', 99, '{ent_y}')`,
      '^ledger_filed id=ent_y: the row does not follow from anything',
    ],
    [
      'an empty one',
      `insert into ledger_entry_ids values ('ent_1', 'ent_y', 99, '{}')`,
      '^ledger_filed id=ent_1: the row does not follow from anything',
    ],
    ['one that nobody has', `update ledger_entry_ids set ids[2] = null ${second}`, `${id(20)}(seq|${unsound})`],
    [
      'an id that is filed twice',
      `insert into ledger_entry_id values ('${fixtureId('ent', 24)}', 9)`,
      `${id(24)}${unsound}`,
    ],
    [
      'another row that begins among its ids',
      `with gone as (delete from ledger_entry_ids ${second} returning ids, last_id)
         update ledger_entry_ids as first set ids = first.ids || gone.ids, last_id = gone.last_id from gone;
       with gone as (delete from ledger_entry_id where seq between 13 and 16 returning id, seq)
         insert into ledger_entry_ids select min(id), max(id), 13, array_agg(id order by seq) from gone`,
      `${id(10)}${unsound}`,
    ],
    [
      'the highest lowered',
      `update ledger_head set highest_id = 'ent_0'`,
      `^ledger_head one=true: highest_id is ent_0, should be ${fixtureId('ent', 45)}$`,
    ],
  ])('is found wrong: %s', async (_, statement, problem) => {
    const tampered = database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx.unsafe(statement)
      const verdict = await verifyLedger(tx)
      throw new Error(verdict.ok ? 'nothing found' : verdict.problem)
    })
    await expect(tampered).rejects.toThrow(new RegExp(problem))
  })
})
