import { assert } from './assert.ts'

declare const instantBrand: unique symbol
declare const tradeDateBrand: unique symbol

/** Milliseconds since 1970-01-01T00:00:00Z. Always UTC; zones exist only when something is shown or a calendar is asked. */
export type Instant = number & { readonly [instantBrand]: true }

/** A calendar day of an exchange, `YYYY-MM-DD`, without a zone. */
export type TradeDate = string & { readonly [tradeDateBrand]: true }

/** The one source of "now". Injected everywhere; tests move it by hand. */
export interface Clock {
  readonly now: () => Instant
}

const year0001Ms = -62_135_596_800_000
const year9999Ms = 253_402_300_799_999

/** The machine's clock. The only place that asks the operating system for the time. */
export const systemClock: Clock = { now: () => Date.now() as Instant }

/** An instant from epoch milliseconds. Asserts a whole number between the years 1 and 9999. */
export function instant(epochMs: number): Instant {
  assert(Number.isInteger(epochMs) && epochMs >= year0001Ms && epochMs <= year9999Ms, `not an instant: ${epochMs}`)
  return epochMs as Instant
}

/**
 * Reads a wire time: 10 digits are epoch seconds, 13 digits are milliseconds; anything else is not a time.
 * @returns the instant, or undefined when the text has another shape.
 */
export function readEpoch(text: string): Instant | undefined {
  if (/^\d{10}$/.test(text)) return instant(Number(text) * 1000)
  if (/^\d{13}$/.test(text)) return instant(Number(text))
  return undefined
}

/** Writes an instant as the wire writes times: epoch milliseconds, 13 digits. */
export function writeEpoch(at: Instant): string {
  return String(at).padStart(13, '0')
}

/** `at` plus `ms` milliseconds (negative allowed). */
export function plusMs(at: Instant, ms: number): Instant {
  return instant(at + ms)
}

const daysInMonth = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

function isLeapYear(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
}

/** Reads `YYYY-MM-DD`; undefined unless that day exists (2026-02-30 does not become 2 March). */
export function readTradeDate(text: string): TradeDate | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)
  if (match === null) return undefined
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < 1 || month < 1 || month > 12 || day < 1) return undefined
  const last = month === 2 && isLeapYear(year) ? 29 : (daysInMonth[month - 1] ?? 0)
  return day <= last ? (text as TradeDate) : undefined
}

/** A trade date that is known to be one: a constant, or a value the database returned. Asserts it. */
export function tradeDate(text: string): TradeDate {
  const date = readTradeDate(text)
  assert(date !== undefined, `not a date: ${text}`)
  return date
}

/** Days since 1970-01-01 of a trade date: a whole number, for arithmetic on days. */
export function dayNumber(date: TradeDate): number {
  return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / 86_400_000
}

/** The trade date `days` after 1970-01-01. */
export function dateOfDayNumber(days: number): TradeDate {
  return new Date(days * 86_400_000).toISOString().slice(0, 10) as TradeDate
}

/** The date `days` later (negative: earlier), by the calendar of days, weekends included. */
export function plusDays(date: TradeDate, days: number): TradeDate {
  return dateOfDayNumber(dayNumber(date) + days)
}

/** ISO weekday of a date: Monday 1 … Sunday 7. */
export function weekday(date: TradeDate): number {
  return ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1
}

const partsFormats = new Map<string, Intl.DateTimeFormat>()

/** Local time in `zone` (an IANA name). Uses Intl, because not every browser has Temporal. */
interface WallTime {
  readonly date: TradeDate
  readonly hour: number
  readonly minute: number
  readonly second: number
}

/** The wall time of an instant in an IANA zone. Throws RangeError on an unknown zone. */
export function wallTime(at: Instant, zone: string): WallTime {
  let format = partsFormats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    partsFormats.set(zone, format)
  }
  const part = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    date: `${(part.get('year') ?? '').padStart(4, '0')}-${part.get('month')}-${part.get('day')}` as TradeDate,
    hour: Number(part.get('hour')),
    minute: Number(part.get('minute')),
    second: Number(part.get('second')),
  }
}

/** Whether a text names a zone with clocks. */
export function isZone(zone: string): boolean {
  try {
    wallTime(0 as Instant, zone)
    return true
  } catch {
    // Intl throws a RangeError for what it does not know, and there is no other way to ask it.
    return false
  }
}

/**
 * The instant at which a wall clock in `zone` shows `date` and `minuteOfDay` (0 … 1440).
 * A time that occurs twice gives the first; one the clock jumps over is read with the offset before the jump.
 */
export function instantAt(date: TradeDate, minuteOfDay: number, zone: string): Instant {
  const asIfUtc = dayNumber(date) * 86_400_000 + minuteOfDay * 60_000
  const dayMs = 86_400_000
  const before = asIfUtc - zoneOffsetMs((asIfUtc - dayMs) as Instant, zone)
  const after = asIfUtc - zoneOffsetMs((asIfUtc + dayMs) as Instant, zone)
  const shows = (at: number): boolean => at + zoneOffsetMs(at as Instant, zone) === asIfUtc
  const candidates = [before, after].filter(shows)
  return instant(candidates.length > 0 ? Math.min(...candidates) : before)
}

/** The instant that a typed day (`YYYY-MM-DD`) and time (`hh:mm` of 24 hours) mean in `zone`; undefined while either is none. */
export function readMoment(day: string, time: string, zone: string): Instant | undefined {
  const date = readTradeDate(day)
  const [, hour, minute] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(time.trim()) ?? []
  if (date === undefined || hour === undefined || minute === undefined) return undefined
  return instantAt(date, Number(hour) * 60 + Number(minute), zone)
}

/** A time for a sentence, the same for every reader: `2026-03-02 16:04 UTC`. */
export function writeMoment(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

// A call of Intl costs tens of microseconds, and calendars of five years make tens of thousands. A week whose two
// ends have the same offset has it throughout: no zone changes its clocks twice within a week.
const stretchMs = 7 * 86_400_000
const stretchesKeptMax = 10_000
const stretches = new Map<string, Map<number, number | undefined>>()

/** Milliseconds that `zone` is ahead of UTC at an instant. */
export function zoneOffsetMs(at: Instant, zone: string): number {
  let known = stretches.get(zone)
  if (known === undefined) {
    known = new Map()
    stretches.set(zone, known)
  }
  const stretch = Math.floor(at / stretchMs)
  if (!known.has(stretch)) {
    if (known.size >= stretchesKeptMax) known.clear()
    const first = shownOffsetMs((stretch * stretchMs) as Instant, zone)
    const last = shownOffsetMs(((stretch + 1) * stretchMs - 1000) as Instant, zone)
    known.set(stretch, first === last ? first : undefined)
  }
  return known.get(stretch) ?? shownOffsetMs(at, zone)
}

function shownOffsetMs(at: Instant, zone: string): number {
  const wall = wallTime(at, zone)
  const wallMs = dayNumber(wall.date) * 86_400_000 + wall.hour * 3_600_000 + wall.minute * 60_000 + wall.second * 1000
  return wallMs - Math.floor(at / 1000) * 1000
}
