import { checkBooks } from '@bolsillo/checker/check-books'
import { type Instant, instant, integerBetween, pick, type Rng, seededRng, uniform } from '@bolsillo/kernel'
import type { Sql } from '@bolsillo/server-kit'
import { isOpen, type OrderState } from '@bolsillo/trading/domain'
import type { PlantedBug } from './bugs/planted-bug.ts'
import { act, attack } from './customers/behaviour.ts'
import { beginContracts, closeAtMarket, lookAtPositions } from './customers/contract-acts.ts'
import { type Counter, type Customer, newCustomer, settleAll, signIn, signUp } from './customers/customer.ts'
import type { Operation } from './customers/operations.ts'
import { cancel } from './customers/trade-talk.ts'
import type { Reset } from './database/reset-store.ts'
import { createSimulatedDatabase, type SimulatedDatabase } from './database/simulated-database.ts'
import type { Wire } from './database/wire.ts'
import { drawFaults, type Faults } from './faults.ts'
import { createFindings, type Findings, type Watched } from './findings.ts'
import { type Family, families, grid } from './server/market.ts'
import { createNetwork } from './server/network.ts'
import { createScheduler, type Owner, type Scheduler, settle } from './server/scheduler.ts'
import { createTally } from './tally.ts'
import { createTrace } from './trace.ts'
import { openContracts } from './watch/contract-watch-store.ts'
import { checkAcknowledged, checkDayOrders, checkEnd, checkMarks, whoIsWho } from './watch/reckoning.ts'
import { createWatch, type Watch } from './watch/watch.ts'
import { createWorld, type World } from './world.ts'

/** The database seeds run on, one after the other. */
export interface Stage {
  readonly wire: Wire
  readonly owner: Sql
  readonly reset: Reset
}

/** What a seed came to. */
export interface SeedResult {
  readonly seed: number
  readonly hash: string
  readonly steps: number
  readonly operations: number
  readonly findings: readonly { readonly invariant: Watched; readonly what: string; readonly step: number }[]
  readonly tally: Readonly<Record<string, number>>
  readonly lines: readonly string[]
}

const utc = (text: string): Instant => instant(Date.parse(`${text}:00Z`))
// Before summer time begins and ends in New York, before a weekend, the year's end, a short day, a month's end, plain days.
const beginnings = [
  utc('2026-03-06T15:00'),
  utc('2026-10-30T14:00'),
  utc('2026-12-30T15:00'),
  utc('2026-11-26T15:00'),
  utc('2026-03-02T16:00'),
  utc('2026-04-30T15:00'),
  utc('2026-05-14T15:00'),
  utc('2026-02-27T16:00'),
]
/** What seeds trade, and how often. */
const shares: readonly Family[] = [
  ...Array.from({ length: 6 }, () => 'shares' as const),
  ...Array.from({ length: 6 }, () => 'coins' as const),
  ...Array.from({ length: 7 }, () => 'contracts' as const),
  'mixed',
]
/** Funding is paid at whole multiples of this since midnight UTC. */
const fundingMs = 8 * 3_600_000
/** So long after it, jobs have been due again. */
const jobsDueMs = 301_000
const stepsMax = 30_000
const dayMs = 86_400_000
/** An unknown outcome is never left open for longer than this: the server remembers keys for three days. */
const openMaxMs = 36 * 3_600_000

class Stuck extends Error {
  override name = 'Stuck'
}

interface Options {
  readonly bug?: PlantedBug | undefined
  readonly keepsLines?: boolean
  readonly isLong?: boolean
}

/** A seed on its way. */
interface Running {
  readonly stage: Stage
  readonly rng: Rng
  readonly trace: ReturnType<typeof createTrace>
  readonly tally: ReturnType<typeof createTally>
  readonly scheduler: Scheduler
  readonly findings: Findings
  readonly faults: Faults
  readonly hasContracts: boolean
  readonly owner: Owner
  readonly database: SimulatedDatabase
  readonly watch: Watch
  readonly world: World
  readonly pause: (ms: number) => Promise<void>
  readonly operations: readonly Operation[]
  readonly customers: Customer[]
  readonly counter: Counter
  /** Whether makers have stopped, and whether they only keep the market quiet. */
  readonly over: { is: boolean; calm: boolean }
  readonly hasAccount: Set<Customer>
  /** Who has begun with contracts. */
  readonly ready: Set<Customer>
}

/** Runs one seed from an empty database to the end. The same seed (and bug) does the same, down to the last byte. */
export async function runSeed(stage: Stage, seed: number, options: Options = {}): Promise<SeedResult> {
  await stage.reset()
  const run = openWorld(stage, seed, options)
  const { trace, findings, world } = run
  try {
    const feed = feeding(
      run,
      () => run.over.is,
      () => run.over.calm,
    )
    const rounds = options.isLong === true ? [12, 10, 10, 10, 10] : run.hasContracts ? [5, 4] : [3, 3, 3]
    await until(run, liveThrough(run, rounds))
    trace.add('the faults are over')
    await world.heal()
    await until(run, settleDown(run, feed))
    await checkAll(run)
  } catch (error) {
    findings.add('liveness', error instanceof Error ? `${error.name}: ${error.message}` : 'failed')
    if (!(error instanceof Stuck)) trace.add(error instanceof Error ? (error.stack ?? '') : '')
  }
  for (const failure of run.database.realFailures()) if (/^(40|55P03)/.test(failure)) findings.add('no-circle', failure)
  await world.end()
  for (const { invariant, what } of findings.all()) trace.add(`FOUND ${invariant}: ${what}`)
  return {
    seed,
    hash: trace.hash(),
    steps: run.scheduler.steps(),
    operations: run.operations.length,
    findings: findings.all(),
    tally: run.tally.entries(),
    lines: trace.lines(),
  }
}

/** A seed's world, in which nothing has happened yet; what it is like is drawn. */
function openWorld(stage: Stage, seed: number, options: Options): Running {
  const rng = seededRng(seed, 'simulation')
  const trace = createTrace(options.keepsLines === true)
  const tally = createTally()
  const scheduler = createScheduler(rng, pick(rng, beginnings), trace)
  const findings = createFindings(scheduler.steps)
  const faults = drawFaults(rng, tally)
  const family = pick(rng, shares)
  const hasContracts = families[family].some((symbol) => grid[symbol].product === 'contract')
  tally.count(`seed of ${family}`)
  trace.add(`seed ${seed} of ${family}: ${faults.active.join(', ')}`)
  const owner: Owner = { name: 'world', isAlive: true }
  const watch = createWatch({ sql: stage.owner, findings, tally, wasWrong: scheduler.wasWrong, family })
  const database = createSimulatedDatabase({
    wire: stage.wire,
    scheduler,
    faults,
    committed: watch.afterCommit,
    alter: options.bug?.alter,
    losesCommit: options.bug?.losesCommit,
    twoDesks: (late, desk) =>
      findings.add('one-desk', `${late.name} committed a batch while ${desk.name} has the shard`),
  })
  const hours = uniform(rng) < 0.6 ? 'exchange' : 'always'
  const stores = uniform(rng) < 0.15
  const hasJobs = uniform(rng) < 0.2
  const world = createWorld({
    ground: { seed, scheduler, database, hours, family, stores, hasJobs, bug: options.bug },
    faults,
    network: () => network,
    owner,
    tally,
  })
  const network = createNetwork({ scheduler, faults, world: owner, targets: world.targets })
  const timers = scheduler.timersOf(owner)
  const pause = (ms: number): Promise<void> => new Promise((resolve) => timers.after(ms, resolve))
  const operations: Operation[] = []
  const customers: Customer[] = []
  const counter: Counter = {
    customers,
    family,
    scheduler,
    network,
    findings,
    tally,
    operations,
    pause,
    acknowledged: (operation, answer) => checkAcknowledged(stage.owner, operation, answer, findings),
  }

  return {
    ...{ stage, rng, trace, tally, scheduler, findings, faults, hasContracts, owner, database, watch, world, pause },
    ...{ operations, customers, counter, over: { is: false, calm: false }, hasAccount: new Set(), ready: new Set() },
  }
}

/** A look at the database while the world runs is a task like any other: nothing may go on beside it. */
function looking<T>({ scheduler, owner }: Running, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve) => scheduler.add('look', owner, async () => resolve(await work())))
}

function look(run: Running): Promise<void> {
  const { watch } = run
  return looking(run, watch.look)
}

/** Turns the world until something is done. */
async function until<T>(run: Running, work: Promise<T>): Promise<T> {
  const { scheduler, world, trace } = run
  const done: { value?: { readonly value: T }; error?: unknown } = {}
  work.then(
    (value) => {
      done.value = { value }
    },
    (error: unknown) => {
      done.error = error ?? new Error('failed')
    },
  )
  await settle()
  while (done.value === undefined) {
    if (done.error !== undefined) throw done.error
    if (scheduler.steps() > stepsMax || trace.length() > stepsMax * 6)
      throw new Stuck(`no end after ${scheduler.steps()} steps`)
    await world.turn()
  }
  return done.value.value
}

async function feeding(run: Running, isOver: () => boolean, isCalm: () => boolean): Promise<void> {
  const { world, rng, pause } = run
  while (!isOver()) {
    world.feed(isCalm())
    await pause(integerBetween(rng, 2_000, 15_000))
  }
}

function oldestOpen(run: Running): number {
  const { scheduler, operations } = run
  return Math.min(scheduler.trueNow(), ...operations.filter(({ isOpen }) => isOpen).map(({ startedAt }) => startedAt))
}

/** Time goes over the mark at which funding is paid, and the job that pays it comes to its turn. */
async function passFunding(run: Running): Promise<void> {
  const { scheduler, world, rng, tally, pause } = run
  const at = Math.floor(scheduler.trueNow() / fundingMs + 1) * fundingMs
  world.jump(at + integerBetween(rng, 1, 40) * 1_000)
  world.feed()
  await pause(2_000)
  world.jump(scheduler.trueNow() + jobsDueMs)
  world.feed()
  await pause(3_000)
  tally.count('funding mark passed')
}

/** Days pass: what is open is settled first if it would grow too old, then day orders end and locks lapse. */
async function passDays(run: Running): Promise<void> {
  const { scheduler, world, rng, tally, counter, customers, hasContracts, pause, over } = run
  // What waits in the evening is seen, so that its outcome is known.
  if (!over.calm) await look(run)
  if (hasContracts && !over.calm) await passFunding(run)
  const opening = world.nextOpening() + integerBetween(rng, 1, 30) * 60_000
  if (opening - oldestOpen(run) > openMaxMs) await settleAll(counter, customers)
  if (opening - oldestOpen(run) > openMaxMs) return
  if (uniform(rng) < 0.5 && opening - scheduler.trueNow() > dayMs / 2) {
    world.jump(scheduler.trueNow() + 7 * 3_600_000)
    await pause(1_000)
  }
  if (opening > scheduler.trueNow()) world.jump(opening)
  // A market opens away from where it closed: some of what waited is met.
  for (let moves = 0; moves < (over.calm ? 1 : 3); moves += 1) {
    world.feed()
    await pause(1_000)
  }
  tally.count('days passed')
}

async function live(run: Running, customer: Customer, acts: number): Promise<void> {
  const { world, rng, tally, counter, customers, hasAccount, ready, hasContracts, pause } = run
  if (customer.token === undefined && !(await signUp(counter, customer, hasAccount.has(customer)))) {
    tally.count('could not sign up')
    return
  }
  if (hasContracts && !ready.has(customer)) {
    ready.add(customer)
    await beginContracts(counter, customer)
  }
  for (let number = 0; number < acts; number += 1) {
    await pause(integerBetween(rng, 10, 3_000))
    if (customer.token === undefined) await signIn(counter, customer)
    if (uniform(rng) < 0.09)
      await attack(
        counter,
        customer,
        customers.filter((other) => other !== customer),
      )
    else await act(counter, customer, world.values())
  }
}

/** Everything open is closed at market, in as many goes as the book needs; makers have enough and prices keep still. */
async function closeContracts(run: Running): Promise<void> {
  const { world, findings, counter, customers, pause, stage } = run
  // Prices keep still and nothing fails: whoever is being liquidated is closed or safe before anybody does anything.
  for (let looks = 0; looks < 10; looks += 1) {
    world.feed(true)
    await pause(1_500)
  }
  for (const { position_id: id, liquidation_id: liquidation } of await looking(run, () => openContracts(stage.owner)))
    if (liquidation !== null) findings.add('liveness', `liquidation ${liquidation} of ${id} does not settle`)
  for (let rounds = 0; rounds < 12; rounds += 1) {
    world.feed(true)
    await pause(2_500)
    for (const customer of customers) {
      if (customer.token === undefined) await signIn(counter, customer)
      await lookAtPositions(counter, customer)
      if (customer.token === undefined && (await signIn(counter, customer))) await lookAtPositions(counter, customer)
      if (customer.held.size > 0) await closeAtMarket(counter, customer)
    }
    const left = await looking(run, () => openContracts(stage.owner))
    if (left.length === 0) return
    if (rounds === 3)
      for (const { position_id: id, liquidation_id: liquidation } of left)
        if (liquidation !== null) findings.add('liveness', `liquidation ${liquidation} of ${id} does not end`)
  }
}

/** Customers live for some rounds while everything goes wrong; days pass between them. */
async function liveThrough(run: Running, rounds: readonly number[]): Promise<void> {
  const { world, rng, customers, hasAccount, faults } = run
  for (const demo of await world.makeDemo()) {
    const customer = newCustomer(customers.length + 1, demo)
    customers.push(customer)
    hasAccount.add(customer)
  }
  faults.begin()
  if (uniform(rng) < 0.5) customers.push(newCustomer(customers.length + 1))
  for (const acts of rounds) {
    await Promise.all(customers.map((customer) => live(run, customer, acts)))
    await passDays(run)
  }
}

/** Nothing fails any more: everything that was begun comes to its end. */
async function settleDown(run: Running, feed: Promise<void>): Promise<void> {
  const { scheduler, watch, world, findings, counter, customers, operations, hasContracts, pause, over } = run
  for (let tries = 0; world.targets().length === 0 && tries < 100; tries += 1) await pause(500)
  for (let rounds = 0; rounds < 3 && !(await settleAll(counter, customers)); rounds += 1);
  over.calm = true
  await passDays(run)
  await passDays(run)
  await look(run)
  checkDayOrders(watch, scheduler.trueNow(), findings)
  const customerOf = whoIsWho(operations, customers, watch, findings)
  // A cancel may leave exits to be cancelled in turn.
  for (let rounds = 0; rounds < 3; rounds += 1) {
    for (const { order_id: id, customer_id: of, state, instrument_id: symbol } of watch.orders().values()) {
      const customer = customerOf.get(of)
      if (customer !== undefined && isOpen(state as OrderState)) await cancel(counter, customer, id, symbol)
    }
    await look(run)
  }
  if (hasContracts) await closeContracts(run)
  for (let rounds = 0; rounds < 3 && !(await settleAll(counter, customers)); rounds += 1);
  over.is = true
  await feed
  for (const process of world.targets()) {
    await process.runJobs()
    await process.drain()
  }
  // What is under way comes to its end.
  await pause(1_000)
}

/** What the world came to, against everything that must hold. */
async function checkAll(run: Running): Promise<void> {
  const { scheduler, watch, world, tally, findings, customers, operations, hasContracts, stage } = run
  await watch.look()
  for (const { invariant, what } of await checkBooks(stage.owner, { now: scheduler.trueNow() })) {
    // The books keep the time a wrong clock showed: by it a sale may stand before the lock it waited for, and a trade
    // before an instant of funding that was paid already.
    const isOfTime = invariant === 'I13' || what.includes('at the instant it had')
    if (!isOfTime || !scheduler.wasWrong()) findings.add(invariant, what)
  }
  if (hasContracts) await checkMarks(stage.owner, world.ends(), findings)
  await checkEnd(stage.owner, { operations, customers, watch, tally, processes: world.targets() }, findings)
}
