import { type Instant, instant, readTradeDate, wallTime, weekday } from '@bolsillo/kernel'

/** Dates show as dd-mm-yyyy [hh:mm] in the customer's zone, whatever the language (decision 14). */

const two = (value: number): string => String(value).padStart(2, '0')

export interface DateTimeOptions {
  /** `date` only the day, `minute` with hh:mm, `second` with seconds, `time` only hh:mm, `timeSecond` hh:mm:ss, `clock` hh:mm:ss.mmm. */
  readonly shows?: 'date' | 'minute' | 'second' | 'time' | 'timeSecond' | 'clock'
}

/** `23-11-2026 08:30` of an instant (epoch milliseconds) in an IANA zone. */
export function formatDateTime(at: number, zone: string, { shows = 'minute' }: DateTimeOptions = {}): string {
  const moment: Instant = instant(Math.trunc(at))
  const wall = wallTime(moment, zone)
  const day = formatDay(wall.date)
  const time = `${two(wall.hour)}:${two(wall.minute)}`
  switch (shows) {
    case 'date':
      return day
    case 'minute':
      return `${day} ${time}`
    case 'second':
      return `${day} ${time}:${two(wall.second)}`
    case 'time':
      return time
    case 'timeSecond':
      return `${time}:${two(wall.second)}`
    case 'clock':
      return `${time}:${two(wall.second)}.${String(Math.trunc(at) % 1000).padStart(3, '0')}`
  }
}

/** `23-11-2026` of a day without a zone, `2026-11-23`. */
export function formatDay(date: string): string {
  const [year, month, day] = date.split('-')
  return `${day}-${month}-${year}`
}

/** `23-11`: a day of this year, where the year goes without saying. */
export function formatShortDay(date: string): string {
  const [, month, day] = date.split('-')
  return `${day}-${month}`
}

/** The day an instant falls on in a zone, `2026-11-23`. */
export function dayOf(at: number, zone: string): string {
  return wallTime(instant(Math.trunc(at)), zone).date
}

/** 0 Monday … 6 Sunday, of a day `2026-11-23`; 0 for what is no day. */
export function weekdayIndex(date: string): number {
  const known = readTradeDate(date)
  return known === undefined ? 0 : weekday(known) - 1
}

/** How old something is, in the largest unit that fits, never below one second. */
export function ageOf(ms: number): { readonly unit: 'second' | 'minute' | 'hour' | 'day'; readonly count: number } {
  const seconds = Math.max(1, Math.floor(ms / 1000))
  if (seconds < 60) return { unit: 'second', count: seconds }
  if (seconds < 3600) return { unit: 'minute', count: Math.floor(seconds / 60) }
  if (seconds < 86_400) return { unit: 'hour', count: Math.floor(seconds / 3600) }
  return { unit: 'day', count: Math.floor(seconds / 86_400) }
}
