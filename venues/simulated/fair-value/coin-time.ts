import { keyedNoise } from './keyed-random.ts'
import { type MarketTime, nightShare, type Segment } from './market-time.ts'

/*
 * The time of coins: every day of UTC is a day of trading. A day is generated in two stretches, 00:00–06:00 and 06:00–24:00, so
 * that the series of this world, which know nights and sessions, serve coins as they are: a quarter of the day is a quarter
 * of its variance, and nothing happens between one day and the next.
 */

const dayMs = 86_400_000
const minuteMs = 60_000
const firstMinutes = 1440 * nightShare
const segmentsKeptMax = 1024

/** The row of days of coins. `weekday` of a segment is the day since 1970-01-01. */
export function createCoinTime(seed: number): MarketTime {
  const kept = new Map<number, Segment>()
  const segment = (key: number): Segment => {
    let found = kept.get(key)
    if (found === undefined) {
      const day = key >> 1
      const isSession = (key & 1) === 1
      const startMs = day * dayMs + (isSession ? firstMinutes * minuteMs : 0)
      const minutes = isSession ? 1440 - firstMinutes : firstMinutes
      const activity = activityOf(seed, key, isSession ? firstMinutes : 0, minutes)
      const endMs = startMs + minutes * minuteMs
      found = { key, weekday: day, kind: isSession ? 'session' : 'night', startMs, endMs, minutes, activity }
      if (kept.size >= segmentsKeptMax) kept.clear()
      kept.set(key, found)
    }
    return found
  }
  const segmentAt = (at: number): Segment => {
    const day = Math.floor(at / dayMs)
    return segment(at - day * dayMs < firstMinutes * minuteMs ? day * 2 : day * 2 + 1)
  }
  return { segment, segmentAt }
}

/** Cumulative activity by minute: busiest while Europe and New York are awake, with busy and quiet quarters of an hour. */
function activityOf(seed: number, key: number, fromMinute: number, minutes: number): Float64Array {
  const cumulative = new Float64Array(minutes + 1)
  let total = 0
  for (let m = 0; m < minutes; m += 1) {
    const hour = (fromMinute + m) / 60
    const shape = 0.8 + 0.9 * Math.exp(-(((hour - 15) / 3.2) ** 2))
    total += shape * Math.exp(0.35 * keyedNoise(seed ^ 0x2b8f, key, m / 13))
    cumulative[m + 1] = total
  }
  for (let m = 1; m <= minutes; m += 1) cumulative[m] = (cumulative[m] ?? 0) / total
  cumulative[minutes] = 1
  return cumulative
}

/** How busy a moment is against the average moment of its day. */
export function coinBusynessAt(time: MarketTime, at: number): number {
  const segment = time.segmentAt(at)
  const minute = Math.min(segment.minutes - 1, Math.floor((at - segment.startMs) / minuteMs))
  return ((segment.activity[minute + 1] ?? 1) - (segment.activity[minute] ?? 0)) * segment.minutes
}
