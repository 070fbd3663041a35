import { checkBooks } from '@bolsillo/checker/check-books'
import { type Sql, transaction } from '@bolsillo/server-kit'
import { testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordExperiment } from './experiment.ts'
import { bankTest, unsafeBankTest } from './isolation/bank-test.ts'
import { deskBeside } from './isolation/desk-beside.ts'
import { type Explored, explore, type Pair } from './isolation/explore.ts'
import { createLane, type Lane } from './isolation/lane.ts'
import { moneyPairs } from './isolation/money-pairs.ts'
import { type MoneyWorld, moneyWorld } from './isolation/money-world.ts'
import { fillPurses, openUnsafeBank, readPurses, spendFrom, spendTogether } from './isolation/unsafe-store.ts'
import { countDeadlocks, lanePool, watchLocks } from './isolation/watch-store.ts'

// ISOLATION_ORDERS says how many orders of statements of each pair are tried, ISOLATION_SECONDS how long money is moved.

const orders = Number(process.env.ISOLATION_ORDERS ?? 12)
const seconds = Number(process.env.ISOLATION_SECONDS ?? 4)
const seed = Number(process.env.SEED ?? 1)

const sumOf = (done: readonly Explored[], of: (one: Explored) => number): number =>
  done.reduce((total, one) => total + of(one), 0)

describe('two transactions on one customer’s money', () => {
  let world: MoneyWorld
  beforeAll(async () => {
    world = await moneyWorld()
  })
  afterAll(async () => {
    await world?.close()
  })

  it('leave what one after the other leaves, whatever the order of their statements', async () => {
    const lanes = [world.sides[0].lane, world.sides[1].lane] as const
    const done: Explored[] = []
    for (const pair of moneyPairs(world)) done.push(await explore(pair, lanes, orders))
    const anomalies = done.flatMap((one) => one.anomalies)
    const findings = await checkBooks(world.database.owner, { market: 'fixture' })
    const problems = world.services.log.lines.filter(({ level }) => level === 'error')
    const deadlocks = await countDeadlocks(world.database.owner)
    const controls = await exploreUnsafe()
    const passed =
      anomalies.length === 0 &&
      deadlocks === 0 &&
      findings.length === 0 &&
      problems.length === 0 &&
      controls.every(({ caught }) => caught)
    recordExperiment({
      experiment: 'isolation-interleavings',
      done: 'Two processes of the product worked on the same customer’s money, statement by statement in every order up to a number: an order’s hold, a purchase, a fill, a release, a conversion, the practice grant, each against each.',
      command: `ISOLATION_ORDERS=${orders} npm run reliability -- tests/faults/isolation`,
      figures: {
        pairs: done.length,
        'orders of statements': sumOf(done, (one) => one.orders),
        statements: sumOf(done, (one) => one.statements),
        'orders in which one waited for the other': sumOf(done, (one) => one.waited),
        'waits in a circle': deadlocks,
        'outcomes that no run of one after the other has': anomalies.length,
        'findings of the checker': findings.length,
      },
      controls,
      passed,
    })
    expect(anomalies).toEqual([])
    expect(deadlocks).toBe(0)
    expect(findings).toEqual([])
    expect(problems).toEqual([])
    expect(controls.filter(({ caught }) => !caught)).toEqual([])
    // A harness in which nobody ever has to wait lets nobody overlap.
    expect(sumOf(done, (one) => one.waited)).toBeGreaterThan(done.length)
  })
})

describe('sixteen clients that move money between ten accounts', () => {
  it('never have together more or less than they began with', async () => {
    const bank = await bankTest(seconds * 1000, seed)
    const unsafe = await unsafeBankTest(Math.min(2000, seconds * 1000), seed)
    const passed = bank.wrong === 0 && bank.findings.length === 0 && unsafe.wrong > 0
    recordExperiment({
      experiment: 'isolation-bank',
      done: 'Sixteen clients in four processes moved money between ten accounts through the ledger, while all accounts were added up every 50 ms.',
      command: `ISOLATION_SECONDS=${seconds} npm run reliability -- tests/faults/isolation`,
      figures: {
        transfers: bank.transfers,
        'transfers the sender could not bear': bank.refused,
        'times added up': bank.reads,
        'wrong totals': bank.wrong,
        'findings of the checker': bank.findings.length,
      },
      controls: [
        {
          planted: 'READ COMMITTED reads both balances, decides and writes both, without a lock',
          caught: unsafe.wrong > 0,
          how: `${unsafe.wrong} wrong totals of ${unsafe.reads}`,
        },
      ],
      passed,
    })
    expect(bank).toMatchObject({ wrong: 0, findings: [] })
    expect(bank.transfers).toBeGreaterThan(100)
    expect(bank.reads).toBeGreaterThan(10)
    expect(unsafe.wrong).toBeGreaterThan(0)
  })
})

describe('a desk beside a process that moves the same cash', () => {
  it('books only what the money that is there bears', async () => {
    const { findings, control, ...counts } = await deskBeside(seconds * 1000, seed)
    const controls = [
      {
        planted: 'somebody takes money out of balances beside the ledger',
        caught: control.length > 0,
        how: `${control.length} findings of the checker`,
      },
    ]
    const passed = findings.length === 0 && control.length > 0
    recordExperiment({
      experiment: 'isolation-desk',
      done: 'Customers traded with each other through a desk, while another process moved the cash those orders were decided on.',
      command: `ISOLATION_SECONDS=${seconds} npm run reliability -- tests/faults/isolation`,
      figures: {
        'orders placed': counts.placed,
        'orders refused': counts.refused,
        'moves of cash': counts.moved,
        'findings of the checker': findings.length,
      },
      controls,
      passed,
    })
    expect(findings).toEqual([])
    expect(control.length).toBeGreaterThan(0)
    expect(counts.placed).toBeGreaterThan(50)
    expect(counts.moved).toBeGreaterThan(50)
  })
})

const share = ({ anomalies, orders: tried }: Explored): string => `${anomalies.length} of ${tried} orders of statements`

/** What the same explorer says of transactions that are not isolated from each other. */
async function exploreUnsafe() {
  const database = await testDatabase()
  const names = ['unsafe one', 'unsafe two'] as const
  const pools = names.map((name) => lanePool(database.address, name)) as [Sql, Sql]
  try {
    await openUnsafeBank(database.owner)
    const lanes = pools.map((pool, at) => createLane(pool, watchLocks(database.owner, names[at] ?? ''))) as [Lane, Lane]
    let runs = 0
    const pairOf = (
      name: string,
      purses: number,
      spend: (lane: Lane, purse: string, all: string[]) => Promise<string>,
    ): Pair => ({
      name,
      prepare: async () => {
        runs += 1
        const all = Array.from({ length: purses }, (_, at) => `${name} ${runs} ${at}`)
        await fillPurses(database.sql, all, 100 / purses)
        return {
          operations: [() => spend(lanes[0], all[0] ?? '', all), () => spend(lanes[1], all.at(-1) ?? '', all)],
          state: async () => String((await readPurses(database.sql, all)).total),
          tidy: async () => undefined,
        }
      },
    })
    const unlocked = await explore(
      pairOf('unlocked', 1, (lane, purse) => transaction(lane.sql, (tx) => spendFrom(tx, purse, 60, { lock: false }))),
      lanes,
      200,
    )
    const locked = await explore(
      pairOf('locked', 1, (lane, purse) => transaction(lane.sql, (tx) => spendFrom(tx, purse, 60, { lock: true }))),
      lanes,
      200,
    )
    const skewed = await explore(
      pairOf('skewed', 2, async (lane, own, all) =>
        String(await lane.sql.begin('isolation level repeatable read', (tx) => spendTogether(tx, all, own, 60))),
      ),
      lanes,
      200,
    )
    return [
      {
        planted: 'READ COMMITTED reads, decides and writes without the lock: spends 60 of 100 twice',
        caught: unlocked.anomalies.some((found) => found.includes('spent + spent')) && locked.anomalies.length === 0,
        how: `${share(unlocked)}; with the lock ${share(locked)}`,
      },
      {
        planted: 'REPEATABLE READ over two purses that must not fall below zero together: write skew',
        caught: skewed.anomalies.some((found) => found.includes('spent + spent: -20')),
        how: share(skewed),
      },
    ]
  } finally {
    for (const pool of pools) await pool.end({ timeout: 5 })
    await database.drop()
  }
}
