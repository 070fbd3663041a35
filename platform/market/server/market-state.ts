import { type Instant, type Price, present, priceOf, quantityOf, type TradeDate } from '@bolsillo/kernel'
import {
  type Book,
  type BookDelta,
  bucketStart,
  businessDayBefore,
  type CalendarId,
  candleOfPrint,
  type DayStatistics,
  type Instrument,
  isBusinessDay,
  type MarketHours,
  type MarketState,
  type Quote,
  type SessionState,
  type Sourced,
  stateAt,
  tradeDateOf,
} from '../domain/index.ts'
import { changeFromOf, sparkOf } from './change-from.ts'
import {
  createLiveInstrument,
  emptyDay,
  type LiveInstrument,
  rollDay,
  takeCandle,
  takeTrade,
  tradesKeptMax,
} from './live-instrument.ts'

/** What the state needs to know of the market it is of. */
interface MarketSetting {
  readonly instruments: readonly Instrument[]
  readonly hours: MarketHours
  /** The instrument's own now: the venue's clock. */
  readonly nowOf: (instrumentId: string) => Instant
  /**
   * What the venue says its instruments are doing. Left out: the calendar says. Given, the venue plays on a time of its
   * own (a recording), and every question about "now" is answered for that time, whatever moment it names.
   */
  readonly stateOf?: (instrumentId: string) => SessionState
  /** Whether the venue itself doubts that its prices of an instrument are the market's. Left out: it never does. */
  readonly isInDoubt?: (instrumentId: string) => boolean
  /** What is played is a recording, and nothing of it is stored. */
  readonly stores: boolean
  /** See `MarketState.recordedSince`. Left out: nothing is generated. */
  readonly recordedSince?: () => Instant | undefined
}

/** The state with what the rest of this room needs of it. */
export interface LiveMarket extends MarketState {
  readonly live: (instrumentId: string) => LiveInstrument
  readonly all: readonly LiveInstrument[]
  /** A value of an index, at its own next sequence. */
  readonly onValue: (instrumentId: string, value: Price, from: Omit<Sourced, 'sequence'>) => void
}

/** How long without any change of book, quote or print makes an instrument stale, by its liquidity. */
export const staleAfterMs = { 1: 120_000, 2: 60_000, 3: 30_000, 4: 20_000, 5: 15_000 } as const

/** A recording of minutes says nothing between them, and its quote is in force until the next: a few may be missing. */
const recordedStaleAfterMs = 300_000

/** The trade date prices of `at` belong to: on a rest day of an exchange that keeps hours, the last session's. */
export function marketDate(calendar: CalendarId, at: Instant, hours: MarketHours): TradeDate {
  const date = tradeDateOf(calendar, at)
  return hours === 'always' || isBusinessDay(calendar, date) ? date : businessDayBefore(calendar, date)
}

/** The market in memory, empty: prices come by the desk and the venue, the past by `restore`. */
export function createLiveMarket(setting: MarketSetting): LiveMarket {
  const lives = new Map(
    setting.instruments.map((instrument) => [instrument.id, createLiveInstrument(instrument)] as const),
  )
  const live = (id: string): LiveInstrument => present(lives.get(id), `instrument ${id}`)

  const current = (id: string): LiveInstrument | undefined => {
    const found = lives.get(id)
    if (found !== undefined) toDay(found, setting.nowOf(id), setting.hours)
    return found
  }
  const { stateAt, isStale } = statesOf(setting, lives)
  const takeValue = (of: LiveInstrument, value: Price, from: Sourced): void => {
    toDay(of, from.at, setting.hours, value)
    const start = bucketStart('1m', from.at, of.instrument.calendar)
    const sample = { ...candleOfPrint(start, value, quantityOf(0n)), trades: 0 }
    takeCandle(of, sample, from, setting.stores)
  }

  return {
    hours: setting.hours,
    nowOf: setting.nowOf,
    recordedSince: setting.recordedSince ?? (() => undefined),
    live,
    all: [...lives.values()],
    onTrades: (id, trades) => {
      const of = live(id)
      for (const trade of trades) {
        toDay(of, trade.at, setting.hours, trade.price)
        takeTrade(of, trade, setting.stores)
      }
    },
    onBook: (id, delta) => takeDelta(live(id), delta),
    onQuote: (id, { bid, ask, last, ...from }) => {
      const of = live(id)
      of.pair = { bid, ask }
      takeValue(of, last ?? priceOf((bid + ask) / 2n), from)
    },
    onValue: (id, value, from) => {
      const of = live(id)
      takeValue(of, value, { ...from, sequence: (of.latest?.sequence ?? 0) + 1 })
    },
    onBar: (id, bar, from) => {
      const of = live(id)
      toDay(of, bar.start, setting.hours, bar.open)
      takeCandle(of, bar, from, setting.stores)
    },
    onState: (id, state) => {
      live(id).state = state
      live(id).unsent.quote = true
    },
    ...readsOf(lives, current, setting.nowOf),
    stateAt,
    isStale,
    lastSequence: (id) => lives.get(id)?.latest?.sequence ?? 0,
  }
}

/** Brings an instrument to the date of `at`. One without a past begins with its first price as previous close. */
function toDay(of: LiveInstrument, at: Instant, hours: MarketHours, first?: Price): void {
  if (of.day === undefined && first === undefined) return
  const date = marketDate(of.instrument.calendar, at, hours)
  if (of.day === undefined) {
    if (first !== undefined) of.day = emptyDay(date, first, false)
    return
  }
  // A print of a moment before midnight may come after it: a day never goes back.
  if (date > of.day.date) rollDay(of, date)
}

/** Applies a change of a book, and keeps it for readers of the stream. */
function takeDelta(of: LiveInstrument, delta: BookDelta): void {
  of.book.apply(delta)
  of.latest = { source: delta.source, sequence: delta.sequence, at: delta.at }
  of.unsent.quote = true
  if (delta.reset === true) {
    of.unsent.reset = true
    of.unsent.changes.clear()
  }
  for (const change of delta.changes) {
    const [side, price] = change
    of.unsent.changes.set(side === 'buy' ? price : -price, change)
  }
}

/** What instruments are doing, and whether their prices are old. */
function statesOf(
  setting: MarketSetting,
  lives: ReadonlyMap<string, LiveInstrument>,
): Pick<MarketState, 'stateAt' | 'isStale'> {
  const stateOf = (id: string, at: Instant): SessionState => {
    const { instrument, state } = present(lives.get(id), `instrument ${id}`)
    const byCalendar = setting.stateOf?.(id) ?? stateAt(instrument.calendar, at, setting.hours)
    return byCalendar === 'continuous' && state !== undefined ? state : byCalendar
  }
  const isStale = (id: string, at: Instant): boolean => {
    const found = lives.get(id)
    if (found === undefined || found.latest === undefined) return true
    if (setting.isInDoubt?.(id) === true) return true
    if (stateOf(id, at) !== 'continuous') return false
    if (setting.stateOf !== undefined) return setting.nowOf(id) - found.latest.at > recordedStaleAfterMs
    return at - found.latest.at > staleAfterMs[found.instrument.liquidity]
  }
  return { stateAt: stateOf, isStale }
}

/** What is asked about instruments; `current` brings one to its day first. */
function readsOf(
  lives: ReadonlyMap<string, LiveInstrument>,
  current: (id: string) => LiveInstrument | undefined,
  nowOf: (id: string) => Instant,
): Pick<MarketState, 'quote' | 'book' | 'lastTrades' | 'day' | 'changeFrom' | 'spark'> {
  return {
    quote: (id) => {
      const of = current(id)
      return of === undefined ? undefined : quoteOf(of)
    },
    book: (id, depth) => {
      const of = lives.get(id)
      return of === undefined || of.latest === undefined ? undefined : bookOf(of, of.latest, depth)
    },
    lastTrades: (id, limit) =>
      present(lives.get(id), `instrument ${id}`).trades.slice(-Math.min(limit, tradesKeptMax)).reverse(),
    day: (id) => {
      const day = current(id)?.day
      return day === undefined ? undefined : statisticsOf(day)
    },
    changeFrom: (id) => {
      const of = current(id)
      return of === undefined ? undefined : changeFromOf(of, nowOf(id))
    },
    spark: (id) => {
      const of = current(id)
      return of === undefined ? { closes: [], generated: [] } : sparkOf(of, nowOf(id))
    },
  }
}

function statisticsOf({
  quarters: _,
  generatedQuarters: __,
  ...statistics
}: NonNullable<LiveInstrument['day']>): DayStatistics {
  return statistics
}

/** The quote of an instrument, as far as anything is known of it. */
function quoteOf(of: LiveInstrument): Quote | undefined {
  if (of.day === undefined || of.latest === undefined) return undefined
  const bid = of.book.best('buy')
  const ask = of.book.best('sell')
  return {
    last: of.day.last,
    source: of.latest.source,
    sequence: of.latest.sequence,
    at: of.latest.at,
    ...(of.pair === undefined ? {} : { bid: of.pair.bid, ask: of.pair.ask }),
    ...(bid === undefined ? {} : { bid: bid.price, bidSize: bid.quantity }),
    ...(ask === undefined ? {} : { ask: ask.price, askSize: ask.quantity }),
  }
}

function bookOf(of: LiveInstrument, from: Sourced, depth: number): Book {
  return {
    bids: of.book.levels('buy', depth),
    asks: of.book.levels('sell', depth),
    source: from.source,
    sequence: from.sequence,
    at: from.at,
  }
}
