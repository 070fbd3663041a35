import { field, z } from '@bolsillo/contract'
import { instrumentKinds, type SectorKey } from './instrument.ts'
import { intervals } from './interval-names.ts'
import { sessionStates } from './market-data.ts'

// What prices look like on the wire, shared by the calls of the products and by the stream. Decimal text, in the
// instrument's own scales; times are epoch milliseconds.

/** Where a price is from. `stale`: older than a live market allows; shown grey with its age, never traded at. */
export const sourcedFields = {
  /** The venue or feed: `simulated`, `replay`. */
  source: z.string(),
  /** The number of the event in its source, rising for each instrument. */
  sequence: z.number(),
  at: field.at,
  stale: z.boolean(),
}

/** The last price of an instrument with the day around it. */
export const quoteShape = z.object({
  symbol: z.string(),
  last: field.decimal,
  previousClose: field.decimal,
  /** last − previousClose. */
  change: field.signedDecimal,
  /** change / previousClose in percent, two decimals. */
  changePercent: field.signedDecimal,
  open: field.decimal,
  high: field.decimal,
  low: field.decimal,
  /** The whole day, in shares and in the currency. */
  volume: field.decimal,
  turnover: field.decimal,
  bid: z.optional(field.decimal),
  bidSize: z.optional(field.decimal),
  ask: z.optional(field.decimal),
  askSize: z.optional(field.decimal),
  session: z.enum(sessionStates),
  ...sourcedFields,
})

export type Quote = z.output<typeof quoteShape>

/** One interval: `start` is its first instant; volume is what traded in it. */
export const candleShape = z.object({
  start: field.at,
  open: field.decimal,
  high: field.decimal,
  low: field.decimal,
  close: field.decimal,
  volume: field.decimal,
  trades: z.number(),
})

/** An instrument as a list shows it: who it is, what it does today, and a line of its latest closes. */
export const marketRowShape = z.object({
  symbol: z.string(),
  ticker: z.string(),
  name: z.string(),
  kind: z.enum(instrumentKinds),
  /** A key of the market's sectors; its words are the market room's. */
  sector: z.custom<SectorKey>((value) => typeof value === 'string'),
  currency: z.string(),
  /** How many decimals its prices are shown with. */
  priceDecimals: z.number(),
  quote: z.optional(quoteShape),
  /** Up to 32 closes of the day so far, oldest first; the day before's while today has none. */
  spark: z.array(field.decimal),
})

export const sides = ['buy', 'sell'] as const

export const printShape = z.object({
  sequence: z.number(),
  at: field.at,
  price: field.decimal,
  quantity: field.decimal,
  /** Who crossed the spread. Absent where a recorded feed does not say. */
  side: z.optional(z.enum(sides)),
  source: z.string(),
})

export const levelShape = z.object({ price: field.decimal, quantity: field.decimal })

/** A book, best prices first. */
export const bookShape = z.object({
  symbol: z.string(),
  bids: z.array(levelShape),
  asks: z.array(levelShape),
  ...sourcedFields,
})

/** What a call for candles, prints or a book is asked and answers, of every product. */
export const candlesRequest = z.object({
  symbol: field.symbol,
  interval: field.oneOf(intervals),
  /** Only candles that start before this time; left out: the latest, the one still open included. */
  before: field.optional(field.time),
  limit: field.optional(field.whole(1, 5000)),
})
export const candlesReplyShape = z.object({
  symbol: z.string(),
  interval: z.enum(intervals),
  /** Oldest first. */
  candles: z.array(candleShape),
  /** There are older ones. */
  more: z.boolean(),
  source: z.string(),
})
export const tradesRequest = z.object({ symbol: field.symbol, limit: field.optional(field.whole(1, 200)) })
export const tradesReplyShape = z.object({ symbol: z.string(), trades: z.array(printShape), stale: z.boolean() })
export const bookRequest = z.object({ symbol: field.symbol, depth: field.optional(field.whole(1, 50)) })
export const followRequest = z.object({ symbol: field.symbol })
export const followReplyShape = z.object({ symbol: z.string(), followed: z.boolean() })
