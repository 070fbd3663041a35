import { hashText, mix32 } from '@bolsillo/kernel'
import { keyedNoise, keyedNormal, keyedUniform } from './keyed-random.ts'
import { type MarketTime, nightShare, type Segment } from './market-time.ts'

/*
 * One random series of the world: the whole market, a country, a sector, or what is an instrument's own.
 * Its value is a logarithm around 0, known at any moment by bridges inside bridges:
 *   every 512 weekdays a level drawn on its own; between two such levels a Brownian bridge of weekday closes whose
 *   variance follows slow moods (volatility clusters); between two closes an opening level, which makes the gap; between
 *   open and close a bridge of minutes under the day's activity; inside a minute a bridge of 64 steps.
 * Each bridge's draws are keyed by where they are, so nothing has to be walked, and nothing has to be stored.
 */

/** What makes a series. Volatility as the standard deviation of a weekday, in logarithms. */
export interface SeriesLaw {
  readonly name: string
  readonly dailyVolatility: number
  /** Standard deviation of the level itself over the years. */
  readonly levelDeviation: number
  /** Chance that a night brings news that makes the day `newsFactor` times as wild. */
  readonly newsChance: number
}

export interface Series {
  /** The value at any moment. */
  readonly at: (at: number) => number
  /** Values at the minutes of a segment: `minutes + 1` numbers, first and last being the ends. Kept: do not change it. */
  readonly minutePath: (segment: Segment) => Float64Array
  /** The value at the close of a weekday: a look-up, where `at` has to follow the bridges down. */
  readonly atClose: (weekday: number) => number
  /** Standard deviation of one whole segment. */
  readonly deviationOf: (segment: Segment) => number
}

/** Weekdays between two levels that are drawn on their own. */
export const blockDays = 512
const subStepsPerMinute = 64
const newsFactor = 2.5
const subKeyBase = 0x10000

/** `pathsKeptMax` bounds the minute paths kept: many for series shared by instruments, few for an instrument's own. */
export function createSeries(seed: number, law: SeriesLaw, time: MarketTime, pathsKeptMax: number): Series {
  const own = mix32(seed ^ hashText(law.name))
  const { closeOf, openOf, volatilityOf } = createWeekdays(seed, own, law)
  const paths = new Map<number, Float64Array>()

  const startOf = (segment: Segment): number =>
    segment.kind === 'night' ? closeOf(segment.weekday - 1) : openOf(segment.weekday)
  const endOf = (segment: Segment): number =>
    segment.kind === 'night' ? openOf(segment.weekday) : closeOf(segment.weekday)
  const deviationOf = (segment: Segment): number =>
    volatilityOf(segment.weekday) * Math.sqrt(segment.kind === 'night' ? nightShare : 1 - nightShare)

  const minutePath = (segment: Segment): Float64Array => {
    let path = paths.get(segment.key)
    if (path === undefined) {
      path = new Float64Array(segment.minutes + 1)
      path[0] = startOf(segment)
      path[segment.minutes] = endOf(segment)
      fillBridge(path, segment.activity, deviationOf(segment), mix32(own ^ Math.imul(segment.key, 0x27d4eb2f)))
      if (paths.size >= pathsKeptMax) {
        const [oldest] = paths.keys()
        if (oldest !== undefined) paths.delete(oldest)
      }
      paths.set(segment.key, path)
    }
    return path
  }

  let lastMoment = Number.NaN
  let lastValue = 0
  const at = (moment: number): number => {
    // Instruments that share the series ask for the same moment one after the other.
    if (moment !== lastMoment) {
      lastValue = valueAt(moment)
      lastMoment = moment
    }
    return lastValue
  }
  const valueAt = (moment: number): number => {
    const segment = time.segmentAt(moment)
    const path = minutePath(segment)
    const elapsed = (moment - segment.startMs) / 60_000
    const minute = Math.min(segment.minutes - 1, Math.floor(elapsed))
    const share = (segment.activity[minute + 1] ?? 1) - (segment.activity[minute] ?? 0)
    const deviation = deviationOf(segment) * Math.sqrt(share)
    const key = mix32(own ^ Math.imul(segment.key, 0x27d4eb2f))
    return withinMinute(path[minute] ?? 0, path[minute + 1] ?? 0, elapsed - minute, deviation, key, minute)
  }

  return { at, atClose: closeOf, minutePath, deviationOf }
}

/** The ends of a series' bridges: what it is at the close and the open of every weekday, and how wild that day is. */
interface Weekdays {
  readonly closeOf: (weekday: number) => number
  readonly openOf: (weekday: number) => number
  readonly volatilityOf: (weekday: number) => number
}

function createWeekdays(seed: number, own: number, law: SeriesLaw): Weekdays {
  const blocks = new Map<number, Block>()
  const blockOf = (weekday: number): Block => {
    const number = Math.floor(weekday / blockDays)
    let block = blocks.get(number)
    if (block === undefined) {
      block = makeBlock(seed, own, law, number)
      // Six blocks are twelve years: nobody looks further than that at once.
      if (blocks.size >= 6) blocks.clear()
      blocks.set(number, block)
    }
    return block
  }
  const closeOf = (weekday: number): number => {
    const block = blockOf(weekday)
    return block.closes[weekday - block.first] ?? 0
  }
  const volatilityOf = (weekday: number): number => {
    const block = blockOf(weekday)
    return block.volatility[weekday - block.first] ?? law.dailyVolatility
  }
  const openOf = (weekday: number): number => {
    const before = closeOf(weekday - 1)
    const change = closeOf(weekday) - before
    const spread = Math.sqrt(nightShare * (1 - nightShare)) * volatilityOf(weekday)
    return before + change * nightShare + spread * keyedNormal(own, weekday, 3)
  }
  return { closeOf, openOf, volatilityOf }
}

interface Block {
  readonly first: number
  readonly closes: Float64Array
  readonly volatility: Float64Array
}

/** The weekday closes of one block: a bridge from its level to the next block's, under a volatility that has moods. */
function makeBlock(seed: number, own: number, law: SeriesLaw, number: number): Block {
  const first = number * blockDays
  const volatility = new Float64Array(blockDays + 1)
  const closes = new Float64Array(blockDays)
  const walk = new Float64Array(blockDays + 1)
  const variance = new Float64Array(blockDays + 1)
  for (let i = 0; i <= blockDays; i += 1) {
    const day = first + i
    const news = keyedUniform(own, day, 7) < law.newsChance ? newsFactor : 1
    volatility[i] = law.dailyVolatility * news * moodAt(seed, own, day)
  }
  for (let i = 1; i <= blockDays; i += 1) {
    const deviation = volatility[i] ?? 0
    walk[i] = (walk[i - 1] ?? 0) + deviation * keyedNormal(own, first + i, 1)
    variance[i] = (variance[i - 1] ?? 0) + deviation ** 2
  }
  const from = law.levelDeviation * keyedNormal(own, number, 2)
  const to = law.levelDeviation * keyedNormal(own, number + 1, 2)
  const miss = (walk[blockDays] ?? 0) - (to - from)
  const total = variance[blockDays] ?? 1
  for (let i = 0; i < blockDays; i += 1) {
    closes[i] = from + (walk[i] ?? 0) - (miss * (variance[i] ?? 0)) / total
  }
  return { first, closes, volatility }
}

/** How wild a weekday is against the average one: weeks and months of calm and storm, shared by all and of its own. */
function moodAt(seed: number, own: number, weekday: number): number {
  const shared = 0.3 * keyedNoise(seed ^ 0x3d1f, 11, weekday / 43) + 0.16 * keyedNoise(seed ^ 0x3d1f, 12, weekday / 9)
  const particular = 0.2 * keyedNoise(own, 13, weekday / 21)
  return Math.exp(shared + particular - 0.05)
}

/** Fills the inside of a path whose ends are set: Brownian bridge by halving, in the segment's own activity time. */
function fillBridge(path: Float64Array, activity: Float64Array, deviation: number, key: number): void {
  const halve = (low: number, high: number): void => {
    const middle = (low + high) >> 1
    const before = (activity[middle] ?? 0) - (activity[low] ?? 0)
    const after = (activity[high] ?? 0) - (activity[middle] ?? 0)
    const whole = before + after
    const left = path[low] ?? 0
    const mean = left + (((path[high] ?? 0) - left) * before) / whole
    // A point between two others is drawn once, so its own number is key enough.
    path[middle] = mean + deviation * Math.sqrt((before * after) / whole) * keyedNormal(key, middle, 5)
    if (middle - low > 1) halve(low, middle)
    if (high - middle > 1) halve(middle, high)
  }
  if (path.length > 2) halve(0, path.length - 1)
}

/** Value inside a minute, `part` of it gone: six halvings, then straight. */
function withinMinute(from: number, to: number, part: number, deviation: number, key: number, minute: number): number {
  let low = from
  let high = to
  let span = deviation / 2
  let position = part * subStepsPerMinute
  let node = 1
  for (let width = subStepsPerMinute / 2; width >= 1; width /= 2) {
    const middle = (low + high) / 2 + span * keyedNormal(key, subKeyBase + minute, node)
    if (position < width) {
      high = middle
      node *= 2
    } else {
      low = middle
      position -= width
      node = node * 2 + 1
    }
    span *= Math.SQRT1_2
  }
  return low + (high - low) * position
}
