import type { BookEvents } from './book-events.ts'

/** Sides of a book, as numbers: the hot loop indexes by them. */
export const buySide = 0
export const sellSide = 1
export type BookSide = typeof buySide | typeof sellSide

/** What an order does with what it cannot fill at once. */
export const timeRest = 0
export const timeImmediate = 1
export const timeAllOrNothing = 2
type BookTime = typeof timeRest | typeof timeImmediate | typeof timeAllOrNothing

/** What happens when an order meets one of the same owner. The incoming one is the newest. */
export const selfTradeAllowed = 0
export const selfTradeCancelsNewest = 1
export const selfTradeCancelsOldest = 2
export const selfTradeCancelsBoth = 3
export type BookSelfTrade =
  | typeof selfTradeAllowed
  | typeof selfTradeCancelsNewest
  | typeof selfTradeCancelsOldest
  | typeof selfTradeCancelsBoth

/** Prices of a book are whole ticks from 1 to this. */
export const bookPriceMax = 2 ** 31 - 1

/**
 * The numbers above once more, for hot modules to take apart into constants of their own: V8 folds a constant of the module
 * itself into machine code, but reads an imported one from its cell, with three checks, every time.
 */
export const bookNumbers = {
  buySide,
  sellSide,
  timeRest,
  timeImmediate,
  timeAllOrNothing,
  selfTradeAllowed,
  selfTradeCancelsNewest,
  selfTradeCancelsOldest,
  selfTradeCancelsBoth,
  bookPriceMax,
} as const

/**
 * An order as the book takes it: whole ticks and whole lots, in one object the caller may use again and again, because
 * the book copies what it keeps.
 */
export interface BookOrder {
  /** The caller's number, above 0, unique among orders in the book. */
  orderNo: number
  /** Who it belongs to; orders of one owner do not meet (see `selfTrade`). 0: nobody in particular. */
  owner: number
  side: BookSide
  /** A market order never rests; its price, when not 0, is the worst it may trade at. */
  market: boolean
  price: number
  quantity: number
  time: BookTime
  /** Refused instead of crossing. */
  postOnly: boolean
  /** Not 0: the order waits until the book trades at this price or beyond, then joins as if it came that moment. */
  stopPrice: number
  /** Not −1: reduce-only; the order is cut to this many lots, the owner's position it may reduce. */
  reducible: number
  /** Not 0: Σ ticks × lots of its fills stays within this (orders sized by amount). */
  budget: number
  selfTrade: BookSelfTrade
}

/** A book order with nothing special about it, to be filled in. */
export function emptyBookOrder(): BookOrder {
  return {
    orderNo: 0,
    owner: 0,
    side: buySide,
    market: false,
    price: 0,
    quantity: 0,
    time: timeRest,
    postOnly: false,
    stopPrice: 0,
    reducible: -1,
    budget: 0,
    selfTrade: selfTradeCancelsNewest,
  }
}

/**
 * One instrument's order book: price-time priority on whole ticks and lots. Pure and in memory; what happened is
 * appended to the caller's buffer. Two implementations answer alike to the last event: one obviously right, one fast.
 */
export interface OrderBook {
  /** Matches an order and rests what may rest. Then stops reached by the last price join, one by one. */
  readonly add: (order: BookOrder, events: BookEvents) => void
  /** Takes an order out, stops included. False when there is none of this number. */
  readonly cancel: (orderNo: number, events: BookEvents) => boolean
  /** Lowers what is left of a resting order; it keeps its place. False when there is none, or nothing would be left of it. */
  readonly reduce: (orderNo: number, quantity: number, events: BookEvents) => boolean

  /** Best prices; 0 when the side is empty. */
  readonly bestBid: () => number
  readonly bestAsk: () => number
  /** Last traded price, 0 before the first trade. `setLast` seeds it (a reference price) without any event. */
  readonly last: () => number
  readonly setLast: (price: number) => void
  /** Number of the last event. `setSequence` lets a book go on where an earlier one ended. */
  readonly sequence: () => number
  readonly setSequence: (sequence: number) => void
  /** Resting orders, stops not counted. */
  readonly size: () => number
  readonly has: (orderNo: number) => boolean
  /** What is left of a resting order or a stop; 0 when there is none. */
  readonly remainingOf: (orderNo: number) => number
  /** All lots resting at a price; 0 when none. */
  readonly totalAt: (side: BookSide, price: number) => number
  /** Levels best first, until `visit` answers false. */
  readonly walkLevels: (side: BookSide, visit: (price: number, total: number) => boolean) => void
  /** Resting orders in the order they would be filled, until `visit` answers false. */
  readonly walkOrders: (
    side: BookSide,
    visit: (orderNo: number, owner: number, price: number, remaining: number) => boolean,
  ) => void
  /** Of everything that matters to the future: levels, orders in their places, stops, last price. Not the sequence. */
  readonly hash: () => number
}

/** Mixes one more whole number below 2^53 into a hash of 32 bits (FNV-1a on two halves). */
export function mixNumber(hash: number, value: number): number {
  const low = Math.imul(hash ^ (value >>> 0), 0x01000193)
  return Math.imul(low ^ Math.floor(value / 4294967296), 0x01000193) >>> 0
}

/** Where every hash starts. */
export const hashSeed = 0x811c9dc5
