import { defineCall, defineChannel, field, z } from '@bolsillo/contract'
import type { intervals } from '../domain/interval-names.ts'
import { marketHours } from '../domain/market-data.ts'
import { bookShape, candleShape, printShape, quoteShape, sides } from './wire-shapes.ts'

export { instrumentKinds } from '../domain/instrument.ts'
export { type Interval, intervals } from '../domain/interval-names.ts'
export { type SessionState, sessionStates } from '../domain/market-data.ts'
export { listSorts } from '../domain/market-lists.ts'
export * from './company.ts'
export * from './first-watchlist.ts'
export * from './market-calls.ts'
export * from './watchlists.ts'
export * from './wire-shapes.ts'

/** What this server's market is, and what it was configured to do before it started. */
export const readMarketFacts = defineCall({
  name: 'read-market-facts',
  method: 'GET',
  path: '/common/market',
  audience: 'public',
  needs: [],
  effect: 'read',
  request: z.object({}),
  reply: z.object({
    /** The venue or feed prices are from. */
    source: z.string(),
    hours: z.enum(marketHours),
    /** How fast its time runs, 1 being real time; decimal text. */
    speed: z.string(),
    /** When recording of this market began; its history before that is generated. Left out where nothing is recorded. */
    recordedSince: z.optional(field.at),
    /**
     * Part of the seed of a practice market, chosen before its start: from `at` on all coins fall by a third to a half
     * within a minute and recover over hours. The seed itself is not published: who knows it knows the prices to come.
     */
    scenario: z.optional(z.object({ kind: z.enum(['crash']), at: field.at })),
  }),
  rejections: [],
  summary: 'What the market of this server is: source, hours, speed, and a scenario chosen before its start, if any.',
})

/** How many levels of each side a snapshot of the `book` channel has at most. */
export const bookDepthMax = 50

/** `quote`, key `WALMEX.MX`: a delta is the whole new quote, at most four a second. */
export const quoteChannel = defineChannel({
  name: 'quote',
  audience: 'public',
  snapshot: quoteShape,
  delta: quoteShape,
  conflation: 'replace',
})

/**
 * `book`, key `WALMEX.MX`: the snapshot is the book, a delta the levels that changed since the one before, each with
 * its whole new quantity; "0" takes the level out. A reader that misses a number asks for the snapshot again.
 */
export const bookChannel = defineChannel({
  name: 'book',
  audience: 'public',
  snapshot: bookShape,
  delta: z.object({
    /** Forget the book first: the changes are all of it. */
    reset: z.optional(z.boolean()),
    /** [side, price, quantity]: `buy` are the bids. */
    changes: z.array(z.tuple([z.enum(sides), z.string(), z.string()])),
    source: z.string(),
    sequence: z.number(),
    at: field.at,
  }),
  conflation: 'sequence',
})

/** `trades`, key `WALMEX.MX`: the snapshot has the latest prints newest first, a delta the new ones in time order. */
export const tradesChannel = defineChannel({
  name: 'trades',
  audience: 'public',
  snapshot: z.object({ symbol: z.string(), trades: z.array(printShape) }),
  delta: z.object({ trades: z.array(printShape) }),
  conflation: 'sequence',
})

/** `recordedSince`: as in a call's answer. */
const candlesTold = z.object({ candles: z.array(candleShape), recordedSince: z.optional(field.at) })

/**
 * `candle`, key `WALMEX.MX|15m`: the latest candles, oldest first: the open one, and before it the one just closed, so
 * that a reader who skipped a delta still gets every closed candle whole.
 */
export const candleChannel = defineChannel({
  name: 'candle',
  audience: 'public',
  snapshot: candlesTold,
  delta: candlesTold,
  conflation: 'replace',
})

/** The key of the `candle` channel. */
export function candleKey(symbol: string, interval: (typeof intervals)[number]): string {
  return `${symbol}|${interval}`
}
