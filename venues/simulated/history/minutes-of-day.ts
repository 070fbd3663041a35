import { hashText, mix32 } from '@bolsillo/kernel'
import { keyedNoise, keyedNormal, keyedUniform, keyedWord } from '../fair-value/keyed-random.ts'
import type { World } from '../fair-value/world.ts'

const minuteMs = 60_000
const carryFrom = 2 ** 52

/** What a day of an instrument is made of, in integers on its grid. */
export interface Grid {
  readonly id: string
  /** An index or a currency pair: a value every minute, no trades, no volume. */
  readonly isValue: boolean
  /** Price units at logarithm 0. */
  readonly reference: number
  readonly roundToTick: (units: number) => number
  /** Quantity units traded on an average day, and in an average trade; both multiples of `lot`. */
  readonly dayVolume: number
  readonly tradeVolume: number
  readonly lot: number
}

/** Minutes of one session as columns; `present` is 0 for minutes in which nothing traded, which the fold leaves out. */
export interface DayMinutes {
  readonly openMs: number
  readonly minutes: number
  readonly open: Float64Array
  readonly high: Float64Array
  readonly low: Float64Array
  readonly close: Float64Array
  readonly volume: Float64Array
  readonly trades: Float64Array
  /** Average price, a whole number of units between low and high; × volume it is the minute's turnover. */
  readonly average: Float64Array
  readonly present: Uint8Array
}

/** A session folded: undefined when nothing traded. */
export interface DayFold {
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  readonly trades: number
  readonly turnover: bigint
}

/**
 * The minutes of a session [openMs, closeMs): prices from the fair value at each minute's ends, highs and lows by the
 * exact law of a Brownian bridge's extremes, volume by splitting the day's.
 */
export function minutesOfDay(world: World, seed: number, grid: Grid, openMs: number, closeMs: number): DayMinutes {
  const frame = frameOf(world, seed, grid, openMs, closeMs)
  const n = frame.minutes
  const day: DayMinutes = {
    openMs,
    minutes: n,
    open: new Float64Array(n),
    high: new Float64Array(n),
    low: new Float64Array(n),
    close: new Float64Array(n),
    volume: new Float64Array(n),
    trades: new Float64Array(n),
    average: new Float64Array(n),
    present: new Uint8Array(n),
  }
  let before = 0
  for (let m = 0; m < n; m += 1) {
    const after = volumeBefore(frame, grid, m + 1)
    const volume = after - before
    before = after
    day.volume[m] = volume
    day.trades[m] = tradesOf(grid, volume)
    const open = priceAt(grid, frame.log[m] ?? 0)
    const close = priceAt(grid, frame.log[m + 1] ?? 0)
    day.present[m] = grid.isValue || volume > 0 ? 1 : 0
    day.average[m] = averageOf(open, close)
    day.open[m] = open
    day.close[m] = close
    day.high[m] = Math.max(open, close, priceAt(grid, highLog(frame, m)))
    day.low[m] = Math.min(open, close, priceAt(grid, lowLog(frame, m)))
  }
  return day
}

/** The same session folded, several times faster for liquid names: only minutes near the extremes are looked into. */
export function foldOfDay(
  world: World,
  seed: number,
  grid: Grid,
  openMs: number,
  closeMs: number,
): DayFold | undefined {
  const frame = frameOf(world, seed, grid, openMs, closeMs)
  const n = frame.minutes
  let first = -1
  let last = -1
  let trades = 0
  let before = 0
  let top = Number.NEGATIVE_INFINITY
  let bottom = Number.POSITIVE_INFINITY
  // Lots × price units: a minute's stay below 2^52 by far, and so does what is added to before it is carried over.
  let turnoverInLots = 0
  let carried = 0n
  let priceBefore = priceAt(grid, frame.log[0] ?? 0)
  const present = new Uint8Array(n)
  for (let m = 0; m < n; m += 1) {
    const after = volumeBefore(frame, grid, m + 1)
    const volume = after - before
    const count = tradesOf(grid, volume)
    const priceAfter = priceAt(grid, frame.log[m + 1] ?? 0)
    before = after
    if (grid.isValue || count > 0) {
      present[m] = 1
      trades += count
      turnoverInLots += (volume / grid.lot) * averageOf(priceBefore, priceAfter)
      if (turnoverInLots > carryFrom) {
        carried += BigInt(turnoverInLots)
        turnoverInLots = 0
      }
      if (first < 0) first = m
      last = m
      top = Math.max(top, frame.log[m] ?? 0, frame.log[m + 1] ?? 0)
      bottom = Math.min(bottom, frame.log[m] ?? 0, frame.log[m + 1] ?? 0)
    }
    priceBefore = priceAfter
  }
  if (first < 0) return undefined
  for (let m = 0; m < n; m += 1) {
    if (present[m] === 0) continue
    const reach = wickReachMax * (frame.deviation[m] ?? 0)
    const a = frame.log[m] ?? 0
    const b = frame.log[m + 1] ?? 0
    if (Math.max(a, b) + reach > top) top = Math.max(top, highLog(frame, m))
    if (Math.min(a, b) - reach < bottom) bottom = Math.min(bottom, lowLog(frame, m))
  }
  const open = priceAt(grid, frame.log[first] ?? 0)
  const close = priceAt(grid, frame.log[last + 1] ?? 0)
  // Rounding to the tick keeps order, so the highest price is the price of the highest logarithm.
  const turnover = (carried + BigInt(turnoverInLots)) * BigInt(grid.lot)
  return { open, high: priceAt(grid, top), low: priceAt(grid, bottom), close, volume: before, trades, turnover }
}

function averageOf(open: number, close: number): number {
  return Math.floor((open + close) / 2)
}

interface Frame {
  readonly minutes: number
  /** Logarithm of the fair price at the minutes' ends (`minutes + 1`). */
  readonly log: Float64Array
  /** Standard deviation of each minute. */
  readonly deviation: Float64Array
  /** Share of the session's activity before each minute end. */
  readonly activity: Float64Array
  readonly key: number
  readonly volume: number
}

function frameOf(world: World, seed: number, grid: Grid, openMs: number, closeMs: number): Frame {
  const minutes = Math.round((closeMs - openMs) / minuteMs)
  const log = new Float64Array(minutes + 1)
  const deviation = new Float64Array(minutes)
  const activity = new Float64Array(minutes + 1)
  let done = 0
  const time = world.timeOf(grid.id)
  // A session of a share lies in one segment; a day of a currency crosses three, a day of a coin has two.
  while (done < minutes) {
    const segment = time.segmentAt(openMs + done * minuteMs)
    const offset = Math.round((openMs - segment.startMs) / minuteMs)
    const until = Math.min(minutes, segment.minutes - offset)
    const path = world.logPath(grid.id, segment)
    const whole = world.deviationOf(grid.id, segment)
    const weight = segment.kind === 'night' ? 0.25 : 0.75
    for (let m = done; m < until; m += 1) {
      const share = (segment.activity[m + offset + 1] ?? 1) - (segment.activity[m + offset] ?? 0)
      log[m] = path[m + offset] ?? 0
      log[m + 1] = path[m + offset + 1] ?? 0
      deviation[m] = whole * Math.sqrt(share)
      activity[m + 1] = (activity[m] ?? 0) + share * weight
    }
    done = until
  }
  const total = activity[minutes] ?? 1
  for (let m = 1; m <= minutes; m += 1) activity[m] = (activity[m] ?? 0) / total
  activity[minutes] = 1
  const key = mix32(seed ^ hashText(grid.id) ^ Math.imul(Math.floor(openMs / minuteMs), 0x27d4eb2f))
  return { minutes, log, deviation, activity, key, volume: dayVolume(seed, grid, openMs) }
}

/** A day's volume: average, times slow interest in the name, times the day's own luck. Whole lots. */
function dayVolume(seed: number, grid: Grid, openMs: number): number {
  if (grid.isValue) return 0
  const day = openMs / 86_400_000
  const name = hashText(grid.id)
  const interest = 0.35 * keyedNoise(seed, name, day / 11) + 0.25 * keyedNormal(seed ^ 0x701d, name, Math.floor(day))
  return Math.max(1, Math.round((grid.dayVolume / grid.lot) * Math.exp(interest - 0.09))) * grid.lot
}

/**
 * Volume traded before a minute end. It counts whole average trades, so a thin name has minutes without any, and it
 * telescopes: the minutes sum to the day's volume exactly, whatever the noise.
 */
function volumeBefore(frame: Frame, grid: Grid, minute: number): number {
  if (minute <= 0 || frame.volume === 0) return 0
  if (minute >= frame.minutes) return frame.volume
  const here = frame.activity[minute] ?? 0
  const before = here - (frame.activity[minute - 1] ?? 0)
  const after = (frame.activity[minute + 1] ?? 1) - here
  // Noise of less than half the smaller neighbor, so that the cumulative volume never decreases.
  const noise = (keyedUniform(frame.key, minute, 21) - 0.5) * 0.9 * Math.min(before, after)
  const exact = (here + noise) * frame.volume
  // A liquid name's minute holds many trades of every size; a thin one's only whole ones, or none. One step a day:
  // two steps in one day would let the sum run backwards where they meet.
  const tradesAMinute = frame.volume / frame.minutes / grid.tradeVolume
  const step = tradesAMinute > 8 ? grid.lot : grid.tradeVolume
  return Math.floor(exact / step) * step
}

function tradesOf(grid: Grid, volume: number): number {
  return volume === 0 ? 0 : Math.max(1, Math.round(volume / grid.tradeVolume))
}

function priceAt(grid: Grid, log: number): number {
  return grid.roundToTick(grid.reference * Math.exp(log))
}

// The smallest draw is 2^-33, so no wick reaches further than sqrt(-ln(2^-33) / 2) ≈ 3.4 deviations.
const wickReachMax = 3.4

/** The highest logarithm inside a minute: the maximum of a Brownian bridge, whose law is exact and closed. */
function highLog(frame: Frame, minute: number): number {
  const a = frame.log[minute] ?? 0
  const b = frame.log[minute + 1] ?? 0
  const draw = Math.log(keyedUniform(frame.key, minute, 22))
  return (a + b + Math.sqrt((a - b) ** 2 - 2 * (frame.deviation[minute] ?? 0) ** 2 * draw)) / 2
}

function lowLog(frame: Frame, minute: number): number {
  const a = frame.log[minute] ?? 0
  const b = frame.log[minute + 1] ?? 0
  const draw = Math.log((keyedWord(frame.key, minute, 23) + 0.5) / 4294967296)
  return (a + b - Math.sqrt((a - b) ** 2 - 2 * (frame.deviation[minute] ?? 0) ** 2 * draw)) / 2
}
