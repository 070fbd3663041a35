import type { DemoCustomer } from '@bolsillo/identity/server'
import { instant, integerBetween, pick, uniform } from '@bolsillo/kernel'
import { nextOpen } from '@bolsillo/market/domain'
import { clockStep, type Faults } from './faults.ts'
import { families, grid, type Quoting, symbols, type Ticker } from './server/market.ts'
import type { Network } from './server/network.ts'
import type { Owner } from './server/scheduler.ts'
import { type Ground, type ServerProcess, startServerProcess } from './server/server-process.ts'
import type { Tally } from './tally.ts'

/** The processes of a world, and what happens to them. */
export interface World {
  readonly targets: () => readonly ServerProcess[]
  readonly values: () => Readonly<Record<Ticker, number>>
  /** The least and the most a thing was ever worth. */
  readonly ends: () => ReadonlyMap<Ticker, { readonly low: number; readonly high: number }>
  /** One step of whatever is next: a task, or time. */
  readonly turn: () => Promise<void>
  /** Moves makers' quotes at every process. `calm`: as in a quiet market with more to be had. */
  readonly feed: (calm?: boolean) => void
  /** The customers of the demo, made by the first process that can. */
  readonly makeDemo: () => Promise<readonly DemoCustomer[]>
  /** Ends every process but a new one, and every fault. */
  readonly heal: () => Promise<void>
  /** Ends everything. */
  readonly end: () => Promise<void>
  /** Lets time pass to an instant, with everything due on the way done at its end. */
  readonly jump: (toMs: number) => void
  readonly nextOpening: () => number
}

/** How often the price of a contract leaps when makers move, and by how much of itself. */
const shockChance = 0.16
// Most leave an account at some leverage below what it must keep and with something left, so that a part may save it.
const partly = [0.01, 0.028, 0.032, 0.036, 0.04, 0.06, 0.08, 0.088]
const shocks = { down: [...partly, 0.2, 0.5], up: [...partly, 0.2, 1.2] }
/** What makers of contracts keep away from the index, in parts of it: who is paid funding, and who pays. */
const leans = [-0.004, -0.003, 0, 0.0012]

interface Parts {
  readonly ground: Ground
  readonly faults: Faults
  readonly network: () => Network
  readonly owner: Owner
  readonly tally: Tally
}

/** A world on its way. */
interface Going extends Parts {
  readonly scheduler: Ground['scheduler']
  readonly database: Ground['database']
  readonly rng: Ground['scheduler']['rng']
  readonly trace: Ground['scheduler']['trace']
  readonly processes: ServerProcess[]
  readonly values: Record<Ticker, number>
  readonly ends: Map<Ticker, { readonly low: number; readonly high: number }>
  /** Processes that received the present market. */
  readonly greeted: Set<ServerProcess>
  readonly lean: number
  /** How many processes were named. */
  names: number
}

/** A world with one process starting. `network` learns of deaths. */
export function createWorld(parts: Parts): World {
  const { ground, faults, network } = parts
  const { scheduler, database } = ground
  const { rng, trace } = scheduler
  const processes: ServerProcess[] = []
  const values = Object.fromEntries(symbols.map((symbol) => [symbol, grid[symbol].start])) as Record<Ticker, number>
  const ends = new Map<Ticker, { readonly low: number; readonly high: number }>()
  const lean = pick(rng, leans)
  const going: Going = {
    ...{ ...parts, scheduler, database, rng, trace, processes, values, ends },
    ...{ greeted: new Set(), lean, names: 0 },
  }

  return {
    targets: () => targets(going),
    values: () => values,
    ends: () => ends,
    feed: (isCalm) => feed(going, isCalm),
    jump: (toMs) => jump(going, toMs),
    makeDemo: () => makeDemo(going),
    nextOpening: () => nextOpen('XMEX', instant(scheduler.trueNow())),
    turn: () => turn(going),
    end: async () => {
      for (const process of [...processes]) await kill(going, process, 'the end')
    },
    heal: async () => {
      faults.end()
      scheduler.setWrong(0)
      network().forgetDelayed()
      for (const process of [...processes]) await kill(going, process, 'the faults are over')
      launch(going)
    },
  }
}

function launch(going: Going): void {
  const { ground, processes } = going
  going.names += 1
  processes.push(startServerProcess(ground, `process-${going.names}`))
}

async function kill(going: Going, process: ServerProcess, why: string): Promise<void> {
  const { network, scheduler, database, trace, processes } = going
  trace.add(`${process.name} dies: ${why}`)
  process.isAlive = false
  processes.splice(processes.indexOf(process), 1)
  scheduler.forget(process)
  await database.crash(process)
  network().broke(process)
}

function targets(going: Going): readonly ServerProcess[] {
  const { processes } = going
  return processes.filter(({ state }) => state === 'ready')
}

/** Where a value goes next: some steps, or where the price of a contract is made, now and then a leap. */
function move(going: Going, symbol: Ticker, isCalm: boolean): boolean {
  const { rng, values, ends } = going
  const { tick, start, product } = grid[symbol]
  const isShock = product === 'contract' && !isCalm && uniform(rng) < shockChance
  const leap = isShock ? (uniform(rng) < 0.5 ? -pick(rng, shocks.down) : pick(rng, shocks.up)) * values[symbol] : 0
  const moved = values[symbol] + tick * integerBetween(rng, -5, 5) + Math.round(leap / tick) * tick
  const [low, high] = product === 'contract' ? [0.3, 2.5] : [0.9, 1.1]
  values[symbol] = Math.min(start * high, Math.max(start * low, moved))
  const known = ends.get(symbol) ?? { low: start, high: start }
  ends.set(symbol, { low: Math.min(known.low, values[symbol]), high: Math.max(known.high, values[symbol]) })
  return isShock
}

function feed(going: Going, isCalm = false): void {
  const { ground, faults, tally, rng, trace, values, lean } = going
  for (const symbol of families[ground.family]) {
    const isShock = move(going, symbol, isCalm)
    if (isShock) {
      trace.add(`${symbol} leaps to ${values[symbol]}`)
      tally.count('mark leapt')
    }
    const how: Quoting = { isShock, depth: isCalm ? 20 : 1, lean: isCalm ? 0 : lean }
    const isGap = faults.strikes('feed-gap')
    const isCrossed = faults.strikes('feed-crossed')
    const isMisprint = faults.strikes('feed-times-1000')
    for (const process of targets(going)) {
      if (!isGap) process.market.quote(symbol, values[symbol], rng, how)
      if (isCrossed) process.market.cross(symbol)
      if (isMisprint) process.market.misprint(symbol)
    }
  }
  for (const process of targets(going)) process.market.quotePair(rng)
}

/** A process that has just begun receives the present market. */
function greet(going: Going): void {
  const { ground, rng, values, greeted } = going
  for (const process of targets(going).filter((one) => !greeted.has(one))) {
    greeted.add(process)
    for (const symbol of families[ground.family]) process.market.quote(symbol, values[symbol], rng)
    process.market.quotePair(rng)
  }
}

/** Supervision: what died or was fenced is started again, as whoever runs the server would. */
async function supervise(going: Going): Promise<void> {
  const { rng, processes } = going
  greet(going)
  for (const process of [...processes]) {
    if (process.state === 'failed') await kill(going, process, 'it did not start')
    else if (process.deskStatus() === 'fenced' && processes.length > 1 && uniform(rng) < 0.1)
      await kill(going, process, 'its desk is fenced')
  }
  if (processes.length === 0) launch(going)
}

async function disturb(going: Going): Promise<void> {
  const { faults, rng, processes } = going
  const [first] = processes
  if (first !== undefined && faults.strikes('crash')) await kill(going, pick(rng, processes), 'a fault')
  if (processes.length === 1 && first?.state === 'ready' && faults.strikes('second-process')) launch(going)
}

function jump(going: Going, toMs: number): void {
  const { network, scheduler } = going
  network().forgetDelayed()
  scheduler.advance(Math.max(1, toMs - scheduler.trueNow()))
}

async function makeDemo(going: Going): Promise<readonly DemoCustomer[]> {
  const { owner, scheduler, trace } = going
  for (;;) {
    for (const process of targets(going)) {
      try {
        return await process.makeDemo()
      } catch (error) {
        trace.add(`no demo yet: ${error instanceof Error ? error.message : ''}`)
      }
    }
    await new Promise<void>((resolve) => scheduler.timersOf(owner).after(500, resolve))
  }
}

async function turn(going: Going): Promise<void> {
  const { faults, owner, scheduler, rng } = going
  await supervise(going)
  await disturb(going)
  if (faults.strikes('clock-step') && uniform(rng) < 0.02) scheduler.setWrong(uniform(rng) < 0.3 ? 0 : clockStep(rng))
  if (await scheduler.step()) {
    if (uniform(rng) < 0.03) scheduler.advance(integerBetween(rng, 1, 20))
    return
  }
  // Nothing is under way: time goes on to whoever of the world does something next, or less, if a timer of a
  // process should have its turn alone.
  const delay = scheduler.untilNext(owner) ?? 1_000
  scheduler.advance(uniform(rng) < 0.7 ? delay : Math.min(delay, pick(rng, [40, 250, 1_000])))
}
