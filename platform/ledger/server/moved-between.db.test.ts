import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { JournalEntry } from '../domain/index.ts'
import { custodyPesos, fundingEntry, jorgePesos, mariaPesos } from '../fixtures.ts'
import { createLedger } from './create-ledger.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => database.drop())

it('is what the accounts have that were posted to between two heads, and nothing of the others', async () => {
  const ledger = createLedger()
  const post = (entry: JournalEntry) => transaction(database.sql, (tx) => ledger.post(tx, [entry]))
  await post(fundingEntry(1, mariaPesos, 10n))
  const before = await ledger.head(database.sql)
  await post(fundingEntry(2, jorgePesos, 5n))
  await post(fundingEntry(3, jorgePesos, 7n))
  const after = await ledger.head(database.sql)
  expect(await ledger.movedBetween(database.sql, before.seq, after.seq)).toEqual(
    new Map([
      [jorgePesos, { posted: 12n, held: 0n }],
      [custodyPesos, { posted: -22n, held: 0n }],
    ]),
  )
  expect(await ledger.movedBetween(database.sql, after.seq, after.seq)).toEqual(new Map())
})
