import { assert, hashText, mix32, present } from '@bolsillo/kernel'
import { createMarketTime, type MarketTime, type Segment } from './market-time.ts'
import { createSeries, type Series, type SeriesLaw } from './series.ts'

/** What the world needs to know of an instrument; platform/market's instruments have all of it. */
export interface Listed {
  readonly id: string
  readonly kind: 'stock' | 'fx' | 'index'
  readonly country: string
  readonly sector: string
  /** 1 thin … 5 liquid: thin names move more by themselves. */
  readonly liquidity: number
}

/** A part of an index: its share of the index's value when every price stands at its reference. */
export interface IndexPart {
  readonly id: string
  readonly weight: number
}

/**
 * The world of one seed: the logarithm of (fair price / reference price) of every instrument at any moment, the same on
 * every machine and in every run. Instruments move with the market, their country and their sector, and by themselves;
 * indices are the weighted sum of their parts and nothing else.
 */
export interface World {
  readonly time: MarketTime
  readonly logAt: (id: string, at: number) => number
  /** The same at every minute of a segment (`minutes + 1` numbers). A fresh array. */
  readonly logPath: (id: string, segment: Segment) => Float64Array
  /** Standard deviation of an instrument over one whole segment. */
  readonly deviationOf: (id: string, segment: Segment) => number
}

interface Loading {
  readonly beta: number
  readonly series: Series
}

interface Member {
  readonly kind: 'own' | 'index'
  readonly loadings: readonly Loading[]
  readonly parts: readonly IndexPart[]
}

/** Daily volatility of what is an instrument's own, by liquidity 1 … 5. */
const ownVolatility = [0.018, 0.018, 0.0155, 0.0135, 0.0115, 0.01] as const
const sharedPathsKept = 72
const ownPathsKept = 6

export function createWorld(
  seed: number,
  instruments: readonly Listed[],
  partsOf: (indexId: string) => readonly IndexPart[],
): World {
  const time = createMarketTime(seed)
  const shared = new Map<string, Series>()
  const sharedSeries = (name: string, dailyVolatility: number, levelDeviation: number): Series => {
    let series = shared.get(name)
    if (series === undefined) {
      series = createSeries(seed, { name, dailyVolatility, levelDeviation, newsChance: 0.004 }, time, sharedPathsKept)
      shared.set(name, series)
    }
    return series
  }
  const marketSeries = sharedSeries('market', 0.0062, 0.07)

  const loadingsOf = (listed: Listed): readonly Loading[] => {
    const beta = (salt: number, low: number, high: number): number =>
      low + ((high - low) * mix32(hashText(listed.id) ^ Math.imul(salt, 0x9e3779b1))) / 4294967296
    const own = (law: Omit<SeriesLaw, 'name'>): Loading => ({
      beta: 1,
      series: createSeries(seed, { name: `own:${listed.id}`, ...law }, time, ownPathsKept),
    })
    const mexico = sharedSeries('country:MX', 0.0042, 0.06)
    if (listed.kind === 'fx') {
      // The peso is weak when Mexico and the world are: the sign every investor there has learned.
      const sign = listed.id.startsWith('USD/') ? -1 : 1
      return [
        { beta: sign * 0.2, series: marketSeries },
        { beta: listed.id.includes('MXN') ? sign * 0.45 : 0, series: mexico },
        own({ dailyVolatility: 0.0046, levelDeviation: 0.035, newsChance: 0.004 }),
      ]
    }
    return [
      { beta: beta(1, 0.75, 1.3), series: marketSeries },
      {
        beta: beta(2, 0.8, 1.2),
        series: listed.country === 'MX' ? mexico : sharedSeries(`country:${listed.country}`, 0.0028, 0.05),
      },
      { beta: beta(3, 0.7, 1.2), series: sharedSeries(`sector:${listed.sector}`, 0.0048, 0.07) },
      own({ dailyVolatility: ownVolatility[listed.liquidity] ?? 0.0135, levelDeviation: 0.09, newsChance: 0.016 }),
    ]
  }

  const members = new Map<string, Member>()
  for (const listed of instruments) {
    const isIndex = listed.kind === 'index'
    members.set(listed.id, {
      kind: isIndex ? 'index' : 'own',
      loadings: isIndex ? [] : loadingsOf(listed),
      parts: isIndex ? normalised(partsOf(listed.id)) : [],
    })
  }
  const memberOf = (id: string): Member => present(members.get(id), `instrument ${id} of the simulated world`)

  const logAt = (id: string, at: number): number => {
    const member = memberOf(id)
    if (member.kind === 'index') {
      let sum = 0
      for (const part of member.parts) sum += part.weight * Math.exp(logAt(part.id, at))
      return Math.log(sum)
    }
    let sum = 0
    for (const { beta, series } of member.loadings) sum += beta * series.at(at)
    return sum
  }

  const logPath = (id: string, segment: Segment): Float64Array => {
    const member = memberOf(id)
    const path = new Float64Array(segment.minutes + 1)
    if (member.kind === 'index') {
      for (const part of member.parts) {
        const own = logPath(part.id, segment)
        for (let m = 0; m < path.length; m += 1) path[m] = (path[m] ?? 0) + part.weight * Math.exp(own[m] ?? 0)
      }
      for (let m = 0; m < path.length; m += 1) path[m] = Math.log(path[m] ?? 1)
      return path
    }
    for (const { beta, series } of member.loadings) {
      const values = series.minutePath(segment)
      for (let m = 0; m < path.length; m += 1) path[m] = (path[m] ?? 0) + beta * (values[m] ?? 0)
    }
    return path
  }

  const deviationOf = (id: string, segment: Segment): number => {
    const member = memberOf(id)
    // An index moves little inside a minute beyond what its parts do; 0.8 % a day is the size of such indices.
    if (member.kind === 'index') return 0.008 * Math.sqrt(segment.kind === 'night' ? 0.25 : 0.75)
    let variance = 0
    for (const { beta, series } of member.loadings) variance += (beta * series.deviationOf(segment)) ** 2
    return Math.sqrt(variance)
  }

  return { time, logAt, logPath, deviationOf }
}

function normalised(parts: readonly IndexPart[]): readonly IndexPart[] {
  const total = parts.reduce((sum, part) => sum + part.weight, 0)
  assert(total > 0, 'an index needs parts with weight')
  return parts.map((part) => ({ id: part.id, weight: part.weight / total }))
}
