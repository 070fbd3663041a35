import { createHash } from 'node:crypto'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type AccountId,
  accountId,
  type Balance,
  type ChainHead,
  type JournalEntry,
  readActs,
} from '../domain/index.ts'
import {
  custodyPesos,
  custodyWalmex,
  fixtureAt,
  fixtureEntry,
  fixtureId,
  fundingEntry,
  jorgePesos,
  jorgeWalmex,
  maria,
  mariaPesos,
  mariaWalmex,
  moves,
  reserves,
  walmexBuyEntry,
} from '../fixtures.ts'
import { createLedger } from './create-ledger.ts'
import type { Ledger, PostOptions, PostOutcome } from './ledger.ts'
import { verifyLedger } from './verify/verify-ledger.ts'

let database: TestDatabase
let ledger: Ledger
beforeEach(async () => {
  ledger = createLedger()
  database = await testDatabase()
})
afterEach(async () => {
  expect(await verifyLedger(database.sql)).toMatchObject({ ok: true })
  await database.drop()
})

const post = (...entries: JournalEntry[]) => transaction(database.sql, (tx) => ledger.post(tx, entries))
const balanceOf = async (account: typeof mariaPesos) =>
  (await ledger.balances(database.sql, [account])).get(account) ?? { posted: -1n, held: -1n }
const hold = fixtureId('hld', 1)
/** Two customers with money, ten of it reserved by each. */
const reserveForBoth = () =>
  post(
    fundingEntry(1, mariaPesos, 100n),
    fundingEntry(2, jorgePesos, 100n),
    fixtureEntry(3, [reserves(mariaPesos, 10n, hold)]),
    fixtureEntry(4, [reserves(jorgePesos, 10n, fixtureId('hld', 2))]),
  )

describe('posting', () => {
  it('moves money and numbers acts without gaps: accounts that are new get theirs before their first entry', async () => {
    expect(await post(fundingEntry(1, mariaPesos, 1_000_000n))).toEqual({ kind: 'posted', seqs: [3n] })
    expect(await post(fundingEntry(2, jorgePesos, 5n), fundingEntry(3, mariaPesos, 1n))).toMatchObject({
      seqs: [5n, 6n],
    })
    const acts = await database.owner`select number, kind, subject from journal_act order by number`
    expect(acts.map(({ kind, subject }) => (kind === 'account' ? subject : kind))).toEqual([
      ...[mariaPesos, custodyPesos, 'practice-grant'],
      ...[jorgePesos, 'practice-grant', 'practice-grant'],
    ])
    expect(acts.map(({ number }) => number)).toEqual([1n, 2n, 3n, 4n, 5n, 6n])
    expect(await balanceOf(mariaPesos)).toEqual({ posted: 1_000_001n, held: 0n })
    expect(await balanceOf(custodyPesos)).toEqual({ posted: -1_000_006n, held: 0n })
    expect((await ledger.head(database.sql)).seq).toBe(6n)
  })

  it('reserves, draws on the reservation line by line, and closes it', async () => {
    await post(fundingEntry(1, mariaPesos, 1_000_000n))
    await post(fixtureEntry(2, [reserves(mariaPesos, 312_885n, hold)]))
    expect(await ledger.openHolds(database.sql, mariaPesos)).toEqual([
      { id: hold, account: mariaPesos, opened: 312_885n, remaining: 312_885n },
    ])
    await post(walmexBuyEntry(3, hold))
    expect(await ledger.openHolds(database.sql, mariaPesos)).toEqual([])
    expect(await ledger.balancesOfCustomer(database.sql, maria)).toEqual([
      { account: mariaPesos, purse: 'stock', asset: 'MXN', posted: 687_115n, held: 0n, holds: 0 },
      { account: mariaWalmex, purse: 'stock', asset: 'STK:WALMEX.MX', posted: 50n, held: 0n, holds: 0 },
    ])
  })

  it('opens and draws on a reservation in one call, in part', async () => {
    await post(
      fundingEntry(1, mariaPesos, 1000n),
      fixtureEntry(2, [reserves(mariaPesos, 600n, hold)]),
      fixtureEntry(3, [{ account: mariaPesos, posted: -200n, held: -250n, holdId: hold }, moves(custodyPesos, 200n)]),
    )
    expect(await balanceOf(mariaPesos)).toEqual({ posted: 800n, held: 350n })
    expect(await ledger.openHolds(database.sql, mariaPesos)).toMatchObject([{ opened: 600n, remaining: 350n }])
    const [own] = await ledger.balancesOfCustomer(database.sql, maria)
    expect(own?.holds).toBe(1)
  })

  it('refuses what an account cannot bear, writes nothing, and lets the transaction go on', async () => {
    await post(fundingEntry(1, mariaPesos, 1000n), fixtureEntry(2, [reserves(mariaPesos, 600n, hold)]))
    const seqs = await transaction(database.sql, async (tx) => {
      const tooMuch = [
        fixtureEntry(3, [moves(mariaPesos, -100n), moves(custodyPesos, 100n)]),
        fixtureEntry(4, [moves(mariaPesos, -400n), moves(custodyPesos, 400n)]),
      ]
      expect(await ledger.post(tx, tooMuch)).toEqual({
        kind: 'insufficient',
        entryId: fixtureId('ent', 4),
        account: mariaPesos,
        available: 300n,
        short: 100n,
      })
      return await ledger.post(tx, tooMuch.slice(0, 1))
    })
    expect(seqs).toMatchObject({ kind: 'posted', seqs: [5n] })
    expect(await balanceOf(mariaPesos)).toEqual({ posted: 900n, held: 600n })
  })

  it('lets a rail hold what comes in, and owes what goes out until it has gone', async () => {
    const bank = accountId('rail-test-spei', 'custody', 'MXN')
    const payouts = accountId('house', 'payouts', 'MXN')
    await post(fixtureEntry(1, [moves(mariaPesos, 500n), moves(bank, -500n)]))
    await post(fixtureEntry(2, [moves(mariaPesos, -300n), moves(payouts, 300n)]))
    await post(fixtureEntry(3, [moves(payouts, -300n), moves(bank, 300n)]))
    expect([await balanceOf(mariaPesos), await balanceOf(bank), await balanceOf(payouts)]).toMatchObject([
      { posted: 200n },
      { posted: -200n },
      { posted: 0n },
    ])
    const more = [moves(bank, 201n), moves(payouts, -201n)]
    expect(await post(fixtureEntry(4, more))).toMatchObject({ kind: 'insufficient', account: bank, short: 1n })
  })

  it('does not let the house or a market go beyond what it has either', async () => {
    await post(fundingEntry(1, mariaPesos, 1000n))
    const shares = [moves(mariaWalmex, -1n), moves('venue-simulated:custody:STK:WALMEX.MX', 1n)]
    expect(await post(fixtureEntry(2, shares))).toMatchObject({ kind: 'insufficient', account: mariaWalmex })
    const more = [moves(custodyPesos, 1001n), moves('house:fees:MXN', -1001n)]
    expect(await post(fixtureEntry(3, more))).toMatchObject({ kind: 'insufficient', account: custodyPesos, short: 1n })
  })

  it('has one effect for one entry id, however often it comes, and in whatever company', async () => {
    const [one, two] = [fundingEntry(1, mariaPesos, 10n), fundingEntry(2, mariaPesos, 20n)]
    await post(one)
    expect(await post(one)).toEqual({ kind: 'posted', seqs: [3n] })
    expect(await post(two, one, two)).toEqual({ kind: 'posted', seqs: [4n, 3n, 4n] })
    expect(await balanceOf(mariaPesos)).toEqual({ posted: 30n, held: 0n })
    await expect(post(fundingEntry(1, mariaPesos, 11n))).rejects.toThrow(/with other content/)
    await expect(post(fundingEntry(3, mariaPesos, 1n), fundingEntry(3, mariaPesos, 2n))).rejects.toThrow(/occurs twice/)
  })

  it.each([
    ['opened twice', [reserves(mariaPesos, 5n, hold)], /opened twice/],
    ['drawn on beyond what remains', [reserves(mariaPesos, -11n, hold)], /10 left, 11 is drawn/],
    ['drawn on from another account', [reserves(jorgePesos, -5n, hold)], /another account/],
    ['unknown', [reserves(mariaPesos, -5n, fixtureId('hld', 9))], /before it is opened/],
  ])('takes a hold that is %s for the bug it is', async (_, postings, problem) => {
    await reserveForBoth()
    await expect(post(fixtureEntry(5, postings))).rejects.toThrow(problem)
  })

  it('goes on with an account that transactions opened in vain, again and again', async () => {
    for (let round = 0; round < 3; round += 1) {
      const undone = transaction(database.sql, async (tx) => {
        await ledger.lock(tx, [mariaPesos, custodyPesos])
        await tx.savepoint((inner) => ledger.lock(inner, [mariaPesos]))
        throw new Error('undone')
      })
      await expect(undone).rejects.toThrow('undone')
    }
    await post(fundingEntry(1, mariaPesos, 7n))
    expect(await balanceOf(mariaPesos)).toEqual({ posted: 7n, held: 0n })
  })

  it('keeps no hold that is closed, in one block or in two, and lets nobody draw on it', async () => {
    const other = fixtureId('hld', 2)
    await post(fundingEntry(1, mariaPesos, 100n), fixtureEntry(2, [reserves(mariaPesos, 10n, hold)]))
    expect(await ledger.openHolds(database.sql, mariaPesos)).toMatchObject([{ id: hold, opened: 10n, remaining: 10n }])
    await post(
      fixtureEntry(3, [reserves(mariaPesos, -10n, hold)]),
      fixtureEntry(4, [reserves(mariaPesos, 20n, other)]),
      fixtureEntry(5, [reserves(mariaPesos, -20n, other)]),
    )
    expect(await database.owner`select id from ledger_hold`).toHaveLength(0)
    for (const closed of [hold, other])
      await expect(post(fixtureEntry(6, [reserves(mariaPesos, -1n, closed)]))).rejects.toThrow(/before it is opened/)
    expect(await balanceOf(mariaPesos)).toEqual({ posted: 100n, held: 0n })
  })

  it('goes on with what a transaction has posted, and takes accounts that are named later', async () => {
    await transaction(database.sql, async (tx) => {
      await ledger.lock(tx, [mariaPesos])
      await ledger.post(tx, [fundingEntry(1, mariaPesos, 10n)])
      await ledger.post(tx, [fundingEntry(2, mariaPesos, 20n), fundingEntry(3, jorgePesos, 5n)])
      expect((await ledger.lock(tx, [mariaPesos])).get(mariaPesos)).toMatchObject({ posted: 30n })
      expect(await ledger.lockHead(tx)).toEqual(await ledger.head(tx))
    })
    expect(await balanceOf(jorgePesos)).toEqual({ posted: 5n, held: 0n })
  })

  it('takes the head before the balances: nobody else appends before the end, and what follows goes on behind', async () => {
    const { promise: hasLocked, resolve: locked } = Promise.withResolvers<void>()
    const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
    const holder = transaction(database.sql, async (tx) => {
      await ledger.lockHead(tx)
      locked()
      await mayGoOn
      await ledger.post(tx, [fundingEntry(1, mariaPesos, 10n)], { areNew: true })
      return await ledger.post(tx, [fundingEntry(2, mariaPesos, 20n)])
    })
    await hasLocked
    const other = createLedger()
    // Of other accounts, so that the head is all it can wait for.
    const rival = transaction(database.sql, (tx) =>
      other.post(tx, [fixtureEntry(3, [moves(jorgeWalmex, 5n), moves(custodyWalmex, -5n)])]),
    )
    await expect
      .poll(async () => (await database.owner`select 1 from pg_stat_activity where wait_event_type = 'Lock'`).count)
      .toBe(1)
    goOn()
    expect(await holder).toEqual({ kind: 'posted', seqs: [4n] })
    expect(await rival).toEqual({ kind: 'posted', seqs: [7n] })
    expect(await balanceOf(mariaPesos)).toEqual({ posted: 30n, held: 0n })
  })

  it.each<[string, JournalEntry['postings'], RegExp]>([
    ['opened twice', [reserves(mariaPesos, 5n, hold)], /ledger_hold_pkey/],
    ['drawn on beyond what remains', [reserves(mariaPesos, -11n, hold)], /check constraint/],
    ['drawn on from another account', [reserves(jorgePesos, -5n, hold)], /unknown or closed/],
    ['unknown', [reserves(mariaPesos, -5n, fixtureId('hld', 9))], /unknown or closed/],
  ])('without reading before it writes, the database refuses a hold that is %s', async (_, postings, problem) => {
    await reserveForBoth()
    const wrong = transaction(database.sql, (tx) => ledger.post(tx, [fixtureEntry(5, postings)], { areNew: true }))
    await expect(wrong).rejects.toThrow(problem)
    expect((await ledger.head(database.sql)).seq).toBe(7n)
  })

  it('without reading before it writes, draws a hold down, and an id that is there already changes nothing', async () => {
    await post(fundingEntry(1, mariaPesos, 100n), fixtureEntry(2, [reserves(mariaPesos, 10n, hold)]))
    const asNew = (entry: JournalEntry) => transaction(database.sql, (tx) => ledger.post(tx, [entry], { areNew: true }))
    expect(await asNew(fixtureEntry(3, [reserves(mariaPesos, -4n, hold)]))).toMatchObject({ kind: 'posted' })
    expect(await ledger.openHolds(database.sql, mariaPesos)).toMatchObject([{ opened: 10n, remaining: 6n }])
    await expect(asNew(fundingEntry(1, mariaPesos, 100n))).rejects.toThrow(/ledger_entry_id_pkey/)
    expect(await balanceOf(mariaPesos)).toEqual({ posted: 100n, held: 6n })
  })

  it('tells the outbox which accounts of which customer changed', async () => {
    await post(fundingEntry(1, mariaPesos, 10n), fundingEntry(2, jorgePesos, 20n), fundingEntry(3, mariaPesos, 1n))
    const rows = await database.owner`select topic, key, payload from outbox order by seq`
    const customers = { [maria]: [mariaPesos], [fixtureId('cus', 2)]: [jorgePesos] }
    expect([...rows]).toEqual([{ topic: 'ledger.balance-changed', key: maria, payload: { customers } }])
  })
})

describe('explaining a balance', () => {
  it('gives every line with the balance after it, a page at a time, and the sums agree', async () => {
    await post(fundingEntry(1, mariaPesos, 1_000_000n), fixtureEntry(2, [reserves(mariaPesos, 312_885n, hold)]))
    await post(walmexBuyEntry(3, hold))
    const one = await ledger.entriesOfAccount(database.sql, mariaPesos, { limit: 2 })
    expect(one.map(({ seq, line }) => [seq, line])).toEqual([
      [9n, 2],
      [9n, 1],
    ])
    const rest = await ledger.entriesOfAccount(database.sql, mariaPesos, { limit: 10, before: { seq: 9n, line: 1 } })
    const lines = [...one, ...rest].map(({ entry, line }) => entry.postings[line])
    expect(lines.map((posting) => posting?.postedAfter)).toEqual([687_115n, 687_240n, 688_020n, 1_000_000n, 1_000_000n])
    expect(lines.reduce((sum, posting) => sum + (posting?.posted ?? 0n), 0n)).toBe(687_115n)
  })

  it('gives receipts the bytes that the hash in the tree is taken of', async () => {
    await post(fundingEntry(1, mariaPesos, 10n), fundingEntry(2, mariaPesos, 20n))
    const found = await ledger.entries(database.sql, [fixtureId('ent', 2), fixtureId('ent', 1)])
    expect(found.map(({ entry }) => entry.seq)).toEqual([3n, 4n])
    for (const { act, hash, previousHash, entry } of found) {
      const bytes = act ?? new Uint8Array()
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash)
      expect(readActs(bytes)).toMatchObject([{ number: entry.seq, cause: entry.id, postings: [{}, {}] }])
      expect(previousHash).toBeUndefined()
    }
  })

  it('gives a customer’s postings of all accounts from an instant on', async () => {
    await post(fundingEntry(1, mariaPesos, 10n), fundingEntry(2, mariaWalmex, 20n), fundingEntry(3, jorgePesos, 1n))
    expect(await ledger.postingsOfCustomer(database.sql, maria, fixtureAt)).toMatchObject([
      { seq: 6n, asset: 'MXN', posted: 10n },
      { seq: 7n, asset: 'STK:WALMEX.MX', posted: 20n },
    ])
  })
})

describe('entries of a caller that remembers what accounts have', () => {
  beforeEach(async () => {
    await post(fundingEntry(1, mariaPesos, 999n), fundingEntry(8, jorgePesos, 1n))
    await post(fixtureEntry(9, [moves(jorgePesos, -1n), moves(mariaPesos, 1n)]))
  })
  const balance = (posted: bigint): Balance => ({ posted, held: 0n })
  const had = (maria: bigint): ReadonlyMap<AccountId, Balance> =>
    new Map([
      [mariaPesos, balance(maria)],
      [jorgePesos, balance(0n)],
    ])
  const gift = (number: number, units: bigint) =>
    fixtureEntry(number, [moves(mariaPesos, -units), moves(jorgePesos, units)])

  it('are posted one behind the other, each numbered before the one before is written', async () => {
    await ledger.balances(database.sql, [mariaPesos, jorgePesos])
    const heads: (ChainHead | undefined)[] = []
    const outcomes = await transaction(database.sql, async (tx) => {
      const written: Promise<PostOutcome>[] = []
      for (const number of [2, 3]) {
        const { promise, resolve } = Promise.withResolvers<ChainHead | undefined>()
        const numbered: PostOptions['numbered'] = (_, head) => resolve(head)
        written.push(ledger.post(tx, [gift(number, 10n)], { areNew: true, had: had(1000n), numbered }))
        heads.push(await promise)
      }
      return await Promise.all(written)
    })
    expect(outcomes).toEqual([
      { kind: 'posted', seqs: [7n] },
      { kind: 'posted', seqs: [8n] },
    ])
    expect(heads.map((head) => head?.seq)).toEqual([7n, 8n])
    expect(await ledger.head(database.sql)).toEqual(heads[1])
    expect((await ledger.balances(database.sql, [jorgePesos])).get(jorgePesos)).toEqual(balance(20n))
  })

  it('are refused by the database when a balance is not what was remembered', async () => {
    const wrong = transaction(database.sql, (tx) => ledger.post(tx, [gift(2, 10n)], { areNew: true, had: had(2000n) }))
    await expect(wrong).rejects.toThrow('not balanced')
    expect((await ledger.balances(database.sql, [mariaPesos])).get(mariaPesos)).toEqual(balance(1000n))
  })

  it('reserve, and draw on what was reserved before', async () => {
    const hold = fixtureId('hld', 1)
    const postNew = (entry: JournalEntry, held: bigint) =>
      transaction(database.sql, (tx) =>
        ledger.post(tx, [entry], { areNew: true, had: new Map([[mariaPesos, { posted: 1000n, held }]]) }),
      )
    await postNew(fixtureEntry(2, [reserves(mariaPesos, 600n, hold)]), 0n)
    await postNew(fixtureEntry(3, [reserves(mariaPesos, -600n, hold)]), 600n)
    expect(await ledger.openHolds(database.sql, mariaPesos)).toEqual([])
  })
})
