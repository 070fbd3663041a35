import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Balance } from '../domain/index.ts'
import {
  custodyPesos,
  custodyWalmex,
  fixtureEntry,
  fundingEntry,
  jorgePesos,
  jorgeWalmex,
  mariaPesos,
  moves,
} from '../fixtures.ts'
import { createLedger } from './create-ledger.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => database.drop())

describe('the numbers of accounts', () => {
  it('are remembered of accounts that were only read, so that entries can be worked out ahead', async () => {
    await transaction(database.sql, (tx) =>
      createLedger().post(tx, [fundingEntry(1, mariaPesos, 10n), fundingEntry(2, jorgePesos, 1n)]),
    )
    const ledger = createLedger()
    const gift = [fixtureEntry(3, [moves(mariaPesos, -4n), moves(jorgePesos, 4n)])]
    const head = await ledger.head(database.sql)
    const assumed: ReadonlyMap<typeof mariaPesos, Balance> = new Map([
      [mariaPesos, { posted: 10n, held: 0n }],
      [jorgePesos, { posted: 1n, held: 0n }],
    ])
    expect(await ledger.prepare(gift, { balances: assumed, head })).toBeUndefined()
    const balances = await ledger.balances(database.sql, [mariaPesos, jorgePesos])
    expect(balances).toEqual(assumed)
    expect(await ledger.prepare(gift, { balances, head })).toBeDefined()
  })

  it('are forgotten of a transaction that gave them and was undone', async () => {
    const ledger = createLedger()
    const shares = [fixtureEntry(4, [moves(jorgeWalmex, 5n), moves(custodyWalmex, -5n)])]
    const undone = transaction(database.sql, async (tx) => {
      await ledger.post(tx, shares)
      const own = await ledger.balances(tx, [jorgeWalmex, custodyWalmex])
      expect(own.get(jorgeWalmex)).toEqual({ posted: 5n, held: 0n })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    const nothing = { posted: 0n, held: 0n }
    const head = await ledger.head(database.sql)
    const balances = new Map([
      [jorgeWalmex, nothing],
      [custodyWalmex, nothing],
    ])
    expect(await ledger.prepare(shares, { balances, head })).toBeUndefined()
    expect((await ledger.balances(database.sql, [custodyPesos])).get(custodyPesos)).toEqual({ posted: -11n, held: 0n })
  })
})
