import type { Id, Instant, Money, Price, Quantity } from '@bolsillo/kernel'
import type { TradedProduct } from './traded-instrument.ts'

export const orderSides = ['buy', 'sell'] as const
export type OrderSide = (typeof orderSides)[number]
/** `stop` becomes a market order, `stop-limit` a limit order, once the market trades at the stop price or beyond. */
export const orderTypes = ['market', 'limit', 'stop', 'stop-limit'] as const
export type OrderType = (typeof orderTypes)[number]
/** `day` ends with the session, `gtc` waits until cancelled, `ioc` takes what is there, `fok` takes all or nothing. */
export const timesInForce = ['day', 'gtc', 'ioc', 'fok'] as const
export type TimeInForce = (typeof timesInForce)[number]

/**
 * Where an order is in its life.
 * `waiting`: an exit of a bracket whose shares are not bought yet or may not be sold yet; or an order taken before the
 * opening, which has reserved what it needs and goes to the venue when the session opens.
 * `pending-trigger`: a stop the market has not reached. `open`: at the venue. `rejected`: the venue refused it.
 */
export const orderStates = [
  'waiting',
  'pending-trigger',
  'open',
  'partially-filled',
  'filled',
  'cancelled',
  'expired',
  'rejected',
] as const
export type OrderState = (typeof orderStates)[number]

/** Every move an order may make; what is not listed does not happen. Ends (no moves) are never left. */
export const orderTransitions: Readonly<Record<OrderState, readonly OrderState[]>> = {
  waiting: ['pending-trigger', 'open', 'cancelled', 'expired'],
  'pending-trigger': ['open', 'cancelled', 'expired'],
  open: ['partially-filled', 'filled', 'cancelled', 'expired', 'rejected'],
  'partially-filled': ['partially-filled', 'filled', 'cancelled', 'expired'],
  filled: [],
  cancelled: [],
  expired: [],
  rejected: [],
}

/** Whether an order may go from one state to another. */
export function mayMove(from: OrderState, to: OrderState): boolean {
  return orderTransitions[from].includes(to)
}

/** Whether an order in this state can still do anything. */
export function isOpen(state: OrderState): boolean {
  return orderTransitions[state].length > 0
}

/** Whether an order was taken before the opening and has not gone to its venue yet. Exits that wait belong to an entry. */
export function waitsForOpening({ state, parentId }: Pick<Order, 'state' | 'parentId'>): boolean {
  return state === 'waiting' && parentId === undefined
}

/** Why an order ended without being filled whole; texts under `endReasons` of the messages. */
export const endReasons = [
  'customer',
  'day-ended',
  'no-liquidity',
  'price-collar',
  'budget-spent',
  'immediate-or-cancel',
  'fill-or-kill',
  'post-only',
  'self-trade',
  'linked-order',
  'nothing-to-sell',
  'not-carried-out',
  'liquidation',
  'position-closed',
  'margin-short',
  'funding-due',
  'mode-differs',
  'venue-refused',
  'end-of-data',
  'data-only',
] as const
export type EndReason = (typeof endReasons)[number]

/** What one leg of a pair was filled before the other took over: sums as an order has them, and what was charged for it. */
export interface PairFilled {
  readonly exact: bigint
  readonly takerExact: bigint
  readonly fee: bigint
  readonly vat: bigint
}

/** An order in its present state. Prices and quantities are in the instrument's units, money in its currency's. */
export interface Order {
  readonly orderId: Id<'ord'>
  readonly customerId: Id<'cus'>
  readonly product: TradedProduct
  readonly venue: string
  readonly instrumentId: string
  readonly side: OrderSide
  readonly type: OrderType
  readonly timeInForce: TimeInForce
  readonly postOnly: boolean
  /** It only ever makes a position smaller. */
  readonly reduceOnly: boolean
  /** What its product keeps with it, in words of its own: letters, digits, dots and dashes. */
  readonly terms: string | undefined
  readonly state: OrderState
  /** Shares asked for; undefined when the order was sized by amount. */
  readonly quantity: Quantity | undefined
  /** Money asked for, fees included; undefined when the order was sized by shares. */
  readonly amount: Money | undefined
  readonly limitPrice: Price | undefined
  readonly stopPrice: Price | undefined
  /**
   * What it reserves is counted at this price: the worst it may be filled at. The limit, or for market orders what the
   * collar allows; of a purchase with a stop beside it, the worst of the two.
   */
  readonly worstPrice: Price
  /** Exits to be placed when this order's purchase is done. */
  readonly takeProfit: Price | undefined
  readonly stopLoss: Price | undefined
  /** The entry of the bracket this exit belongs to. */
  readonly parentId: Id<'ord'> | undefined
  /** The other of two orders of which only one may fill. */
  readonly twinId: Id<'ord'> | undefined
  /** A `waiting` order may go to market from here on. */
  readonly activeFrom: Instant | undefined
  readonly filledQuantity: Quantity
  /** Σ price × quantity of the fills: exact, in units of 10^-(priceScale + quantityScale) of the currency. */
  readonly filledExact: bigint
  /** The part of it that was taken from the book, not waited for: it may cost more. */
  readonly takerExact: bigint
  /** What the fills came to, fee and VAT apart. */
  readonly filledAmount: Money
  readonly fee: Money
  readonly vat: Money
  /** Of a stop that took over from the other leg of its pair: the fills of that leg. Costs are computed over both. */
  readonly pairFilled?: PairFilled | undefined
  /** Which published schedule the fees follow. */
  readonly feeSchedule: string
  /** The reservation behind the order: money for a buy, shares for a sell; `held` is what is left of it. */
  readonly holdId: Id<'hld'> | undefined
  readonly held: bigint
  /** The quote in force when the order was received, for the execution report. */
  readonly bidAtReceipt: Price | undefined
  readonly askAtReceipt: Price | undefined
  readonly quoteSequence: number | undefined
  readonly receivedAt: Instant
  /** When the order was recorded with its reservation; the answer goes out after it. */
  readonly acceptedAt: Instant
  readonly firstFillAt: Instant | undefined
  readonly lastFillAt: Instant | undefined
  /** When a day order ends. */
  readonly expiresAt: Instant | undefined
  readonly endedAt: Instant | undefined
  readonly endReason: EndReason | undefined
  /** Rises with every order; among equal prices the lower one is served first. */
  readonly priority: bigint
  readonly updatedAt: Instant
}

/** One fill of an order: what was traded, at which sequence of which book, and the entry that moved it. */
export interface Fill {
  readonly fillId: Id<'fil'>
  readonly orderId: Id<'ord'>
  readonly customerId: Id<'cus'>
  readonly product: TradedProduct
  readonly instrumentId: string
  readonly side: OrderSide
  readonly price: Price
  readonly quantity: Quantity
  /** price × quantity rounded over the whole order (buys up, sells down), so many fills cost no more than one. */
  readonly amount: Money
  readonly fee: Money
  readonly vat: Money
  readonly liquidity: 'maker' | 'taker'
  /** The venue, or its candles (`candlesOf`), and the sequence in it the fill came from. */
  readonly source: string
  readonly sequence: number
  readonly entryId: Id<'ent'>
  readonly entrySeq: bigint
  readonly at: Instant
  readonly settlesOn: string
  readonly sellableAt: Instant
}

/** What a fill has beside its order and the step that names it. */
export type FillFacts = Pick<Fill, 'fillId' | 'liquidity' | 'fee' | 'vat' | 'source' | 'settlesOn' | 'sellableAt'>

export const orderEventKinds = [
  'received',
  'accepted',
  'held',
  'waiting',
  'pending-trigger',
  'activated',
  'triggered',
  'resting',
  'filled',
  'released',
  'cancelled',
  'expired',
  'rejected',
] as const
export type OrderEventKind = (typeof orderEventKinds)[number]

/** One step of an order's life. Which of the values it has depends on its kind. */
export interface OrderEvent {
  readonly orderId: Id<'ord'>
  /** 1, 2, 3… within the order. */
  readonly number: number
  readonly kind: OrderEventKind
  readonly at: Instant
  readonly price?: Price
  readonly quantity?: Quantity
  /** Minor units of what was reserved, released or paid. */
  readonly amount?: bigint
  /** Sequence of the venue's book. */
  readonly sequence?: number
  /** Journal entry that carried the step. */
  readonly entryId?: Id<'ent'>
  readonly reason?: EndReason
  /** Of a step `filled` that is about to be recorded: its act has all of its fill. */
  readonly fill?: FillFacts
}

/**
 * What a customer bought of an instrument and still has, at average cost. Of shares it is all there is: the ledger's
 * balance equals `quantity`. Coins also come and go by other ways, whose cost nobody knows: see `position-rules.ts`.
 */
export interface Position {
  readonly customerId: Id<'cus'>
  readonly instrumentId: string
  readonly quantity: Quantity
  /** What the shares still owned cost, fees and VAT included. */
  readonly cost: Money
  /** What sales brought beyond the cost of what was sold, fees and VAT taken off. May be below zero. */
  readonly realised: Money
  /** Fees and VAT ever paid on this instrument. */
  readonly fees: Money
  readonly vat: Money
  readonly openedAt: Instant
  readonly updatedAt: Instant
}

/** Shares that may not be sold before an instant. */
export interface PositionLock {
  readonly customerId: Id<'cus'>
  readonly instrumentId: string
  readonly sellableAt: Instant
  readonly quantity: Quantity
}

const candleEnding = '-candles'

/** The source of fills that were made from a venue's recorded candles: the demo's history. Their sequence is the candle's start. */
export function candlesOf(venue: string): string {
  return venue + candleEnding
}

/**
 * Whether an order was made up for the demonstration. What the desk accepts gets a place in its line, from 1 on; what was
 * filled and never had one, never came to the desk.
 */
export function isMadeUp({ priority, filledQuantity }: Pick<Order, 'priority' | 'filledQuantity'>): boolean {
  return priority === 0n && filledQuantity > 0n
}

/** Whether a fill's source is recorded candles rather than a book. */
export function isFromCandles(source: string): boolean {
  return source.endsWith(candleEnding)
}
