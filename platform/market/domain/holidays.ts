import { dateOfDayNumber, dayNumber, type TradeDate, tradeDate, weekday } from '@bolsillo/kernel'

const day = (year: number, month: number, dayOfMonth: number): TradeDate =>
  tradeDate(`${year}-${String(month).padStart(2, '0')}-${String(dayOfMonth).padStart(2, '0')}`)

const shifted = (date: TradeDate, days: number): TradeDate => dateOfDayNumber(dayNumber(date) + days)

/** The nth (1 …) given weekday of a month; Monday is 1. */
function nthWeekday(year: number, month: number, nth: number, isoWeekday: number): TradeDate {
  const first = day(year, month, 1)
  return shifted(first, ((isoWeekday - weekday(first) + 7) % 7) + (nth - 1) * 7)
}

/** The last Monday of May: the only "last weekday" any rule here needs. */
function lastMondayOfMay(year: number): TradeDate {
  const last = day(year, 5, 31)
  return shifted(last, -(weekday(last) - 1))
}

/** Easter Sunday of the Gregorian calendar (Meeus, Jones and Butcher). */
export function easterSunday(year: number): TradeDate {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const d = Math.floor(b / 4)
  const e = b % 4
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const i = Math.floor(c / 4)
  const k = c % 4
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const month = Math.floor((h + l - 7 * m + 114) / 31)
  return day(year, month, ((h + l - 7 * m + 114) % 31) + 1)
}

/** Closures no rule gives, with what they were for. */
const dated = {
  // The swearing-in of the president: banks and the exchange rest. By law on 1 October every six years from 2024.
  mexico: [tradeDate('2024-10-01'), tradeDate('2030-10-01')],
  // Days of national mourning: presidents Bush and Carter; storm Sandy.
  unitedStates: [tradeDate('2012-10-29'), tradeDate('2012-10-30'), tradeDate('2018-12-05'), tradeDate('2025-01-09')],
} as const

const ofYear = (dates: readonly TradeDate[], year: number): readonly TradeDate[] =>
  dates.filter((date) => date.startsWith(`${year}-`))

/**
 * Rest days of BMV and BIVA, which are also those of Mexican banks (QuantLib `mexico.cpp`; CNBV's list for entities,
 * not the one of its own offices). A day that falls on a weekend is not moved.
 */
export function mexicanHolidays(year: number): ReadonlySet<TradeDate> {
  const easter = easterSunday(year)
  return new Set([
    day(year, 1, 1),
    nthWeekday(year, 2, 1, 1),
    nthWeekday(year, 3, 3, 1),
    shifted(easter, -3),
    shifted(easter, -2),
    day(year, 5, 1),
    day(year, 9, 16),
    day(year, 11, 2),
    nthWeekday(year, 11, 3, 1),
    day(year, 12, 12),
    day(year, 12, 25),
    ...ofYear(dated.mexico, year),
  ])
}

/** Saturday is kept on the Friday before, Sunday on the Monday after. */
function observed(date: TradeDate): TradeDate {
  if (weekday(date) === 6) return shifted(date, -1)
  return weekday(date) === 7 ? shifted(date, 1) : date
}

/** NYSE rule 7.2: a New Year's Day on a Saturday is not kept at all, because 31 December closes the books. */
export function unitedStatesHolidays(year: number): ReadonlySet<TradeDate> {
  const newYear = day(year, 1, 1)
  return new Set([
    ...(weekday(newYear) === 6 ? [] : [observed(newYear)]),
    nthWeekday(year, 1, 3, 1),
    nthWeekday(year, 2, 3, 1),
    shifted(easterSunday(year), -2),
    lastMondayOfMay(year),
    // Juneteenth is kept since 2022.
    ...(year >= 2022 ? [observed(day(year, 6, 19))] : []),
    observed(day(year, 7, 4)),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 11, 4, 4),
    observed(day(year, 12, 25)),
    ...ofYear(dated.unitedStates, year),
  ])
}

/** Days on which US exchanges close at 13:00: before Independence Day, after Thanksgiving, Christmas Eve. */
export function unitedStatesEarlyCloses(year: number): ReadonlySet<TradeDate> {
  const holidays = unitedStatesHolidays(year)
  const candidates = [day(year, 7, 3), shifted(nthWeekday(year, 11, 4, 4), 1), day(year, 12, 24)]
  return new Set(candidates.filter((date) => weekday(date) <= 5 && !holidays.has(date)))
}

/**
 * Days the Federal Reserve is shut, and dollars do not move: shares trade on Columbus and Veterans Day, but do not
 * settle; the reverse holds on Good Friday. A Saturday holiday is not kept on the Friday.
 */
export function dollarBankHolidays(year: number): ReadonlySet<TradeDate> {
  const keptOnMonday = (date: TradeDate): TradeDate => (weekday(date) === 7 ? shifted(date, 1) : date)
  return new Set([
    keptOnMonday(day(year, 1, 1)),
    nthWeekday(year, 1, 3, 1),
    nthWeekday(year, 2, 3, 1),
    lastMondayOfMay(year),
    ...(year >= 2021 ? [keptOnMonday(day(year, 6, 19))] : []),
    keptOnMonday(day(year, 7, 4)),
    nthWeekday(year, 9, 1, 1),
    nthWeekday(year, 10, 2, 1),
    keptOnMonday(day(year, 11, 11)),
    nthWeekday(year, 11, 4, 4),
    keptOnMonday(day(year, 12, 25)),
  ])
}

/** Pairs rest at Christmas and New Year; every other weekday somebody quotes them. */
export function currencyHolidays(year: number): ReadonlySet<TradeDate> {
  return new Set([day(year, 1, 1), day(year, 12, 25)])
}
