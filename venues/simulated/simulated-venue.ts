import { assert, type Clock, hashText, type Id, type Instant, instant, mix32, present, priceOf } from '@bolsillo/kernel'
import {
  type IndexComponent,
  type Instrument,
  isOfCoins,
  isTradable,
  type MarketHours,
  type MarketState,
  stateAt,
} from '@bolsillo/market/domain'
import type { ExecutionReport, Venue, VenueLine, VenueOrder } from '@bolsillo/trading/domain'
import type { Temperament } from './agents/temperament.ts'
import { coinBusynessAt } from './fair-value/coin-time.ts'
import { busynessAt, nightBusyness } from './fair-value/market-time.ts'
import type { World } from './fair-value/world.ts'
import type { SimulatedHistory } from './history/simulated-history.ts'
import { daySecondsOf, gridOf, temperamentOfInstrument, tickTable } from './instrument-grid.ts'
import { createInstrumentMarket, type InstrumentMarket } from './instrument-market.ts'
import { simulatedSource } from './market-floor.ts'

/** Calls `work` every `ms` until the returned function is called. */
export type Every = (ms: number, work: () => void) => () => void

export interface SimulatedVenueOptions {
  readonly seed: number
  readonly world: World
  readonly instruments: readonly Instrument[]
  readonly market: Pick<MarketState, 'onQuote' | 'lastSequence'>
  readonly clock: Clock
  readonly hours: MarketHours
  /** Simulated seconds per second of the clock. Times on prices and fills are the clock's. */
  readonly speed: number
  readonly every: Every
  /** Computed in the background once the market runs, so that no request waits for years of an index. */
  readonly history?: Pick<SimulatedHistory, 'warmSome'>
  /** Whether the process has better to do than that; asked once a turn. */
  readonly isBusy?: () => boolean
}

export interface SimulatedVenue {
  readonly venue: Venue
  /**
   * The latest price of each of the three simulated venues of a coin's index, in the coin's price units. Each has its
   * own error, so that index, last price and mark differ. Empty for an instrument without an index.
   */
  readonly indexOf: (instrumentId: string, at: Instant) => readonly IndexComponent[]
  /** For tests and benchmarks. */
  readonly marketOf: (instrumentId: string) => InstrumentMarket
}

const lookEveryMs = 50
const pairEveryMs = 1000
const pairHalfSpread = 0.00012
/** After a stall of this length the market skips the missed time instead of catching up. */
const catchUpMaxMs = 2000
const warmAfterMs = 8000
// A turn of it is two or three milliseconds: an order that comes meanwhile waits no longer than that.
const warmEveryMs = 50
const warmDaysATurn = 24
const epochMs = 240_000
/** Outside the exchange's hours spreads are wider; a practice market open at night is a thin one. */
const nightSpread = 1.4
/**
 * Sequences of a start begin where no earlier start can have come: a killed process has published numbers of some
 * seconds that the market had not stored, and the number of a published fill must never name another trade. Where a
 * fill is shown, candles are named by their time in milliseconds, so sequences lie beyond them: at sixteen times the
 * clock.
 */
const sequencesPerMs = 16

interface Traded {
  readonly instrument: Instrument
  readonly temperament: Temperament
  readonly market: InstrumentMarket
  readonly reference: number
  readonly tickAt: (units: number) => number
  nextStepMs: number
  isQuoting: boolean
  /** Time of the last step or trade: a step that comes late does not date its prints before a customer's. */
  lastAt: Instant
}

interface Pair {
  readonly instrument: Instrument
  readonly reference: number
  sequence: number
  nextMs: number
}

/** What runs: the instruments, the desk's line once there is one, and since when. */
interface Running {
  readonly options: SimulatedVenueOptions
  readonly traded: ReadonlyMap<string, Traded>
  readonly pairs: readonly Pair[]
  line: VenueLine | undefined
  startedAt: Instant
  stopLooking: (() => void) | undefined
  warmNextMs: number
  isWarm: boolean
  /** Before the start nobody listens: reports of waiting orders that traded with each other are published at the start. */
  early: ExecutionReport[]
}

/**
 * A practice market: agents around a fair-value process, one order book per share. Same seed, same clock, same orders:
 * same market, to the last print.
 */
export function createSimulatedVenue(options: SimulatedVenueOptions): SimulatedVenue {
  const running = notStarted(options)
  const { traded } = running
  return {
    venue: {
      id: simulatedSource,
      simulated: true,
      start: async (line) => start(running, line),
      stop: async () => {
        running.stopLooking?.()
        running.stopLooking = undefined
      },
      lists: (instrumentId) => traded.has(instrumentId),
      submit: (order) => submit(running, order),
      cancel: (orderId) => cancel(running, orderId),
      counterparties: (orders, leaving) => counterparties(running, orders, leaving),
      reset: (instrumentId, open) => reset(running, instrumentId, open),
    },
    indexOf: (instrumentId, at) => {
      const instrument = traded.get(instrumentId)?.instrument
      return instrument?.kind === 'coin' ? componentsOf(running, instrument, at) : []
    },
    marketOf: (instrumentId) => find(running, instrumentId).market,
  }
}

function notStarted(options: SimulatedVenueOptions): Running {
  assert(options.speed > 0, 'time runs forwards')
  const traded = new Map<string, Traded>()
  const pairs: Pair[] = []
  for (const instrument of options.instruments) {
    if (isTradable(instrument)) traded.set(instrument.id, tradedOf(instrument, options.seed))
    else if (instrument.kind === 'fx') {
      pairs.push({ instrument, reference: Number(instrument.referencePrice), sequence: 0, nextMs: 0 })
    }
  }
  return {
    options,
    traded,
    pairs,
    line: undefined,
    startedAt: instant(0),
    stopLooking: undefined,
    warmNextMs: 0,
    isWarm: options.history === undefined,
    early: [],
  }
}

function find({ traded }: Running, instrumentId: string): Traded {
  return present(traded.get(instrumentId), `simulated ${instrumentId}`)
}

function lineOf({ line }: Running): VenueLine {
  return present(line, 'the desk’s line')
}

/** The world's moment: the clock's, or `speed` times as fast since the start. */
function worldTime({ startedAt, options }: Running, at: number): Instant {
  return instant(Math.floor(startedAt + (at - startedAt) * options.speed))
}

function notBefore(entry: Traded, at: Instant): Instant {
  return at > entry.lastAt ? at : entry.lastAt
}

function publish(running: Running, entry: Traded, at: Instant): void {
  const { trades, delta } = entry.market.takeNews(at)
  if (trades.length === 0 && delta === undefined) return
  const news = { ...(trades.length > 0 ? { trades } : {}), ...(delta === undefined ? {} : { delta }) }
  lineOf(running).marketData(entry.instrument.id, news)
}

function deliver(running: Running, reports: readonly ExecutionReport[]): void {
  if (reports.length > 0) lineOf(running).report(reports)
}

function start(running: Running, line: VenueLine): void {
  const { clock, market, every } = running.options
  running.line = line
  const startedAt = clock.now()
  running.startedAt = startedAt
  running.warmNextMs = startedAt + warmAfterMs
  const unused = startedAt * sequencesPerMs
  for (const entry of running.traded.values()) {
    const { stepMs } = entry.temperament
    // Instruments look at different moments, so that the work is spread; the first look is now.
    const offset = mix32(hashText(entry.instrument.id)) % stepMs
    entry.nextStepMs = startedAt - ((startedAt - offset) % stepMs)
    entry.market.continueFrom(Math.max(market.lastSequence(entry.instrument.id), unused))
  }
  for (const pair of running.pairs) pair.sequence = Math.max(market.lastSequence(pair.instrument.id), unused)
  line.run(() => {
    deliver(running, running.early)
    running.early = []
    look(running)
  })
  const lookNow = (): void => look(running)
  running.stopLooking = every(lookEveryMs, () => line.run(lookNow))
}

/** Everything that was due up to now, in order of instruments: each step runs at its own moment, not at now. */
function look(running: Running): void {
  const now = running.options.clock.now()
  for (const entry of running.traded.values()) {
    const { stepMs } = entry.temperament
    if (now - entry.nextStepMs > catchUpMaxMs) {
      entry.nextStepMs += Math.ceil((now - entry.nextStepMs - stepMs) / stepMs) * stepMs
    }
    for (; entry.nextStepMs <= now; entry.nextStepMs += stepMs) {
      step(running, entry, instant(entry.nextStepMs))
    }
  }
  for (const pair of running.pairs) {
    if (pair.nextMs > now) continue
    quotePair(running, pair, now)
    pair.nextMs = now - (now % pairEveryMs) + pairEveryMs
  }
  if (!running.isWarm && now >= running.warmNextMs) warm(running, now)
}

function warm(running: Running, now: Instant): void {
  const { isBusy, history } = running.options
  if (isBusy?.() !== true) running.isWarm = !present(history, 'history').warmSome(warmDaysATurn)
  running.warmNextMs = now + warmEveryMs
}

/** One look of the agents at the moment it is due, whenever it is made: nothing of it hangs on an order's time but its date. */
function step(running: Running, entry: Traded, due: Instant): void {
  const { world, hours, speed } = running.options
  const { temperament, market, instrument } = entry
  const at = notBefore(entry, due)
  entry.lastAt = at
  if (stateAt(instrument.calendar, due, hours) !== 'continuous') {
    if (entry.isQuoting) market.rest(at)
    entry.isQuoting = false
    publish(running, entry, at)
    return
  }
  entry.isQuoting = true
  const moment = worldTime(running, due)
  const fair = entry.reference * Math.exp(world.logAt(instrument.id, moment))
  const { busy, width } = pace(world, instrument, moment)
  const seconds = (temperament.stepMs / 1000) * speed
  const tick = entry.tickAt(fair)
  const reports = market.act(
    {
      step: Math.floor(entry.nextStepMs / temperament.stepMs),
      seconds,
      fair,
      halfSpread: Math.max(fair * temperament.halfSpread * width, tick / 2),
      tick,
      spacing: Math.max(1, Math.round((fair * temperament.spacing) / tick)) * tick,
      expectedOrders: temperament.tradesPerSecond * seconds * busy,
      parentsPerSecond: temperament.parentsPerDay / daySecondsOf(instrument),
      epoch: Math.floor(due / epochMs),
    },
    at,
  )
  deliver(running, reports)
  publish(running, entry, at)
}

/** How busy a moment is, and how much wider than on average makers quote. */
function pace(
  world: World,
  instrument: Instrument,
  moment: Instant,
): { readonly busy: number; readonly width: number } {
  const isCoin = isOfCoins(instrument)
  const busy = isCoin ? coinBusynessAt(world.timeOf(instrument.id), moment) : busynessAt(world.time, moment)
  const isNight = !isCoin && busy === nightBusyness
  return { busy, width: isNight ? nightSpread : 1 + 0.12 * Math.max(0, busy - 1) }
}

function quotePair(running: Running, pair: Pair, at: Instant): void {
  const { world, market, hours } = running.options
  if (stateAt(pair.instrument.calendar, at, hours) !== 'continuous') return
  const fair = pair.reference * Math.exp(world.logAt(pair.instrument.id, worldTime(running, at)))
  pair.sequence += 1
  market.onQuote(pair.instrument.id, {
    bid: priceOf(BigInt(Math.floor(fair * (1 - pairHalfSpread)))),
    ask: priceOf(BigInt(Math.ceil(fair * (1 + pairHalfSpread)))),
    source: simulatedSource,
    sequence: pair.sequence,
    at,
  })
}

function submit(running: Running, order: VenueOrder): readonly ExecutionReport[] {
  const entry = find(running, order.instrumentId)
  const at = notBefore(entry, running.options.clock.now())
  const reports = entry.market.submit(order, at)
  publish(running, entry, at)
  if (reports.some(({ kind }) => kind === 'filled')) {
    // Only a trade counts: an order that trades nothing leaves no trace in what agents do, nor in when.
    entry.lastAt = at
    // Runs after the batch: had its commit failed, `reset` has taken the fills back by then.
    lineOf(running).run(() => entry.market.settle())
  }
  return reports
}

function cancel(running: Running, orderId: Id<'ord'>): readonly ExecutionReport[] {
  for (const entry of running.traded.values()) {
    const at = notBefore(entry, running.options.clock.now())
    const reports = entry.market.cancel(orderId, at)
    if (reports.length === 0) continue
    publish(running, entry, at)
    return reports
  }
  return []
}

function reset(running: Running, instrumentId: string, open: readonly VenueOrder[]): void {
  const { line } = running
  const entry = running.traded.get(instrumentId)
  if (entry === undefined) return
  const at = notBefore(entry, running.options.clock.now())
  const reports = entry.market.reset(open, at)
  if (reports.some(({ kind }) => kind === 'filled')) entry.lastAt = at
  if (line === undefined) {
    running.early.push(...reports)
    return
  }
  const { trades } = entry.market.takeNews(at)
  line.marketData(instrumentId, { delta: entry.market.snapshot(at), ...(trades.length > 0 ? { trades } : {}) })
  if (reports.length > 0) line.run(() => deliver(running, reports))
}

function counterparties(
  { traded }: Running,
  orders: readonly VenueOrder[],
  leaving: readonly Id<'ord'>[],
): readonly Id<'ord'>[] {
  const leavers = new Set(leaving)
  const byInstrument = Map.groupBy(orders, ({ instrumentId }) => instrumentId)
  return [...byInstrument].flatMap(([id, own]) => [...(traded.get(id)?.market.counterparties(own, leavers) ?? [])])
}

const componentVenues = ['simulated-one', 'simulated-two', 'simulated-three'] as const
const componentEveryMs = 1000

/** Each venue of the index speaks once a second, each at its own moment of it. */
function componentsOf(running: Running, instrument: Instrument, asked: Instant): readonly IndexComponent[] {
  const { world } = running.options
  return componentVenues.map((venue, i) => {
    const offset = mix32(hashText(`${instrument.id}:${venue}`)) % componentEveryMs
    const sequence = Math.floor((asked - offset) / componentEveryMs)
    const at = instant(sequence * componentEveryMs + offset)
    const value =
      Number(instrument.referencePrice) * Math.exp(world.componentLogAt(instrument.id, i, worldTime(running, at)))
    return { venue, price: priceOf(BigInt(Math.max(1, Math.round(value)))), at, sequence }
  })
}

function tradedOf(instrument: Instrument, seed: number): Traded {
  const grid = gridOf(instrument)
  const own = mix32(seed ^ hashText(`agents:${instrument.id}`))
  return {
    instrument,
    temperament: temperamentOfInstrument(instrument),
    market: createInstrumentMarket(own, { lot: grid.lot, tradeVolume: grid.tradeVolume }),
    reference: grid.reference,
    tickAt: tickTable(instrument),
    nextStepMs: 0,
    isQuoting: false,
    lastAt: instant(0),
  }
}
