import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { accountId, customerAccount, type JournalEntry } from '../domain/index.ts'
import {
  custodyPesos,
  fixtureEntry,
  fixtureId,
  fundingEntry,
  jorgePesos,
  maria,
  mariaPesos,
  moves,
  reserves,
} from '../fixtures.ts'
import { createLedger } from './create-ledger.ts'
import type { Ledger } from './ledger.ts'
import { verifyLedger } from './verify/verify-ledger.ts'

let database: TestDatabase
let ledger: Ledger
beforeEach(async () => {
  ledger = createLedger()
  database = await testDatabase({ connectionsMax: 16 })
})
afterEach(async () => {
  expect(await verifyLedger(database.sql)).toMatchObject({ ok: true })
  const [row] = await database.owner`select deadlocks from pg_stat_database where datname = current_database()`
  expect(row?.deadlocks).toBe(0n)
  await database.drop()
})
const post = (...entries: JournalEntry[]) => transaction(database.sql, (tx) => ledger.post(tx, entries))
const count = 50
const at = (number: number) => Array.from({ length: number }, (_, index) => index)

describe('many at once', () => {
  it('cannot spend the same money twice: of 50 that each need 60 per cent, one gets it', async () => {
    await post(fundingEntry(1, mariaPesos, 1000n))
    const outcomes = await Promise.all(
      at(count).map((index) => post(fixtureEntry(10 + index, [reserves(mariaPesos, 600n, fixtureId('hld', index))]))),
    )
    expect(outcomes.filter(({ kind }) => kind === 'posted')).toHaveLength(1)
    expect((await ledger.balances(database.sql, [mariaPesos])).get(mariaPesos)).toEqual({ posted: 1000n, held: 600n })
  })

  it('have one effect when they are the same entry', async () => {
    const outcomes = await Promise.all(at(count).map(() => post(fundingEntry(1, mariaPesos, 1000n))))
    expect(outcomes).toEqual(at(count).map(() => ({ kind: 'posted', seqs: [3n] })))
    expect((await ledger.balances(database.sql, [mariaPesos])).get(mariaPesos)?.posted).toBe(1000n)
  })

  it('pay each other to and fro over the same accounts, named in any order, without waiting in a circle', async () => {
    await post(fundingEntry(1, mariaPesos, 10_000n), fundingEntry(2, jorgePesos, 10_000n))
    await Promise.all(
      at(count).map((index) => {
        const [from, to] = index % 2 === 0 ? [mariaPesos, jorgePesos] : [jorgePesos, mariaPesos]
        return post(fixtureEntry(10 + index, [moves(from, -100n), moves(to, 100n)]))
      }),
    )
    const balances = await ledger.balances(database.sql, [mariaPesos, jorgePesos, custodyPesos])
    expect([...balances.values()].map(({ posted }) => posted)).toEqual([10_000n, 10_000n, -20_000n])
    expect((await ledger.head(database.sql)).seq).toBe(BigInt(5 + count))
  })

  it('open the same new accounts at once', async () => {
    await Promise.all(
      at(count).map((index) => {
        const assets = ['STK:AAPL.US', 'STK:WALMEX.MX', 'STK:BIMBOA.MX'].slice(index % 3)
        return post(
          fixtureEntry(
            10 + index,
            assets.flatMap((asset) => [
              moves(customerAccount(maria, 'stock', asset), 1n),
              moves(accountId('venue-simulated', 'custody', asset), -1n),
            ]),
          ),
        )
      }),
    )
    const own = await ledger.balancesOfCustomer(database.sql, maria)
    expect(own.map(({ asset, posted }) => [asset, posted])).toEqual([
      ['STK:AAPL.US', 17n],
      ['STK:BIMBOA.MX', 50n],
      ['STK:WALMEX.MX', 34n],
    ])
  })

  it('read a whole that never changes while money goes to and fro', async () => {
    await post(fundingEntry(1, mariaPesos, 10_000n), fundingEntry(2, jorgePesos, 10_000n))
    let done = false
    const wrong: bigint[] = []
    const reader = (async () => {
      while (!done) {
        const balances = await ledger.balances(database.sql, [mariaPesos, jorgePesos, custodyPesos])
        const sum = [...balances.values()].reduce((total, { posted }) => total + posted, 0n)
        if (sum !== 0n) wrong.push(sum)
      }
    })()
    for (const index of at(count)) {
      await post(fixtureEntry(10 + index, [moves(mariaPesos, -7n), moves(jorgePesos, 7n)]))
    }
    done = true
    await reader
    expect(wrong).toEqual([])
  })
})
