import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixtureId, fundingEntry, mariaPesos } from '../fixtures.ts'
import { createLedger } from './create-ledger.ts'
import { findKnownEntries } from './ledger-store.ts'
import { verifyLedger } from './verify-ledger.ts'

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

  const second = `where first_id = '${fixtureId('ent', 20)}'`
  it.each([
    ['an id edited', `update ledger_entry_ids set ids[2] = '${fixtureId('ent', 21)}' ${second}`, /not found under/],
    [
      'two ids swapped',
      `update ledger_entry_ids set ids = ids[2:2] || ids[1:1] || ids[3:] ${second}`,
      /not found under/,
    ],
    ['its place moved', `update ledger_entry_ids set first_seq = first_seq + 1 ${second}`, /not found under/],
    ['its end cut off', `update ledger_entry_ids set ids = ids[:4] ${second}`, /not found under/],
    ['its end named lower', `update ledger_entry_ids set last_id = first_id ${second}`, /not found under/],
    ['it is found by another', `update ledger_entry_ids set first_id = ids[2] ${second}`, /not found under/],
    ['it is gone', `delete from ledger_entry_ids ${second}`, /not found under/],
    ['one too many', `insert into ledger_entry_ids values ('ent_y', 'ent_y', 99, '{ent_y}')`, /19 acts are filed/],
    ['an empty one', `insert into ledger_entry_ids values ('ent_1', 'ent_y', 99, '{}')`, /19 acts are filed/],
    ['the highest lowered', `update ledger_head set highest_id = 'ent_0'`, /^the highest id is said to be ent_0/],
  ])('is found wrong: %s', async (_, statement, problem) => {
    const tampered = database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx.unsafe(statement)
      const verdict = await verifyLedger(tx)
      throw new Error(verdict.ok ? 'nothing found' : verdict.problem)
    })
    await expect(tampered).rejects.toThrow(problem)
  })
})
