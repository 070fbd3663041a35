import { assertNever, dateOfDayNumber, dayNumber, type Instant, instant, plusDays, weekday } from '@bolsillo/kernel'
import { dayStart, tradeDateOf } from './calendar.ts'
import type { CalendarId } from './calendar-facts.ts'
import type { Interval } from './interval-names.ts'

export { type Interval, intervals } from './interval-names.ts'

/** Milliseconds of the intervals that are shorter than a day. */
const intradayMs = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
} as const satisfies Partial<Record<Interval, number>>

/** Whether an interval is folded from minutes (true) or from days. */
export function isIntraday(interval: Interval): interval is keyof typeof intradayMs {
  return interval in intradayMs
}

/**
 * The first instant of the interval that holds `at`. Intervals below a day count from the start of the trade date of
 * the calendar, so every finer one lies whole in every coarser one, and the last of a 23- or 25-hour day is shorter or
 * there is one more. Weeks start on Monday, months on the 1st, both at the start of that trade date.
 */
export function bucketStart(interval: Interval, at: Instant, calendar: CalendarId): Instant {
  if (isIntraday(interval)) {
    const size = intradayMs[interval]
    const start = dayStart(calendar, tradeDateOf(calendar, at))
    return instant(start + Math.floor((at - start) / size) * size)
  }
  const date = tradeDateOf(calendar, at)
  switch (interval) {
    case '1d':
      return dayStart(calendar, date)
    case '1w':
      return dayStart(calendar, plusDays(date, 1 - weekday(date)))
    case '1M':
      return dayStart(calendar, plusDays(date, 1 - Number(date.slice(8, 10))))
    default:
      return assertNever(interval, 'interval')
  }
}

/** The first instant after the interval that starts at `start`. */
export function bucketEnd(interval: Interval, start: Instant, calendar: CalendarId): Instant {
  const date = tradeDateOf(calendar, start)
  const nextDay = dayStart(calendar, plusDays(date, 1))
  if (isIntraday(interval)) return instant(Math.min(start + intradayMs[interval], nextDay))
  switch (interval) {
    case '1d':
      return nextDay
    case '1w':
      return dayStart(calendar, plusDays(date, 7))
    case '1M': {
      const inNextMonth = dateOfDayNumber(dayNumber(date) + 31)
      return dayStart(calendar, plusDays(inNextMonth, 1 - Number(inNextMonth.slice(8, 10))))
    }
    default:
      return assertNever(interval, 'interval')
  }
}
