import type { Id, Instant, Price, Quantity } from '@bolsillo/kernel'
import type { EndReason, OrderSide, TimeInForce } from './order.ts'

/**
 * An order as a venue sees it. Stops, brackets and OCO are the desk's business: what arrives here is to be matched now
 * or to rest. The desk made sure of money, shares, ticks and lots.
 */
export interface VenueOrder {
  readonly orderId: Id<'ord'>
  readonly customerId: Id<'cus'>
  readonly instrumentId: string
  readonly side: OrderSide
  /** A `market` order never rests. Its `limitPrice` is the collar: no fill beyond it. */
  readonly type: 'market' | 'limit'
  readonly timeInForce: TimeInForce
  readonly limitPrice: Price
  /** What is (still) to be filled. For an order sized by amount: no more than this. */
  readonly quantity: Quantity
  /** For an order sized by amount: Σ price × quantity of its fills must not exceed this (price units × quantity units). */
  readonly budget?: bigint
  readonly postOnly: boolean
  /** Rises with every order. At `reset` the orders come sorted by it. */
  readonly priority: bigint
}

/** What a venue says about an order. `sequence` is that of its book, rising per instrument. */
export type ExecutionReport =
  | {
      readonly kind: 'filled'
      readonly orderId: Id<'ord'>
      readonly price: Price
      readonly quantity: Quantity
      readonly sequence: number
      readonly liquidity: 'maker' | 'taker'
      /** The customer order on the other side, when there is one: it has a report of its own with the same sequence. */
      readonly counterOrderId?: Id<'ord'>
      /** Which book or recording the sequence counts in; the venue's id when left out. */
      readonly source?: string
      readonly at: Instant
    }
  /** It waits in the book (once per order; after the fills of its arrival). */
  | { readonly kind: 'resting'; readonly orderId: Id<'ord'>; readonly sequence: number; readonly at: Instant }
  /** What was left of it is gone. */
  | { readonly kind: 'cancelled'; readonly orderId: Id<'ord'>; readonly reason: EndReason; readonly at: Instant }
  /** It was never taken. */
  | { readonly kind: 'rejected'; readonly orderId: Id<'ord'>; readonly reason: EndReason; readonly at: Instant }

/** A print of the venue's tape. */
export interface MarketTrade {
  readonly sequence: number
  readonly at: Instant
  readonly source: string
  readonly price: Price
  readonly quantity: Quantity
  /** The taker's side; absent where a recorded feed does not say. */
  readonly side?: OrderSide
}

/** Changes of a book that happened together: new totals per level, 0 removes it. */
export interface MarketBookDelta {
  readonly sequence: number
  readonly at: Instant
  readonly source: string
  readonly changes: readonly (readonly [side: OrderSide, price: Price, quantity: Quantity])[]
  /** Forget the book first; the changes are all of it. */
  readonly reset?: boolean
}

/** What the desk passes to the market's state, in order, once it is certain. */
export interface MarketFeed {
  readonly onTrades: (instrumentId: string, trades: readonly MarketTrade[]) => void
  readonly onBook: (instrumentId: string, delta: MarketBookDelta) => void
}

/**
 * The venue's way to the desk. Everything that changes a book runs in one line: customers' commands in batches, and
 * between batches whatever the venue asks to `run`.
 */
export interface VenueLine {
  /** Runs `work` when no batch is open, in the order asked. Only there (and inside submit, cancel, reset) may a venue change its books. */
  readonly run: (work: () => void) => void
  /** Reports that came about outside submit and cancel: they become commands of the next batch, ahead of everything else. */
  readonly report: (reports: readonly ExecutionReport[]) => void
  /**
   * Prints, and changes of a book. `reached`: prices that were traded at and of which there are no prints, because only a
   * bar was recorded; stops hang on them as on prints. Passed on at once when nothing of a customer hangs on them; else after the commit;
   * dropped if the commit fails (`reset` follows, and the venue then sends the whole book with `reset: true`).
   */
  readonly marketData: (
    instrumentId: string,
    data: {
      readonly trades?: readonly MarketTrade[]
      readonly delta?: MarketBookDelta
      readonly reached?: readonly Price[]
    },
  ) => void
}

/** A market an order can be sent to. The desk owns orders and money; the venue owns matching, or forwards it. */
export interface Venue {
  /** `simulated`, `replay`: names the source of fills and prints. */
  readonly id: string
  readonly simulated: boolean
  readonly start: (line: VenueLine) => Promise<void>
  readonly stop: () => Promise<void>
  /** Whether this instrument is traded here at all. */
  readonly lists: (instrumentId: string) => boolean
  /**
   * Called inside the desk's batch, in order. What happens at once is returned: fills of this order and of customers'
   * orders it met, in the order they happened, then `resting` or `cancelled`. What happens later goes through the line.
   */
  readonly submit: (order: VenueOrder) => readonly ExecutionReport[]
  /** Takes an order out. The report has reason `customer` (the desk knows better why). Empty when it is not there (any more). */
  readonly cancel: (orderId: Id<'ord'>) => readonly ExecutionReport[]
  /**
   * Customers' orders that submitting these could fill, or more: the desk locks their balances before it submits.
   * `leaving` are orders that will be cancelled first. A venue where customers never meet answers nothing.
   */
  readonly counterparties: (orders: readonly VenueOrder[], leaving: readonly Id<'ord'>[]) => readonly Id<'ord'>[]
  /** After a failed commit and at start: forget all customers' orders of the instrument, take these instead, in order. */
  readonly reset: (instrumentId: string, open: readonly VenueOrder[]) => void
}
