import {
  type ContractTerms,
  createAccountWatch,
  type MarginPosition,
  marginReport,
  worthOf,
} from '@bolsillo/contracts/domain'
import { assert, type Rng, seededRng } from '@bolsillo/kernel'
import { type Figure, figure } from './figure.ts'
import { percentile } from './http-orders/percentile.ts'

const runsCount = 5
const ticksPerRun = 200
const peerTicksPerRun = 3
const contractCount = 40
const isolatedCount = 60_000
const crossCount = 10_000
const positionsEach = 4
const fine = 10n ** 12n

const terms: readonly ContractTerms[] = Array.from({ length: contractCount }, (_, at) => ({
  symbol: `C${at}-PERP`,
  priceScale: 2,
  quantityScale: 4,
  tiers: [
    { upTo: 50_000n * fine, initialPpm: 50_000n, maintenancePpm: 25_000n },
    { upTo: 500_000n * fine, initialPpm: 100_000n, maintenancePpm: 50_000n },
    { upTo: undefined, initialPpm: 200_000n, maintenancePpm: 100_000n },
  ],
}))

interface Held {
  readonly contract: number
  readonly size: bigint
  readonly entry: bigint
}

interface Account {
  readonly cash: bigint
  readonly held: readonly Held[]
}

/** A way to watch the positions of a market: the bench measures the cost of its ticks. */
interface Watch {
  readonly accounts: readonly Account[]
  /**
   * Applies a mark of every contract and checks the accounts whose alarm it reaches. @returns the total unrealized
   * result, and the accounts to liquidate.
   */
  readonly tick: (marks: readonly bigint[]) => { readonly unrealised: bigint; readonly under: readonly number[] }
}

function termsOf(contract: number): ContractTerms {
  const found = terms[contract]
  assert(found !== undefined, 'a contract has terms')
  return found
}

function positionsAt({ held }: Account, marks: readonly bigint[]): MarginPosition[] {
  return held.map(({ contract, size, entry }) => ({
    terms: termsOf(contract),
    size,
    entry,
    mark: marks[contract] ?? 1n,
  }))
}

/** Accounts with 1.3 to 20 times their maintenance margin, as after some days of trading. */
function makeAccounts(marks: readonly bigint[], rng: Rng): Account[] {
  const below = (bound: number): number => rng.nextUint32() % bound
  return Array.from({ length: isolatedCount + crossCount }, (_, index) => {
    const count = index < isolatedCount ? 1 : positionsEach
    const first = below(contractCount)
    const held = Array.from({ length: count }, (_, at): Held => {
      const contract = (first + at * 7) % contractCount
      const size = BigInt(1000 + below(40_000)) * (below(2) === 0 ? 1n : -1n)
      const entered = ((marks[contract] ?? 1n) * BigInt(9_800 + below(400))) / 10_000n
      return { contract, size, entry: worthOf(termsOf(contract), entered, size) }
    })
    const bare: Account = { cash: 0n, held }
    const report = marginReport({ cash: 0n, positions: positionsAt(bare, marks) })
    const wanted = (report.maintenance * BigInt(130 + below(1870))) / 100n / 1_000_000n
    return { ...bare, cash: wanted - report.equity }
  })
}

/** The engine's own watch, given every account. */
function watch(marks: readonly bigint[], accounts: readonly Account[]): Watch {
  const watched = createAccountWatch()
  const at = new Map(terms.map(({ symbol }, contract) => [symbol, contract]))
  let current = marks
  const markOf = (symbol: string): bigint | undefined => current[at.get(symbol) ?? -1]
  accounts.forEach(({ cash, held }, index) => {
    const positions = held.map(({ contract, size, entry }) => ({ terms: termsOf(contract), size, entry }))
    watched.put(String(index), { cash, positions }, markOf)
  })
  return {
    accounts,
    tick: (now) => {
      current = now
      let unrealised = 0n
      const under: number[] = []
      terms.forEach(({ symbol }, contract) => {
        const mark = now[contract] ?? 1n
        unrealised += watched.unrealised(symbol, mark)
        for (const id of watched.tick(symbol, mark, markOf)) under.push(Number(id))
      })
      return { unrealised, under }
    },
  }
}

/** Checks every account one after the other: the alternative without alarms. */
function scanAll(accounts: readonly Account[], marks: readonly bigint[]): { unrealised: bigint; under: number[] } {
  let unrealised = 0n
  const under: number[] = []
  accounts.forEach((account, index) => {
    const report = marginReport({ cash: account.cash, positions: positionsAt(account, marks) })
    unrealised += report.equity - account.cash
    if (report.isUnderMaintenance) under.push(index)
  })
  return { unrealised, under }
}

/** One tick of a lively market: each mark moves by up to a twentieth of a percent. */
function moved(marks: readonly bigint[], rng: Rng): bigint[] {
  return marks.map((mark) => {
    const step = (mark * BigInt(rng.nextUint32() % 1001)) / 2_000_000n
    return rng.nextUint32() % 2 === 0 ? mark + step : mark - step
  })
}

/**
 * The cost of one tick of all marks with 100,000 open positions: total unrealized result, accounts to liquidate,
 * alarms reached and reset. In milliseconds of processor time, 99th percentile; the peer checks every account.
 */
export async function run(): Promise<readonly Figure[]> {
  const rng = seededRng(17, 'contracts')
  let marks = terms.map(() => BigInt(1_000_00 + (rng.nextUint32() % 5_000_000)))
  const accounts = makeAccounts(marks, rng)
  const watched = watch(marks, accounts)
  const known = new Set<number>()
  const ours: number[] = []
  const peer: number[] = []
  for (let run = -1; run < runsCount; run += 1) {
    const times: number[] = []
    for (let tick = 0; tick < ticksPerRun; tick += 1) {
      marks = moved(marks, rng)
      const startedMs = performance.now()
      const { under } = watched.tick(marks)
      times.push(performance.now() - startedMs)
      for (const index of under) known.add(index)
    }
    const scans: number[] = []
    for (let tick = 0; tick < peerTicksPerRun; tick += 1) {
      marks = moved(marks, rng)
      const { unrealised, under } = watched.tick(marks)
      for (const index of under) known.add(index)
      const startedMs = performance.now()
      const all = scanAll(accounts, marks)
      scans.push(performance.now() - startedMs)
      assert(all.unrealised === unrealised, 'both see the same unrealised results')
      assert(
        all.under.every((index) => known.has(index)),
        'nobody to be liquidated was missed',
      )
    }
    if (run < 0) continue
    ours.push(
      percentile(
        times.sort((a, b) => a - b),
        0.99,
      ),
    )
    peer.push(
      percentile(
        scans.sort((a, b) => a - b),
        0.5,
      ),
    )
  }
  const name = 'every account looked at with the same function'
  const peerRuns = { name, values: peer }
  return [
    figure('contracts-scan', 'ms a tick, p99', ours, { decimals: 2, peer: peerRuns }),
    figure('contracts-scan-crash', 'ms', crashTicks(), { decimals: 1, peer: peerRuns }),
  ]
}

/** Ticks in which all marks fall by 5 % at once, each on fresh accounts. */
function crashTicks(): readonly number[] {
  return Array.from({ length: runsCount }, (_, run) => {
    const rng = seededRng(run, 'crash')
    const marks = terms.map(() => BigInt(1_000_00 + (rng.nextUint32() % 5_000_000)))
    const watched = watch(marks, makeAccounts(marks, rng))
    const fallen = marks.map((mark) => (mark * 95n) / 100n)
    const startedMs = performance.now()
    const { under } = watched.tick(fallen)
    const took = performance.now() - startedMs
    assert(under.length > 0, 'a crash leaves somebody short')
    return took
  })
}
