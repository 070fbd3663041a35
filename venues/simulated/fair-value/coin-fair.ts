import { assert, hashText, mix32, present } from '@bolsillo/kernel'
import { createCoinTime } from './coin-time.ts'
import { keyedNoise } from './keyed-random.ts'
import type { MarketTime, Segment } from './market-time.ts'
import { type Scenario, scenarioLogAt } from './scenario.ts'
import { createSeries, type Series } from './series.ts'

/** What the world of coins needs to know of an instrument. */
interface ListedCoin {
  readonly id: string
  readonly kind: 'coin' | 'perpetual'
  readonly ticker: string
  readonly currency: string
  readonly volatility: number
  readonly beta: number
  readonly underlying?: string
}

/** The dollar in pesos, of the world's other half. */
export interface PesoOfDollar {
  readonly logAt: (at: number) => number
  /** The same at `count` minutes from one on. A fresh array. */
  readonly logMinutes: (fromMs: number, count: number) => Float64Array
  readonly dailyDeviation: number
}

/** Logarithms of fair over reference price of coins, as the world has them of all other instruments. */
export interface CoinFair {
  readonly time: MarketTime
  readonly has: (id: string) => boolean
  readonly logAt: (id: string, at: number) => number
  readonly logPath: (id: string, segment: Segment) => Float64Array
  readonly deviationOf: (id: string, segment: Segment) => number
  /** What a simulated venue of the index says a coin is worth: the fair value with an error of its own. */
  readonly componentLogAt: (id: string, venue: number, at: number) => number
}

const minuteMs = 60_000
/** Standard deviation of a day of what all coins share; about half the variance of an average coin. */
const coinsDaily = 0.022
const ownShareMin = 0.35
const marketPathsKept = 24
const ownPathsKept = 4

/** What a coin does by itself, whatever it is traded against. */
interface OwnMoves {
  readonly beta: number
  readonly series: Series
}

/** What fair values of coins are made of. */
interface CoinModel {
  readonly seed: number
  readonly scenario: Scenario | undefined
  /** What all coins share. */
  readonly market: Series
  readonly ownOf: (listed: ListedCoin) => OwnMoves
  readonly basisKeys: ReadonlyMap<string, number>
  readonly dollar: () => PesoOfDollar
}

/**
 * Fair values of coins. Each moves with all coins and by itself; against pesos it is the coin times the dollar; USDT stays
 * at a dollar but for some hundredths of a percent; a perpetual is its coin with a basis that comes and goes.
 */
export function createCoinFair(options: {
  readonly seed: number
  readonly listed: readonly ListedCoin[]
  readonly pesoOfDollar: () => PesoOfDollar
  readonly scenario?: Scenario
}): CoinFair {
  const { seed, scenario } = options
  const time = createCoinTime(seed)
  const law = { newsChance: 0.006, dailyVolatility: coinsDaily, levelDeviation: 0.14, name: 'coins' }
  const known = new Map(options.listed.map((one) => [one.id, one]))
  const listedOf = (id: string): ListedCoin => present(known.get(id), `coin ${id} of the simulated world`)
  let peso: PesoOfDollar | undefined
  const model: CoinModel = {
    seed,
    scenario,
    market: createSeries(seed, law, time, marketPathsKept),
    ownOf: createOwnMoves(seed, time),
    basisKeys: new Map(options.listed.map(({ id }) => [id, mix32(seed ^ hashText(`basis:${id}`))])),
    dollar: () => {
      peso ??= options.pesoOfDollar()
      return peso
    },
  }
  const logAt = (id: string, at: number): number => valueAt(model, listedOf(id), at)
  return {
    time,
    has: (id) => known.has(id),
    logAt,
    logPath: (id, segment) => pathOf(model, listedOf(id), segment),
    deviationOf: (id, segment) => deviationOf(model, listedOf(id), segment),
    componentLogAt: (id, venue, at) => {
      assert(listedOf(id).kind === 'coin', 'an index is of a coin, not of a contract')
      const key = mix32(seed ^ hashText(`index:${id}:${venue}`))
      return logAt(id, at) + 0.00025 * keyedNoise(key, 5, at / 17_000) + 0.0003 * keyedNoise(key, 6, at / 240_000)
    },
  }
}

/** What each coin does by itself; made when first asked. */
function createOwnMoves(seed: number, time: MarketTime): (listed: ListedCoin) => OwnMoves {
  const made = new Map<string, OwnMoves>()
  return ({ ticker, volatility, beta }) => {
    let own = made.get(ticker)
    if (own === undefined) {
      const daily = volatility / Math.sqrt(365)
      const ownDaily = Math.sqrt(Math.max(daily ** 2 - (beta * coinsDaily) ** 2, (daily * ownShareMin) ** 2))
      const law = {
        name: `coin:${ticker}`,
        dailyVolatility: ownDaily,
        levelDeviation: ownDaily * 5,
        newsChance: 0.012,
      }
      own = { beta, series: createSeries(seed, law, time, ownPathsKept) }
      made.set(ticker, own)
    }
    return own
  }
}

function valueAt(model: CoinModel, listed: ListedCoin, at: number): number {
  const { seed, market, dollar } = model
  if (listed.ticker === 'USDT') return pegAt(seed, at) + dollar().logAt(at)
  const { beta, series } = model.ownOf(listed)
  const log = beta * market.at(at) + series.at(at) + shockAt(model, beta, at)
  if (listed.currency === 'MXN') return log + pegAt(seed, at) + dollar().logAt(at)
  return listed.kind === 'perpetual' ? log + basisAt(model.basisKeys.get(listed.id) ?? 0, at) : log
}

function pathOf(model: CoinModel, listed: ListedCoin, segment: Segment): Float64Array {
  const { seed, market, dollar } = model
  const path = new Float64Array(segment.minutes + 1)
  const isTether = listed.ticker === 'USDT'
  const inPesos = listed.currency === 'MXN'
  const coin = isTether ? undefined : model.ownOf(listed)
  const shared = market.minutePath(segment)
  const particular = coin?.series.minutePath(segment)
  const dollars = inPesos ? dollar().logMinutes(segment.startMs, path.length) : undefined
  const basisKey = listed.kind === 'perpetual' ? model.basisKeys.get(listed.id) : undefined
  for (let m = 0; m < path.length; m += 1) {
    const at = segment.startMs + m * minuteMs
    let log = 0
    if (coin !== undefined && particular !== undefined) {
      log = coin.beta * (shared[m] ?? 0) + (particular[m] ?? 0) + shockAt(model, coin.beta, at)
    }
    if (dollars !== undefined) log += pegAt(seed, at) + (dollars[m] ?? 0)
    if (basisKey !== undefined) log += basisAt(basisKey, at)
    path[m] = log
  }
  return path
}

function deviationOf({ market, ownOf, dollar }: CoinModel, listed: ListedCoin, segment: Segment): number {
  let variance = 0
  if (listed.ticker !== 'USDT') {
    const { beta, series } = ownOf(listed)
    variance = (beta * market.deviationOf(segment)) ** 2 + series.deviationOf(segment) ** 2
  }
  if (listed.currency === 'MXN') variance += (dollar().dailyDeviation ** 2 * segment.minutes) / 1440
  return Math.sqrt(variance)
}

function pegAt(seed: number, at: number): number {
  return 0.0003 * keyedNoise(seed ^ 0x7e7e, 1, at / 3_600_000) + 0.0001 * keyedNoise(seed ^ 0x7e7e, 2, at / 120_000)
}

function shockAt({ scenario, seed }: CoinModel, beta: number, at: number): number {
  return scenario === undefined ? 0 : Math.min(1.25, Math.max(0.8, beta)) * scenarioLogAt(scenario, seed, at)
}

function basisAt(key: number, at: number): number {
  // A small premium on average, as longs are the more numerous; it swings over hours and over minutes.
  return 0.0002 + 0.0005 * keyedNoise(key, 3, at / 14_400_000) + 0.00025 * keyedNoise(key, 4, at / 300_000)
}
