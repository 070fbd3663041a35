import { currencies, instant } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createGrammarCheck, type Valuation } from '../../domain/index.ts'
import { fundingEntry, mariaPesos } from '../../fixtures.ts'
import { createLedger } from '../create-ledger.ts'
import { createPublicBooks } from './public-books.ts'

const valuation: Valuation = {
  assetOf: (code) => Object.values(currencies).find((asset) => asset.code === code),
  usdMxn: () => undefined,
  totalOf: () => undefined,
}

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  const ledger = createLedger()
  // Five blocks; the first has two acts more, which give the accounts their numbers.
  for (let from = 0; from < 250; from += 50) {
    const entries = Array.from({ length: 50 }, (_, at) => fundingEntry(from + at + 1, mariaPesos, 1n))
    await transaction(database.sql, (tx) => ledger.post(tx, entries))
  }
})
afterEach(async () => {
  await database.drop()
})

const at = (ms: number) => instant(1_770_000_000_000 + ms)
const booksOn = () => {
  const { sql, log } = testServices({ sql: database.sql })
  return createPublicBooks({ sql, log, valuation, witness: undefined })
}

describe('following the journal beside orders', () => {
  it('rests after the blocks that begin within a hundred acts, and not after the last', async () => {
    const books = booksOn()
    const seen: string[] = []
    await books.follow(at(1), async () => {
      seen.push((await books.read(at(1))).verified.entries)
      return true
    })
    expect(seen).toEqual(['102', '202'])
    expect((await books.read(at(1))).verified).toEqual({ entries: '252', at: at(1), ok: true })
  })

  it('stops at its limit, and goes on from there', async () => {
    const books = booksOn()
    await books.follow(at(1), async () => false)
    expect((await books.read(at(1))).verified).toEqual({ entries: '102', at: at(1), ok: true })
    await books.follow(at(2))
    expect((await books.read(at(2))).verified).toEqual({ entries: '252', at: at(2), ok: true })
  })

  it('stays before the block in which something was changed, and says what', async () => {
    await database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update journal_block set body = set_byte(body, 9, 9) where first = 153`
    })
    const books = booksOn()
    await books.follow(at(1), async () => true)
    expect((await books.read(at(1))).verified).toEqual({
      entries: '102',
      at: at(1),
      ok: false,
      problem: expect.stringMatching(/^block 153 to 202 .* its hash differs$/),
    })
  })
})

describe('an entry that no grammar allows', () => {
  it('is found by following, which tells once, and lets no promised money leave', async () => {
    const { sql, log } = testServices({ sql: database.sql })
    const told: string[] = []
    const books = createPublicBooks({
      ...{ sql, log, valuation, witness: undefined, grammar: createGrammarCheck({ remembers: false }) },
      onProblem: async (problem) => {
        told.push(problem)
      },
    })
    await books.follow(at(1))
    await books.follow(at(2))
    expect(told).toEqual([expect.stringMatching(/^entry 3 \(ent_.*: practice-grant may not do/)])
    expect(books.obstacle(at(0))).toBe('the journal does not verify')
    expect((await books.read(at(2))).verified.ok).toBe(false)
  })

  it('is the only thing in the way: without it, money promised before the end was seen may leave', async () => {
    const books = booksOn()
    expect(books.obstacle(at(0))).toBe('the journal is not followed to where it was promised yet')
    await books.follow(at(5))
    expect(books.obstacle(at(5))).toBeUndefined()
    expect(books.obstacle(at(6))).toBe('the journal is not followed to where it was promised yet')
  })
})
