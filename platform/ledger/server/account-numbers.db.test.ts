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
  it('are remembered of accounts that were only read: what the caller remembers of them is taken for true', async () => {
    await transaction(database.sql, (tx) =>
      createLedger().post(tx, [fundingEntry(1, mariaPesos, 10n), fundingEntry(2, jorgePesos, 1n)]),
    )
    const ledger = createLedger()
    const wrong: ReadonlyMap<typeof mariaPesos, Balance> = new Map([
      [mariaPesos, { posted: 11n, held: 0n }],
      [jorgePesos, { posted: 1n, held: 0n }],
    ])
    const give = (number: number) =>
      transaction(database.sql, (tx) =>
        ledger.post(tx, [fixtureEntry(number, [moves(mariaPesos, -4n), moves(jorgePesos, 4n)])], {
          areNew: true,
          had: wrong,
        }),
      )
    // Of accounts without a number the rows are read, whatever is remembered.
    expect(await give(3)).toMatchObject({ kind: 'posted' })
    await expect(give(5)).rejects.toThrow('a balance is not what it was said to be')
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
    const had = new Map([
      [jorgeWalmex, nothing],
      [custodyWalmex, nothing],
    ])
    // The act that names an account comes with the first thing posted there: nobody may think that it is there.
    const again = await transaction(database.sql, (tx) => ledger.post(tx, shares, { areNew: true, had }))
    expect(again).toMatchObject({ kind: 'posted' })
    expect((await ledger.balances(database.sql, [custodyPesos])).get(custodyPesos)).toEqual({ posted: -11n, held: 0n })
  })
})
