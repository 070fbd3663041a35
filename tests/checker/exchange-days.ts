import { dollarBankRestDays, mexicanRestDays, unitedStatesRestDays, yearsListed } from './holidays-data.ts'

// The T+1 lock and settlement, from lists of rest days. Both exchanges open at 9:30 of New York: BMV follows it all year.

const dayMs = 86_400_000
const restDays = { MX: new Set(mexicanRestDays), US: new Set(unitedStatesRestDays) } as const
const dollarBanks = new Set(dollarBankRestDays)
// The trade date from which a market settles on the next business day; before, on the second.
const settlesNextDay = { MX: '2024-05-27', US: '2024-05-28' } as const

export type Country = keyof typeof restDays

/** Where an instrument is listed, by the ending of its name; undefined for what has no exchange. */
export function countryOf(instrumentId: string): Country | undefined {
  if (instrumentId.endsWith('.MX')) return 'MX'
  return instrumentId.endsWith('.US') ? 'US' : undefined
}

const newYork = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** The date in New York of an instant: the trade date of both exchanges. */
function dateAt(at: number): string {
  const parts = new Map(newYork.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
}

/** 9:30 of New York on a date: 13:30 or 14:30 of UTC, whichever its clocks show as 9:30. */
function openOf(date: string): number {
  const summer = Date.parse(`${date}T13:30:00Z`)
  return /09:30$/.test(newYork.format(summer)) ? summer : summer + 3_600_000
}

function isTradingDay(country: Country, date: string): boolean {
  const year = Number(date.slice(0, 4))
  if (year < yearsListed.first || year > yearsListed.last)
    throw new Error(`the lists of rest days do not reach ${date}`)
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !restDays[country].has(date)
}

function nextDay(date: string, counts: (candidate: string) => boolean): string {
  let at = Date.parse(`${date}T00:00:00Z`)
  let candidate = date
  do {
    at += dayMs
    candidate = new Date(at).toISOString().slice(0, 10)
  } while (!counts(candidate))
  return candidate
}

/** The date so many days after 1970-01-01; a number that is no day as it is. */
export function dayText(days: number): string {
  return Number.isInteger(days) && Math.abs(days) < 1e8
    ? new Date(days * dayMs).toISOString().slice(0, 10)
    : String(days)
}

/** When shares bought at an instant may be sold: the opening of the next business day. */
export function sellableFrom(country: Country, boughtAt: number): number {
  return openOf(nextDay(dateAt(boughtAt), (date) => isTradingDay(country, date)))
}

/** The day on which a trade settles: counted on days on which the exchange trades and banks of its currency work. */
export function settlementDay(country: Country, tradedAt: number): string {
  const date = dateAt(tradedAt)
  const traded = isTradingDay(country, date) ? date : nextDay(date, (day) => isTradingDay(country, day))
  const counts = (day: string): boolean => isTradingDay(country, day) && !(country === 'US' && dollarBanks.has(day))
  const first = nextDay(traded, counts)
  return traded >= settlesNextDay[country] ? first : nextDay(first, counts)
}
