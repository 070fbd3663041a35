import type { Instant, Price, Quantity, TradeDate } from '@bolsillo/kernel'
import type { Candle } from './candle.ts'
import type { Generated } from './generated.ts'

/** What the market of an instrument is doing. `auction` and `halted` come from the venue, the rest from the calendar. */
export const sessionStates = ['pre', 'auction', 'continuous', 'halted', 'closed', 'holiday'] as const
export type SessionState = (typeof sessionStates)[number]

/** `always`: the practice market never closes; `exchange`: trading only in the sessions of the calendar. */
export const marketHours = ['always', 'exchange'] as const
export type MarketHours = (typeof marketHours)[number]

export type Side = 'buy' | 'sell'

/** Every price says where it is from: its source, its number in that source (per instrument, rising), and its time. */
export interface Sourced {
  readonly source: string
  readonly sequence: number
  readonly at: Instant
}

/** One print. `side` is the taker's: who crossed the spread; absent where a recorded feed does not say. */
export interface Trade extends Sourced {
  readonly price: Price
  readonly quantity: Quantity
  readonly side?: Side
}

/** One level of one side after a change: the whole quantity now at that price; 0 removes the level. */
export type BookChange = readonly [side: Side, price: Price, quantity: Quantity]

/** Changes of a book that happened together. `reset`: forget the book first; the changes are all of it. */
export interface BookDelta extends Sourced {
  readonly changes: readonly BookChange[]
  readonly reset?: boolean
}

export interface BookLevel {
  readonly price: Price
  readonly quantity: Quantity
}

/** The book, best first. `sequence` and `at` are those of the last change. */
export interface Book extends Sourced {
  readonly bids: readonly BookLevel[]
  readonly asks: readonly BookLevel[]
}

/** The best of both sides and the last price. For an index or a pair without prints `last` is its value or its middle. */
export interface Quote extends Sourced {
  readonly bid?: Price
  readonly bidSize?: Quantity
  readonly ask?: Price
  readonly askSize?: Quantity
  readonly last: Price
}

/**
 * What one venue of an index says a coin is worth, in units of the coin's price. An index is made of several, and who
 * computes a mark from it lists them all.
 */
export interface IndexComponent {
  readonly venue: string
  readonly price: Price
  readonly at: Instant
  /** Rising for each venue and coin. */
  readonly sequence: number
}

/** The trade date so far. Before today's first print, open, high, low and last are the previous close, volume is 0. */
export interface DayStatistics {
  readonly date: TradeDate
  readonly open: Price
  readonly high: Price
  readonly low: Price
  readonly last: Price
  readonly previousClose: Price
  readonly volume: Quantity
  /** Σ price × quantity, in units of 10^-(priceScale + quantityScale) of the currency. */
  readonly turnover: bigint
  readonly trades: number
  /** Of the prices and sums of this day; before its first print, of the close before. */
  readonly generated: Generated | undefined
  /** The previous close, and so the change since it, is a price nobody traded at. */
  readonly isPreviousCloseGenerated: boolean
}

/** The price a change counts from (`changeSpanOf`), and whether nobody traded at it. */
export interface ChangeFrom {
  readonly price: Price
  readonly isGenerated: boolean
}

/** Closes of one instrument, oldest first, with the places of those that were generated: [first, last] of each run. */
export interface Spark {
  readonly closes: readonly Price[]
  readonly generated: ReadonlyArray<readonly [number, number]>
}

/**
 * The past, as a venue knows it. Deterministic: the same question always has the same answer, however it is cut.
 * Answers are computed when asked; nothing is built at start. Oldest first; intervals without a print have no candle.
 */
export interface HistorySource {
  /** One candle a trade date from … to (both included), `start` as bucketStart gives it; each the fold of its minutes. */
  readonly dailyCandles: (instrumentId: string, from: TradeDate, to: TradeDate) => readonly Candle[]
  /** Minutes with from ≤ start < to. */
  readonly minuteCandles: (instrumentId: string, from: Instant, to: Instant) => readonly Candle[]
  /** How far back minutes go; before it `minuteCandles` answers nothing. Undefined: there are none. */
  readonly firstMinute: (instrumentId: string) => Instant | undefined
  readonly firstDay: (instrumentId: string) => TradeDate | undefined
  /**
   * `gaps`: the source knows what happened while no process ran, live prints are the market's own (simulated).
   * `everything`: the source is a recording that also holds what is being played now (replay); nothing is stored.
   */
  readonly covers: 'gaps' | 'everything'
  /** Whether its data is generated: then every candle is marked, and the market has the time since which it is recorded. */
  readonly isGenerated: boolean
}

/**
 * What is known of the market now: in memory, one per process, fed only by the desk and the venue, never by a customer.
 * All reads but `candles` are synchronous and cheap: the risk check asks in its batch.
 */
export interface MarketState {
  readonly onTrades: (instrumentId: string, trades: readonly Trade[]) => void
  readonly onBook: (instrumentId: string, delta: BookDelta) => void
  /** For what has no book: a pair's bid and ask. `last` is the middle when left out. */
  readonly onQuote: (instrumentId: string, quote: Sourced & { bid: Price; ask: Price; last?: Price }) => void
  /** A recorded minute (replay): sets last, day and candles without inventing prints. */
  readonly onBar: (instrumentId: string, bar: Candle, from: Sourced) => void
  /** A halt or auction of one instrument, or its end (undefined: the calendar says). */
  readonly onState: (instrumentId: string, state: 'halted' | 'auction' | undefined) => void

  readonly quote: (instrumentId: string) => Quote | undefined
  readonly book: (instrumentId: string, depth: number) => Book | undefined
  /** Newest first, at most 200. */
  readonly lastTrades: (instrumentId: string, limit: number) => readonly Trade[]
  readonly day: (instrumentId: string) => DayStatistics | undefined
  /** Undefined before the instrument has a price. */
  readonly changeFrom: (instrumentId: string) => ChangeFrom | undefined
  /** The way from there to the last price: up to 32 closes by the quarter of an hour, oldest first, at least these two. */
  readonly spark: (instrumentId: string) => Spark
  readonly stateAt: (instrumentId: string, at: Instant) => SessionState
  /** No change of book, quote or print for longer than a live market allows, while in session; or the venue is in doubt. */
  readonly isStale: (instrumentId: string, at: Instant) => boolean
  /** The highest sequence known, so that a venue goes on numbering after a restart. 0: none. */
  readonly lastSequence: (instrumentId: string) => number
  /** The instrument's own now, as its venue says: in a replay each plays its own recorded day. */
  readonly nowOf: (instrumentId: string) => Instant
  readonly hours: MarketHours
  /** Since when this installation recorded its market. Undefined where nothing this market tells was generated. */
  readonly recordedSince: () => Instant | undefined
}
