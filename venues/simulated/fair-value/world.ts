import { assert, hashText, mix32, present } from '@bolsillo/kernel'
import { type CoinFair, createCoinFair, type PesoOfDollar } from './coin-fair.ts'
import { createIndexCloses, type IndexCloses } from './index-closes.ts'
import { createMarketTime, type MarketTime, type Segment } from './market-time.ts'
import type { Scenario } from './scenario.ts'
import { createSeries, type Series, type SeriesLaw } from './series.ts'

/** What the world needs to know of an instrument; platform/market's instruments have all of it. */
export interface Listed {
  readonly id: string
  readonly kind: 'stock' | 'fx' | 'index' | 'coin' | 'perpetual'
  readonly country: string
  readonly ticker: string
  readonly currency: string
  readonly sector: string
  /** Standard deviation of yearly log returns. */
  readonly volatility: number
  /** Its part in the market's move. */
  readonly beta: number
  /** What it follows in place of moving by itself (a fund its index), and how far their returns may lie apart. */
  readonly follows?: { readonly id: string; readonly spread: number } | undefined
}

/** A part of an index: its share of the index's value when every price is at its reference. */
export interface IndexPart {
  readonly id: string
  readonly weight: number
}

/**
 * The world of one seed: the logarithm of (fair price / reference price) of every instrument at any moment, the same on
 * every machine and in every run. Instruments move with the market, their country and their sector, and by themselves.
 * An index moves from its last close as its parts moved from theirs, by weight: the rule the market room computes live
 * indices by, so that the line continues where history ends. A fund moves as its index, and a share as the company's other
 * one, but for an error that never leaves its spread. Coins have a half of their own (`coin-fair.ts`).
 */
export interface World {
  /** The time of shares and pairs. */
  readonly time: MarketTime
  /** The time an instrument lives in: coins have days without nights. */
  readonly timeOf: (id: string) => MarketTime
  readonly logAt: (id: string, at: number) => number
  /** The same at every minute of a segment (`minutes + 1` numbers). A fresh array. */
  readonly logPath: (id: string, segment: Segment) => Float64Array
  /** Standard deviation of an instrument over one whole segment. */
  readonly deviationOf: (id: string, segment: Segment) => number
  /** Of a coin: what one of the venues of its index says. */
  readonly componentLogAt: CoinFair['componentLogAt']
}

interface Loading {
  readonly beta: number
  readonly series: Series
  /** Of the series, an average weekday. */
  readonly deviation: number
}

interface Member {
  readonly loadings: readonly Loading[]
  readonly parts: readonly IndexPart[]
  readonly closes: IndexCloses | undefined
  readonly follows: Following | undefined
}

/** What a member follows, and the series of its error, which is cut at half the spread on either side. */
interface Following {
  readonly id: string
  readonly error: Series
  readonly half: number
}

const minuteMs = 60_000
const sharedPathsKept = 72
const ownPathsKept = 6
const ownShareMin = 0.33

/** Standard deviations of a weekday of what instruments share; together some 40 % of the variance of an average share. */
const marketDaily = 0.0078
const mexicoDaily = 0.005
const abroadDaily = 0.0034
const sectorDaily = 0.0058

/** What a world is made of: coins by themselves, everything else by its members. */
interface WorldModel {
  readonly time: MarketTime
  readonly coins: CoinFair
  readonly memberOf: (id: string) => Member
}

export function createWorld(
  seed: number,
  instruments: readonly Listed[],
  partsOf: (indexId: string) => readonly IndexPart[],
  scenario?: Scenario,
): World {
  const time = createMarketTime(seed)
  const members = new Map<string, Member>()
  const memberOf = (id: string): Member => present(members.get(id), `instrument ${id} of the simulated world`)
  const coins = createCoinFair({
    seed,
    listed: instruments.flatMap((one) =>
      one.kind === 'coin' || one.kind === 'perpetual' ? [{ ...one, kind: one.kind }] : [],
    ),
    pesoOfDollar: () => pesoOfDollar(time, memberOf('USD/MXN').loadings),
    ...(scenario === undefined ? {} : { scenario }),
  })
  const world: WorldModel = { time, coins, memberOf }
  const loadingsOf = createLoadings(seed, time)
  for (const listed of instruments) {
    if (coins.has(listed.id)) continue
    const isIndex = listed.kind === 'index'
    const parts = isIndex ? normalised(partsOf(listed.id)) : []
    members.set(listed.id, {
      loadings: isIndex || listed.follows !== undefined ? [] : loadingsOf(listed),
      follows: listed.follows === undefined ? undefined : followingOf(seed, time, listed.id, listed.follows),
      parts,
      closes: isIndex ? createIndexCloses(parts, (id, weekday) => logAtClose(world, id, weekday)) : undefined,
    })
  }
  return {
    time,
    timeOf: (id) => (coins.has(id) ? coins.time : time),
    logAt: (id, at) => logAt(world, id, at),
    logPath: (id, segment) => logPath(world, id, segment),
    deviationOf: (id, segment) => deviationOf(world, id, segment),
    componentLogAt: coins.componentLogAt,
  }
}

/** An error small beside its spread, so that it is seldom cut. */
function followingOf(
  seed: number,
  time: MarketTime,
  id: string,
  { id: followed, spread }: NonNullable<Listed['follows']>,
): Following {
  const law = { name: `follows:${id}`, dailyVolatility: spread / 8, levelDeviation: spread / 8, newsChance: 0 }
  return { id: followed, error: createSeries(seed, law, time, ownPathsKept), half: spread / 2 }
}

const errorOf = ({ half }: Following, value: number): number => Math.max(-half, Math.min(half, value))

/** What moves a share or a pair: series it shares with others, made once for all, and one of its own. */
function createLoadings(seed: number, time: MarketTime): (listed: Listed) => readonly Loading[] {
  const shared = new Map<string, Series>()
  const sharedSeries = (name: string, dailyVolatility: number, levelDeviation: number): Series => {
    let series = shared.get(name)
    if (series === undefined) {
      series = createSeries(seed, { name, dailyVolatility, levelDeviation, newsChance: 0.004 }, time, sharedPathsKept)
      shared.set(name, series)
    }
    return series
  }
  const market = (beta: number): Loading => ({
    beta,
    series: sharedSeries('market', marketDaily, 0.07),
    deviation: marketDaily,
  })
  const country = (code: string, beta: number): Loading => {
    const [deviation, level] = code === 'MX' ? [mexicoDaily, 0.06] : [abroadDaily, 0.05]
    return { beta, series: sharedSeries(`country:${code}`, deviation, level), deviation }
  }
  const sector = (name: string, beta: number): Loading => ({
    beta,
    series: sharedSeries(`sector:${name}`, sectorDaily, 0.07),
    deviation: sectorDaily,
  })
  const commonOf = (listed: Listed): readonly Loading[] => {
    if (listed.kind === 'fx') {
      // The peso is weak when Mexico and the world are: the sign every investor there has learned.
      const sign = listed.id.startsWith('USD/') ? -1 : 1
      const world = market(sign * 0.2)
      return listed.id.includes('MXN') ? [world, country('MX', sign * 0.45)] : [world]
    }
    const personal = (salt: number): number =>
      0.8 + (0.4 * mix32(hashText(listed.id) ^ Math.imul(salt, 0x9e3779b1))) / 4294967296
    return [market(listed.beta), country(listed.country, personal(2)), sector(listed.sector, personal(3))]
  }
  return (listed) => {
    const common = commonOf(listed)
    const own = ownLawOf(listed, common)
    const series = createSeries(seed, own, time, ownPathsKept)
    return [...common, { beta: 1, series, deviation: own.dailyVolatility }]
  }
}

/** What the shared series leave unexplained is the instrument's own, and a third of its moves at the least. */
function ownLawOf(listed: Listed, common: readonly Loading[]): SeriesLaw {
  const daily = listed.volatility / Math.sqrt(252)
  const explained = common.reduce((sum, { beta, deviation }) => sum + (beta * deviation) ** 2, 0)
  const ownDaily = Math.sqrt(Math.max(daily ** 2 - explained, (daily * ownShareMin) ** 2))
  return {
    name: `own:${listed.id}`,
    dailyVolatility: ownDaily,
    levelDeviation: ownDaily * 5,
    newsChance: listed.kind === 'fx' ? 0.004 : 0.016,
  }
}

/** The dollar in pesos, as the coins need it. */
function pesoOfDollar(time: MarketTime, loadings: readonly Loading[]): PesoOfDollar {
  return {
    logAt: (at) => loadings.reduce((sum, { beta, series }) => sum + beta * series.at(at), 0),
    logMinutes: (fromMs, count) => {
      const path = new Float64Array(count)
      for (let done = 0; done < count; ) {
        const segment = time.segmentAt(fromMs + done * minuteMs)
        const offset = Math.round((fromMs - segment.startMs) / minuteMs)
        const until = Math.min(count, segment.minutes - offset)
        for (const { beta, series } of loadings) {
          const values = series.minutePath(segment)
          for (let m = done; m < until; m += 1) path[m] = (path[m] ?? 0) + beta * (values[m + offset] ?? 0)
        }
        done = until
      }
      return path
    },
    dailyDeviation: Math.sqrt(loadings.reduce((sum, { beta, deviation }) => sum + (beta * deviation) ** 2, 0)),
  }
}

function logAtClose(world: WorldModel, id: string, weekday: number): number {
  const { loadings, closes, follows } = world.memberOf(id)
  if (closes !== undefined) return closes.at(weekday)
  if (follows !== undefined)
    return logAtClose(world, follows.id, weekday) + errorOf(follows, follows.error.atClose(weekday))
  let sum = 0
  for (const { beta, series } of loadings) sum += beta * series.atClose(weekday)
  return sum
}

function logAt(world: WorldModel, id: string, at: number): number {
  if (world.coins.has(id)) return world.coins.logAt(id, at)
  const member = world.memberOf(id)
  if (member.closes !== undefined) {
    const before = world.time.segmentAt(at).weekday - 1
    let sum = 0
    for (const part of member.parts) {
      sum += part.weight * Math.exp(logAt(world, part.id, at) - logAtClose(world, part.id, before))
    }
    return member.closes.at(before) + Math.log(sum)
  }
  const { follows } = member
  if (follows !== undefined) return logAt(world, follows.id, at) + errorOf(follows, follows.error.at(at))
  let sum = 0
  for (const { beta, series } of member.loadings) sum += beta * series.at(at)
  return sum
}

function logPath(world: WorldModel, id: string, segment: Segment): Float64Array {
  if (world.coins.has(id)) return world.coins.logPath(id, segment)
  const member = world.memberOf(id)
  if (member.follows !== undefined) {
    const followed = logPath(world, member.follows.id, segment)
    const errors = member.follows.error.minutePath(segment)
    for (let m = 0; m < followed.length; m += 1)
      followed[m] = (followed[m] ?? 0) + errorOf(member.follows, errors[m] ?? 0)
    return followed
  }
  const path = new Float64Array(segment.minutes + 1)
  if (member.closes !== undefined) {
    const before = segment.weekday - 1
    for (const part of member.parts) {
      const own = logPath(world, part.id, segment)
      const close = logAtClose(world, part.id, before)
      for (let m = 0; m < path.length; m += 1) path[m] = (path[m] ?? 0) + part.weight * Math.exp((own[m] ?? 0) - close)
    }
    const base = member.closes.at(before)
    for (let m = 0; m < path.length; m += 1) path[m] = base + Math.log(path[m] ?? 1)
    return path
  }
  for (const { beta, series } of member.loadings) {
    const values = series.minutePath(segment)
    for (let m = 0; m < path.length; m += 1) path[m] = (path[m] ?? 0) + beta * (values[m] ?? 0)
  }
  return path
}

function deviationOf(world: WorldModel, id: string, segment: Segment): number {
  const { coins, memberOf } = world
  if (coins.has(id)) return coins.deviationOf(id, segment)
  const member = memberOf(id)
  if (member.follows !== undefined) return deviationOf(world, member.follows.id, segment)
  // An index moves little inside a minute beyond what its parts do; 0.8 % a day is the size of such indices.
  if (member.closes !== undefined) return 0.008 * Math.sqrt(segment.kind === 'night' ? 0.25 : 0.75)
  let variance = 0
  for (const { beta, series } of member.loadings) variance += (beta * series.deviationOf(segment)) ** 2
  return Math.sqrt(variance)
}

function normalised(parts: readonly IndexPart[]): readonly IndexPart[] {
  const total = parts.reduce((sum, part) => sum + part.weight, 0)
  assert(total > 0, 'an index needs parts with weight')
  return parts.map((part) => ({ id: part.id, weight: part.weight / total }))
}
