import {
  assert,
  dateOfDayNumber,
  dayNumber,
  type Instant,
  instantAt,
  plusDays,
  type QuoteCode,
  type TradeDate,
  weekday,
} from '@bolsillo/kernel'
import { type CalendarId, calendarFacts } from './calendar-facts.ts'
import {
  currencyHolidays,
  dollarBankHolidays,
  mexicanHolidays,
  unitedStatesEarlyCloses,
  unitedStatesHolidays,
} from './holidays.ts'
import type { Instrument } from './instrument.ts'
import type { MarketHours, SessionState } from './market-data.ts'

/** A session: trading from `open` up to, but not at, `close`. */
export interface Session {
  readonly date: TradeDate
  readonly open: Instant
  readonly close: Instant
  readonly kind: 'full' | 'short'
}

// What a day is never changes, so it is worked out once. A calendar that is asked for decades stays below 10 MB.
interface Day {
  readonly date: TradeDate
  readonly start: Instant
  readonly end: Instant
  readonly session: Session | undefined
  readonly pre: Instant
  readonly isHoliday: boolean
}
const days: Record<CalendarId, Map<number, Day>> = {
  XMEX: new Map(),
  XNYS: new Map(),
  FX: new Map(),
  '24/7': new Map(),
}
const latest: Record<CalendarId, Day | undefined> = {
  XMEX: undefined,
  XNYS: undefined,
  FX: undefined,
  '24/7': undefined,
}
const daysKeptMax = 20_000

function isHoliday(calendar: CalendarId, date: TradeDate): boolean {
  const year = Number(date.slice(0, 4))
  switch (calendar) {
    case 'XMEX':
      return mexicanHolidays(year).has(date)
    case 'XNYS':
      return unitedStatesHolidays(year).has(date)
    case 'FX':
      return currencyHolidays(year).has(date)
    case '24/7':
      return false
  }
}

function startOf(calendar: CalendarId, number: number): Instant {
  const { zone, dayStartMinute } = calendarFacts[calendar]
  return wallMinute(dateOfDayNumber(number), dayStartMinute, zone)
}

/** A minute of a date's wall clock; below zero it is one of the day before, from 1440 on one of the day after. */
function wallMinute(date: TradeDate, minute: number, zone: string): Instant {
  if (minute < 0) return instantAt(plusDays(date, -1), 1440 + minute, zone)
  return minute < 1440 ? instantAt(date, minute, zone) : instantAt(plusDays(date, 1), minute - 1440, zone)
}

function dayOf(calendar: CalendarId, number: number): Day {
  const known = days[calendar].get(number)
  if (known !== undefined) return known
  const facts = calendarFacts[calendar]
  const date = dateOfDayNumber(number)
  const rests = isHoliday(calendar, date)
  const hours = facts.hours.findLast((row) => row.from <= date)
  assert(hours !== undefined, `no hours of ${calendar} on ${date}`)
  let session: Session | undefined
  if (facts.neverRests === true || (!rests && weekday(date) <= 5)) {
    const isShort = facts.earlyCloseMinute !== undefined && unitedStatesEarlyCloses(Number(date.slice(0, 4))).has(date)
    session = {
      date,
      open: wallMinute(date, hours.openMinute, facts.zone),
      close: wallMinute(date, isShort ? (facts.earlyCloseMinute ?? hours.closeMinute) : hours.closeMinute, facts.zone),
      kind: isShort ? 'short' : 'full',
    }
  }
  const day: Day = {
    date,
    start: startOf(calendar, number),
    end: startOf(calendar, number + 1),
    session,
    pre: wallMinute(date, hours.openMinute - hours.preMinutes, facts.zone),
    isHoliday: rests && weekday(date) <= 5,
  }
  if (days[calendar].size >= daysKeptMax) days[calendar].clear()
  days[calendar].set(number, day)
  return day
}

function dayAt(calendar: CalendarId, at: Instant): Day {
  const last = latest[calendar]
  if (last !== undefined && at >= last.start && at < last.end) return last
  // New York is four or five hours behind UTC, a currency day starts seven hours early, coins keep UTC: the guess is off
  // by one at most.
  const guess = Math.floor((at - 5 * 3_600_000) / 86_400_000)
  for (const number of [guess, guess + 1, guess - 1]) {
    const day = dayOf(calendar, number)
    if (at >= day.start && at < day.end) {
      latest[calendar] = day
      return day
    }
  }
  assert(false, `no day of ${calendar} at ${at}`)
}

/** The trade date an instant belongs to. Weekends and holidays have dates too: a practice market trades on them. */
export function tradeDateOf(calendar: CalendarId, at: Instant): TradeDate {
  return dayAt(calendar, at).date
}

/** The first instant of a trade date. */
export function dayStart(calendar: CalendarId, date: TradeDate): Instant {
  return dayOf(calendar, dayNumber(date)).start
}

/** The session of a date; undefined on weekends and holidays. */
export function sessionOf(calendar: CalendarId, date: TradeDate): Session | undefined {
  return dayOf(calendar, dayNumber(date)).session
}

/** Whether a date is a holiday of a calendar on a weekday: a day that would be one of trading without it. */
export function isHolidayOf(calendar: CalendarId, date: TradeDate): boolean {
  return dayOf(calendar, dayNumber(date)).isHoliday
}

/** Whether the market of a calendar trades on a date. */
export function isBusinessDay(calendar: CalendarId, date: TradeDate): boolean {
  return sessionOf(calendar, date) !== undefined
}

/** What the calendar says a market is doing. Halts and auctions of one instrument are the venue's to say. */
export function stateAt(calendar: CalendarId, at: Instant, hours: MarketHours): SessionState {
  if (hours === 'always' || calendarFacts[calendar].neverRests === true) return 'continuous'
  const day = dayAt(calendar, at)
  if (day.session === undefined) return day.isHoliday ? 'holiday' : 'closed'
  if (at >= day.session.open && at < day.session.close) return 'continuous'
  return at >= day.pre && at < day.session.open ? 'pre' : 'closed'
}

// No market of ours has ever rested for more than four days in a row.
const searchDaysMax = 30

function firstSession(calendar: CalendarId, from: TradeDate, wanted: (session: Session) => boolean): Session {
  const number = dayNumber(from)
  for (let i = 0; i < searchDaysMax; i += 1) {
    const { session } = dayOf(calendar, number + i)
    if (session !== undefined && wanted(session)) return session
  }
  assert(false, `${calendar} has no session for ${searchDaysMax} days from ${from}`)
}

/** When the market opens next, strictly after `at`. */
export function nextOpen(calendar: CalendarId, at: Instant): Instant {
  return firstSession(calendar, tradeDateOf(calendar, at), (session) => session.open > at).open
}

/** The session that is on, or else the next one: what "today's hours" means to a customer. */
export function currentOrNextSession(calendar: CalendarId, at: Instant): Session {
  return firstSession(calendar, tradeDateOf(calendar, at), (session) => session.close > at)
}

/** When the state of the session changes next by the calendar; undefined where it never does (`always`). */
export function nextChange(calendar: CalendarId, at: Instant, hours: MarketHours): Instant | undefined {
  if (hours === 'always' || calendarFacts[calendar].neverRests === true) return undefined
  const session = firstSession(calendar, tradeDateOf(calendar, at), ({ close }) => close > at)
  const last = dayNumber(session.date)
  const edges: Instant[] = [dayOf(calendar, last).pre, session.open, session.close]
  // A holiday begins and ends with its date; a weekend's state does not change until orders gather before the open.
  for (let number = dayNumber(tradeDateOf(calendar, at)); number < last; number += 1) {
    const day = dayOf(calendar, number)
    if (day.isHoliday) edges.push(day.start, day.end)
  }
  return edges.filter((edge) => edge > at).sort((a, b) => a - b)[0]
}

/** The nth (≥ 1) business day strictly after a date. */
export function businessDayAfter(calendar: CalendarId, date: TradeDate, n: number): TradeDate {
  return nthDayAfter(date, n, (candidate) => isBusinessDay(calendar, candidate))
}

/** The last business day strictly before a date. */
export function businessDayBefore(calendar: CalendarId, date: TradeDate): TradeDate {
  for (let i = 1; i <= searchDaysMax; i += 1) {
    const candidate = plusDays(date, -i)
    if (isBusinessDay(calendar, candidate)) return candidate
  }
  assert(false, `no business day of ${calendar} before ${date}`)
}

function nthDayAfter(date: TradeDate, n: number, counts: (candidate: TradeDate) => boolean): TradeDate {
  assert(Number.isInteger(n) && n >= 0, 'business days are counted in whole numbers')
  let candidate = date
  let left = n
  for (let i = 0; left > 0; i += 1) {
    assert(i < searchDaysMax * Math.max(1, n), `no business day near ${date}`)
    candidate = plusDays(candidate, 1)
    if (counts(candidate)) left -= 1
  }
  return candidate
}

/** Whether banks of a currency move money on a date; coins move on every date. */
function isBankDay(currency: QuoteCode, date: TradeDate): boolean {
  if (currency === 'USDT' || currency === 'ETH') return true
  if (weekday(date) > 5) return false
  const year = Number(date.slice(0, 4))
  switch (currency) {
    case 'MXN':
      return !mexicanHolidays(year).has(date)
    case 'USD':
      return !dollarBankHolidays(year).has(date)
    case 'BRL':
      // No instrument settles in reais yet; weekends are all that is known of their calendar.
      return true
  }
}

/** The trade date a fill counts for: its own, or on a rest day of the market the next session's. */
function countedTradeDate(calendar: CalendarId, at: Instant): TradeDate {
  const date = tradeDateOf(calendar, at)
  return isBusinessDay(calendar, date) ? date : businessDayAfter(calendar, date, 1)
}

/**
 * When shares bought at `fillAt` may be sold: at the open of the sellLockDays-th business day after (the
 * specification's T+1 lock). Not settlement: a buyer elsewhere may sell before that, and settlement has its own date.
 */
export function sellableAt(instrument: Instrument, fillAt: Instant): Instant {
  if (instrument.sellLockDays === 0) return fillAt
  const date = tradeDateOf(instrument.calendar, fillAt)
  const unlock = businessDayAfter(instrument.calendar, date, instrument.sellLockDays)
  const session = sessionOf(instrument.calendar, unlock)
  assert(session !== undefined, 'a business day has a session')
  return session.open
}

// All fills of a trade date have one answer, and counting its days anew was the dearest part of a fill's dates.
const settlements = new WeakMap<Instrument, { readonly traded: TradeDate; readonly settles: TradeDate }>()

/** The date a fill settles: counted in days on which both the market and the banks of the currency work. */
export function settlesAt(instrument: Instrument, fillAt: Instant): TradeDate {
  const traded = countedTradeDate(instrument.calendar, fillAt)
  const latest = settlements.get(instrument)
  if (latest?.traded === traded) return latest.settles
  const settles = settlesAfter(instrument, traded)
  settlements.set(instrument, { traded, settles })
  return settles
}

function settlesAfter(instrument: Instrument, traded: TradeDate): TradeDate {
  const cycle = instrument.settlement.findLast((row) => row.from <= traded)
  assert(cycle !== undefined, `${instrument.id} has no settlement cycle on ${traded}`)
  return nthDayAfter(
    traded,
    cycle.days,
    (date) => isBusinessDay(instrument.calendar, date) && isBankDay(instrument.currency, date),
  )
}
