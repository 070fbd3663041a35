import { dateOfDayNumber, dayNumber, type TradeDate } from '@bolsillo/kernel'
import { isHolidayOf, sessionOf } from './calendar.ts'
import type { CalendarId } from './calendar-facts.ts'
import type { Instrument } from './instrument.ts'

/**
 * The month the facts of companies and coins are as of: what they do, where they are listed, which indices they belong to.
 * They are written down here and in `messages/companies`, with their sources in `instruments/fact-sources.ts`; no call of
 * anybody changes them. A sentence that names a later month says what we know to have changed since: a move to another
 * exchange, a suspension, a new name, a new maximum.
 */
export const factsAsOf = '2024-12'

/** The exchange a share is listed on, by the name its publisher uses. */
export const listings = ['bmv', 'nyse', 'nasdaq', 'arca'] as const
type Listing = (typeof listings)[number]

const onNasdaq = new Set(
  (
    'AAPL MSFT NVDA AMZN GOOGL GOOG META TSLA AVGO NFLX COST PEP ADBE AMD INTC QCOM TXN CSCO HON AMGN SBUX PYPL PLTR ' +
    // From December 2025, which its sentence says.
    'QQQ WMT'
  ).split(' '),
)
const onArca = new Set(['SPY', 'IWM', 'EEM', 'USO'])

/** Where a share is listed; nothing for what no exchange lists: indices, pairs, coins, contracts. */
export function listingOf({
  kind,
  country,
  ticker,
}: Pick<Instrument, 'kind' | 'country' | 'ticker'>): Listing | undefined {
  if (kind !== 'stock') return undefined
  if (country === 'MX') return 'bmv'
  if (onArca.has(ticker)) return 'arca'
  return onNasdaq.has(ticker) ? 'nasdaq' : 'nyse'
}

/**
 * How many units of a coin there can ever be: a number its rules fix, or none. Where units were issued once and destroyed
 * or added since (`varies`), the sentence about the coin says so.
 */
interface CoinFacts {
  /** The year the coin, or its token before it had a network, could first be had by anybody. */
  readonly since?: number
  readonly supply: 'none' | 'varies' | { readonly max: string }
}

const capped = (since: number, max: string): CoinFacts => ({ since, supply: { max } })
const endless = (since: number): CoinFacts => ({ since, supply: 'none' })
const varying = (since: number): CoinFacts => ({ since, supply: 'varies' })

const coinFacts: Readonly<Record<string, CoinFacts>> = {
  BTC: capped(2009, '21000000'),
  ETH: endless(2015),
  SOL: endless(2020),
  XRP: capped(2012, '100000000000'),
  BNB: varying(2017),
  DOGE: endless(2013),
  ADA: capped(2017, '45000000000'),
  TRX: endless(2017),
  LINK: capped(2017, '1000000000'),
  AVAX: capped(2020, '720000000'),
  XLM: varying(2014),
  SUI: capped(2023, '10000000000'),
  BCH: capped(2017, '21000000'),
  LTC: capped(2011, '84000000'),
  HBAR: capped(2019, '50000000000'),
  SHIB: varying(2020),
  // Several networks claim to be its beginning, so no year is given.
  TON: { supply: 'none' },
  // Without a maximum until 14 March 2026, which its sentence says.
  DOT: capped(2020, '2100000000'),
  UNI: varying(2020),
  PEPE: capped(2023, '420690000000000'),
  AAVE: capped(2020, '16000000'),
  NEAR: endless(2020),
  APT: endless(2022),
  ICP: endless(2021),
  ETC: capped(2016, '210700000'),
  ATOM: endless(2019),
  USDT: endless(2014),
}

/** What is known of a coin by its code. */
export function coinFactsOf(coin: string): CoinFacts | undefined {
  return Object.hasOwn(coinFacts, coin) ? coinFacts[coin] : undefined
}

/** A weekday that is not a whole trading day. */
interface RestDay {
  readonly date: TradeDate
  /** `short`: it trades, and closes early. */
  readonly kind: 'holiday' | 'short'
  /** When a short day closes. */
  readonly closesAt?: number
}

/** The holidays and early closes of a calendar in so many days from a date on, the date included. */
export function restDays(calendar: CalendarId, from: TradeDate, days: number): readonly RestDay[] {
  const first = dayNumber(from)
  return Array.from({ length: days }, (_, ahead) => dateOfDayNumber(first + ahead)).flatMap((date): RestDay[] => {
    if (isHolidayOf(calendar, date)) return [{ date, kind: 'holiday' }]
    const session = sessionOf(calendar, date)
    return session?.kind === 'short' ? [{ date, kind: 'short', closesAt: session.close }] : []
  })
}
