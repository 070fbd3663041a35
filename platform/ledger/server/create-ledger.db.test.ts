import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  custodyPesos,
  feesPesos,
  fixtureEntry,
  fixtureId,
  fundingEntry,
  jorgePesos,
  maria,
  mariaPesos,
  mariaWalmex,
  reserves,
  walmexBuyEntry,
} from '../fixtures.ts'
import { createLedger } from './create-ledger.ts'

let database: TestDatabase
const ledger = createLedger()
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
})
const post = (...entries: Parameters<typeof ledger.post>[1]) =>
  transaction(database.sql, (tx) => ledger.post(tx, entries))

describe('posting', () => {
  it('moves money from custody to a customer', async () => {
    expect(await post(fundingEntry(1, mariaPesos, 1_000_000n))).toEqual({ kind: 'posted', seqs: [1n] })
    const balances = await ledger.balances(database.sql, [mariaPesos, custodyPesos, jorgePesos])
    expect(balances.get(mariaPesos)).toEqual({ posted: 1_000_000n, held: 0n })
    expect(balances.get(custodyPesos)).toEqual({ posted: -1_000_000n, held: 0n })
    expect(balances.get(jorgePesos)).toEqual({ posted: 0n, held: 0n })
  })
  it('reserves for an order and draws on the reservation', async () => {
    const hold = fixtureId('hld', 1)
    await post(fixtureEntry(2, [reserves(mariaPesos, 312_885n, hold)]))
    expect(await ledger.openHolds(database.sql, mariaPesos)).toHaveLength(1)
    await post(fundingEntry(4, feesPesos, 1n), walmexBuyEntry(3, hold))
    expect(await ledger.balancesOfCustomer(database.sql, maria)).toEqual([
      { account: mariaPesos, purse: 'stock', asset: 'MXN', posted: 687_115n, held: 0n, holds: 0 },
      { account: mariaWalmex, purse: 'stock', asset: 'STK:WALMEX.MX', posted: 50n, held: 0n, holds: 0 },
    ])
  })
})
