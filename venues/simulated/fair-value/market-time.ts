import { type Instant, instant, zoneOffsetMs } from '@bolsillo/kernel'
import { keyedNoise } from './keyed-random.ts'

/*
 * The simulated world's own time: an endless row of weekdays, each with a night (from the last close to the open) and a
 * session (09:30–16:00 in New York, which the Mexican exchanges follow). Holidays and early closes are the calendar's
 * business: on such days value still moves, nobody trades. So history does not change when a calendar is corrected.
 */

const zone = 'America/New_York'
const dayMs = 86_400_000
const minuteMs = 60_000
const openMinute = 570
const closeMinute = 960

/** Share of a weekday's variance that comes overnight; the rest comes in the session. */
export const nightShare = 0.25

/** A stretch of time with a start, an end and a profile of how much happens in each of its minutes. */
export interface Segment {
  /** Twice the weekday number, plus 1 for the session. */
  readonly key: number
  readonly weekday: number
  readonly kind: 'night' | 'session'
  readonly startMs: number
  readonly endMs: number
  readonly minutes: number
  /** `activity[m]` is the share of the segment's variance and volume that lies before minute m; 0 at 0, 1 at the end. */
  readonly activity: Float64Array
}

/** Weekdays since Monday 1970-01-05. A weekend's moment belongs to the night before Monday's session. */
function weekdayOfDay(day: number): number {
  const sinceMonday = day - 4
  const week = Math.floor(sinceMonday / 7)
  return week * 5 + Math.min(sinceMonday - week * 7, 5)
}

function dayOfWeekday(weekday: number): number {
  const week = Math.floor(weekday / 5)
  return week * 7 + (weekday - week * 5) + 4
}

/** The row of segments, cached; the profile of activity is shared by every instrument and drawn from `seed`. */
export interface MarketTime {
  /** The segment a moment lies in (start included, end not). */
  readonly segmentAt: (at: number) => Segment
  readonly segment: (key: number) => Segment
}

const segmentsKeptMax = 4096

export function createMarketTime(seed: number): MarketTime {
  const kept = new Map<number, Segment>()
  const opens = new Map<number, number>()

  const openOf = (weekday: number): number => {
    let open = opens.get(weekday)
    if (open === undefined) {
      const midnight = dayOfWeekday(weekday) * dayMs
      // Clocks change on Sundays, so the offset at noon UTC of a weekday is the offset of its whole session.
      open = midnight + openMinute * minuteMs - zoneOffsetMs(instant(midnight + dayMs / 2), zone)
      if (opens.size >= segmentsKeptMax) opens.clear()
      opens.set(weekday, open)
    }
    return open
  }
  const sessionMs = (closeMinute - openMinute) * minuteMs

  const segment = (key: number): Segment => {
    let found = kept.get(key)
    if (found === undefined) {
      const weekday = key >> 1
      const open = openOf(weekday)
      const isSession = (key & 1) === 1
      const startMs = isSession ? open : openOf(weekday - 1) + sessionMs
      const endMs = isSession ? open + sessionMs : open
      const minutes = (endMs - startMs) / minuteMs
      found = {
        key,
        weekday,
        kind: isSession ? 'session' : 'night',
        startMs,
        endMs,
        minutes,
        activity: activityOf(seed, key, isSession, minutes),
      }
      if (kept.size >= segmentsKeptMax) kept.clear()
      kept.set(key, found)
    }
    return found
  }

  const segmentAt = (at: number): Segment => {
    const weekday = weekdayOfDay(Math.floor(at / dayMs))
    const open = openOf(weekday)
    if (at < open) return segment(weekday * 2)
    return at < open + sessionMs ? segment(weekday * 2 + 1) : segment(weekday * 2 + 2)
  }

  return { segment, segmentAt }
}

/**
 * Cumulative activity by minute. A session is busy at the open and the close and calm at noon (the U every exchange
 * shows), with busy and quiet quarters of an hour of its own; a night is even.
 */
function activityOf(seed: number, key: number, isSession: boolean, minutes: number): Float64Array {
  const cumulative = new Float64Array(minutes + 1)
  let total = 0
  for (let m = 0; m < minutes; m += 1) {
    const u = (m + 0.5) / minutes
    const shape = isSession ? 0.55 + 2.2 * Math.exp(-u * 14) + 1.3 * Math.exp((u - 1) * 16) + 1.2 * (u - 0.55) ** 2 : 1
    total += shape * Math.exp(0.35 * keyedNoise(seed ^ 0x51a7, key, m / 13))
    cumulative[m + 1] = total
  }
  for (let m = 1; m <= minutes; m += 1) cumulative[m] = (cumulative[m] ?? 0) / total
  cumulative[minutes] = 1
  return cumulative
}

/** Nights and weekends of a market that never closes. */
export const nightBusyness = 0.7

/** How busy a moment is against the average moment of a session: 1 is average, nights are well under it. */
export function busynessAt(time: MarketTime, at: Instant): number {
  const segment = time.segmentAt(at)
  const minute = Math.min(segment.minutes - 1, Math.floor((at - segment.startMs) / minuteMs))
  const share = (segment.activity[minute + 1] ?? 1) - (segment.activity[minute] ?? 0)
  return segment.kind === 'session' ? share * segment.minutes : nightBusyness
}
