import { type Instant, type Price, quantityOf, type TradeDate } from '@bolsillo/kernel'
import {
  type BookChange,
  bucketStart,
  type Candle,
  candleOfPrint,
  changeSpanOf,
  type DayStatistics,
  foldCandles,
  generatedOf,
  type Instrument,
  type Sourced,
  type Trade,
} from '../domain/index.ts'
import { createLiveBook, type LiveBook } from './live-book.ts'

/** How many of the latest prints are kept in memory for each instrument. */
export const tradesKeptMax = 200
// So that a reader of the database and the memory beside it never miss a minute between them.
const closedMinutesKept = 10

/** A day as it is being written: in place, because it changes with every print. */
export type LiveDay = { -readonly [Field in keyof DayStatistics]: DayStatistics[Field] } & {
  /** Close of each quarter of an hour of the day that has a price, by the start of the quarter. */
  readonly quarters: Map<Instant, Price>
  /** Those of the quarters whose close was generated. */
  readonly generatedQuarters: Set<Instant>
}

/** A quarter of an hour with a price: when it began, its close, and whether that was generated. */
export interface Quarter {
  readonly at: Instant
  readonly close: Price
  readonly isGenerated: boolean
}

/** All that is known of one instrument now. Written only by the functions of this file. */
export interface LiveInstrument {
  readonly instrument: Instrument
  readonly book: LiveBook
  /** Bid and ask of what has no book. */
  pair: { readonly bid: Price; readonly ask: Price } | undefined
  /** Newest last. */
  trades: Trade[]
  day: LiveDay | undefined
  /** The quarters of the day before, oldest first, where changes count from 24 hours ago; elsewhere none. */
  quartersBefore: () => readonly Quarter[]
  /** The last event of any kind. Undefined: none since this process started, nor stored. */
  latest: Sourced | undefined
  state: 'halted' | 'auction' | undefined
  /** The minute being written, and the ones just closed, oldest first. */
  minute: Candle | undefined
  closedMinutes: Candle[]
  /** Closed minutes of the current trade date, once somebody asked for them. */
  today: Candle[] | undefined
  /** What readers of the stream have not been sent yet. Changed levels by their price, below zero for what is asked. */
  readonly unsent: { quote: boolean; reset: boolean; changes: Map<bigint, BookChange>; trades: Trade[] }
  /** What the database has not got yet. */
  readonly unstored: { trades: Trade[]; minutes: Map<Instant, Candle>; days: Map<TradeDate, LiveDay> }
}

/** An instrument nothing is known of. */
export function createLiveInstrument(instrument: Instrument): LiveInstrument {
  return {
    instrument,
    book: createLiveBook(),
    pair: undefined,
    trades: [],
    day: undefined,
    quartersBefore: () => [],
    latest: undefined,
    state: undefined,
    minute: undefined,
    closedMinutes: [],
    today: undefined,
    unsent: { quote: true, reset: false, changes: new Map(), trades: [] },
    unstored: { trades: [], minutes: new Map(), days: new Map() },
  }
}

/** A day nothing has happened in yet: every price is the previous close, whose origin it shares. */
export function emptyDay(date: TradeDate, previousClose: Price, isPreviousCloseGenerated: boolean): LiveDay {
  return {
    date,
    open: previousClose,
    high: previousClose,
    low: previousClose,
    last: previousClose,
    previousClose,
    volume: quantityOf(0n),
    turnover: 0n,
    trades: 0,
    generated: isPreviousCloseGenerated ? 'whole' : undefined,
    isPreviousCloseGenerated,
    quarters: new Map(),
    generatedQuarters: new Set(),
  }
}

/** Whether anything happened in a day: an index or a pair has values without trades. */
export function hasPrices(day: LiveDay): boolean {
  return day.quarters.size > 0
}

/** Folds one more candle into a day: of a print, of a minute, or of many. */
export function addToDay(day: LiveDay, candle: Candle, quarter: Instant): void {
  const first = !hasPrices(day)
  day.quarters.set(quarter, candle.close)
  if (candle.generated !== undefined) day.generatedQuarters.add(quarter)
  // The close is the newest candle's: a print of a customer makes a quarter's point real, whatever it was before.
  else if (day.generatedQuarters.size > 0) day.generatedQuarters.delete(quarter)
  day.generated = first ? candle.generated : generatedOf(day.generated, candle.generated)
  if (first) day.open = candle.open
  if (first || candle.high > day.high) day.high = candle.high
  if (first || candle.low < day.low) day.low = candle.low
  day.last = candle.close
  day.volume = quantityOf(day.volume + candle.volume)
  day.turnover += candle.turnover
  day.trades += candle.trades
}

/** Whether the last price of a day was generated. */
export function isLastGenerated(day: LiveDay): boolean {
  if (!hasPrices(day)) return day.isPreviousCloseGenerated
  const last = [...day.quarters.keys()].at(-1)
  return last !== undefined && day.generatedQuarters.has(last)
}

/** The quarters of a day that have a price, oldest first. */
export function quartersOf(day: LiveDay): readonly Quarter[] {
  return [...day.quarters].map(([at, close]) => ({ at, close, isGenerated: day.generatedQuarters.has(at) }))
}

/** Takes prints in: last price, day, minute, ring. In the hot path: no work that can wait until somebody looks. */
export function takeTrade(live: LiveInstrument, trade: Trade, stores: boolean): void {
  const { calendar } = live.instrument
  const start = bucketStart('1m', trade.at, calendar)
  takeCandle(live, candleOfPrint(start, trade.price, trade.quantity), trade, stores)
  live.trades.push(trade)
  if (live.trades.length > tradesKeptMax * 2) live.trades = live.trades.slice(-tradesKeptMax)
  live.unsent.trades.push(trade)
  if (live.unsent.trades.length > tradesKeptMax) live.unsent.trades = live.unsent.trades.slice(-tradesKeptMax)
  if (stores) live.unstored.trades.push(trade)
}

/** Folds a candle that starts in a minute (a print's, a value's, a recorded bar) into the minute and the day. */
export function takeCandle(live: LiveInstrument, candle: Candle, from: Sourced, stores: boolean): void {
  const open = live.minute
  if (open === undefined || candle.start > open.start) {
    if (open !== undefined) closeMinute(live, open)
    live.minute = candle
  } else {
    // A print a moment older than the newest minute (two venues' clocks) still counts, in the minute that is open.
    live.minute = foldCandles(open.start, [open, candle])
  }
  if (live.day !== undefined) {
    addToDay(live.day, candle, bucketStart('15m', candle.start, live.instrument.calendar))
  }
  live.latest = from
  live.unsent.quote = true
  if (stores && live.minute !== undefined) {
    live.unstored.minutes.set(live.minute.start, live.minute)
    if (live.day !== undefined) live.unstored.days.set(live.day.date, live.day)
  }
}

function closeMinute(live: LiveInstrument, minute: Candle): void {
  live.closedMinutes.push(minute)
  if (live.closedMinutes.length > closedMinutesKept) live.closedMinutes.shift()
  live.today?.push(minute)
}

/** A new trade date begins: the last price becomes the previous close. */
export function rollDay(live: LiveInstrument, date: TradeDate): void {
  if (live.day === undefined || live.day.date === date) return
  if (live.minute !== undefined) closeMinute(live, live.minute)
  live.minute = undefined
  live.today = live.today === undefined ? undefined : []
  if (changeSpanOf(live.instrument) === 'day24') {
    const quarters = quartersOf(live.day)
    live.quartersBefore = () => quarters
  }
  live.day = emptyDay(date, live.day.last, isLastGenerated(live.day))
  live.unsent.quote = true
}
