import {
  type Id,
  type Instant,
  idOf,
  instant,
  integerBetween,
  mix32,
  priceOf,
  quantityOf,
  seededRng,
} from '@bolsillo/kernel'
import type { Instrument } from '@bolsillo/market/domain'
import type { ExecutionReport, VenueOrder } from '@bolsillo/trading/domain'
import type { World } from './fair-value/world.ts'
import { gridOf } from './instrument-grid.ts'
import { createSimulatedVenue } from './simulated-venue.ts'
import { createSimulatedWorld } from './simulated-world.ts'

/** Slippage of market orders against the middle when they arrived, in basis points; above 0 is worse than the middle. */
export interface SlippageSample {
  readonly buys: readonly number[]
  readonly sells: readonly number[]
}

const lookMs = 50
const warmUpMinMs = 5000
const warmUpMaxMs = 40_000
const betweenMs = 5_432_100

/**
 * Sends seeded market orders, each as a buy and mirrored as a sell, and measures what they got: the sample for the two-sided test
 * that execution favors neither side (honesty H12). Every order goes into a market of its own that has run for some
 * seconds at another hour of another day, because orders that follow each other in one market meet the same book and
 * would count one piece of luck many times. `orders` of each side.
 */
export async function sampleSlippage(options: {
  readonly seed: number
  readonly instrument: Instrument
  readonly orders: number
  readonly startMs: number
}): Promise<SlippageSample> {
  const { seed, instrument, orders, startMs } = options
  const world = createSimulatedWorld(seed, [instrument])
  const rng = seededRng(seed, 'mirrored flow')
  const { tradeVolume, lot } = gridOf(instrument)
  const samples = { buy: [] as number[], sell: [] as number[] }
  for (let i = 0; i < orders; i += 1) {
    const quantity = integerBetween(rng, 1, Math.max(1, (4 * tradeVolume) / lot)) * lot
    const warmUpMs = integerBetween(rng, warmUpMinMs, warmUpMaxMs)
    for (const side of ['buy', 'sell'] as const) {
      // The mirror: the same order at the same moment of the same world, among agents of other luck.
      const order = marketOrder(2 * i + 1, instrument.id, side, quantity)
      const ownSeed = mix32(seed ^ Math.imul(i, 0x9e3779b1)) ^ (side === 'buy' ? 0 : 1)
      const fromMs = startMs + i * betweenMs
      const slippage = await slippageOf({ seed: ownSeed, world, instrument, order, warmUpMs, fromMs })
      if (slippage !== undefined) samples[side].push(slippage)
    }
  }
  return { buys: samples.buy, sells: samples.sell }
}

async function slippageOf(trial: {
  readonly seed: number
  readonly world: World
  readonly instrument: Instrument
  readonly order: VenueOrder
  readonly fromMs: number
  readonly warmUpMs: number
}): Promise<number | undefined> {
  const { seed, world, instrument, order } = trial
  let nowMs = trial.fromMs
  let look: () => void = () => {}
  const { venue, marketOf } = createSimulatedVenue({
    seed,
    world,
    instruments: [instrument],
    market: { onQuote: () => {}, lastSequence: () => 0 },
    clock: { now: (): Instant => instant(nowMs) },
    hours: 'always',
    speed: 1,
    every: (_ms, work) => {
      look = work
      return () => {}
    },
  })
  await venue.start({ run: (work) => work(), report: () => {}, marketData: () => {} })
  while (nowMs < trial.fromMs + trial.warmUpMs) {
    nowMs += lookMs
    look()
  }
  const book = marketOf(instrument.id)
  const middle = (book.bestBid() + book.bestAsk()) / 2
  const average = averagePrice(venue.submit(order))
  await venue.stop()
  if (average === undefined) return undefined
  return ((order.side === 'buy' ? average - middle : middle - average) / middle) * 10_000
}

function averagePrice(reports: readonly ExecutionReport[]): number | undefined {
  let [paid, quantity] = [0, 0]
  for (const report of reports) {
    if (report.kind !== 'filled') continue
    paid += Number(report.price) * Number(report.quantity)
    quantity += Number(report.quantity)
  }
  return quantity === 0 ? undefined : paid / quantity
}

function marketOrder(n: number, instrumentId: string, side: 'buy' | 'sell', quantity: number): VenueOrder {
  const orderId: Id<'ord'> = idOf('ord', `ord_${String(n).padStart(26, '0')}`)
  return {
    orderId,
    customerId: idOf('cus', `cus_${'0'.repeat(25)}1`),
    instrumentId,
    side,
    type: 'market',
    timeInForce: 'ioc',
    limitPrice: priceOf(side === 'buy' ? 2_000_000_000n : 1n),
    quantity: quantityOf(BigInt(quantity)),
    postOnly: false,
    priority: BigInt(n),
  }
}

/** The arithmetic mean. */
export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / values.length
}

/**
 * Two-sided p-value that two samples come from one distribution, by the rank-sum test of Mann and Whitney with the
 * normal approximation and its correction for ties (samples of some dozens or more).
 */
export function rankSumP(one: readonly number[], other: readonly number[]): number {
  const all = [...one.map((value) => ({ value, first: true })), ...other.map((value) => ({ value, first: false }))]
  all.sort((a, b) => a.value - b.value)
  const [n, m, total] = [one.length, other.length, all.length]
  let rankSum = 0
  let ties = 0
  for (let from = 0; from < total; ) {
    let to = from
    while (to < total && all[to]?.value === all[from]?.value) to += 1
    const rank = (from + 1 + to) / 2
    for (let i = from; i < to; i += 1) if (all[i]?.first === true) rankSum += rank
    ties += (to - from) ** 3 - (to - from)
    from = to
  }
  const u = rankSum - (n * (n + 1)) / 2
  const deviation = Math.sqrt(((n * m) / 12) * (total + 1 - ties / (total * (total - 1))))
  return deviation === 0 ? 1 : 2 * (1 - normalBelow(Math.abs(u - (n * m) / 2) / deviation))
}

/** Normal distribution function (Zelen and Severo's approximation, error below 7.5e-8). */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.2316419 * z)
  const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)
  const series = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  return 1 - density * series
}
