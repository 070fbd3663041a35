import type { Id, Instant, Money, Price, Quantity, Rejection } from '@bolsillo/kernel'
import type { Db, IdempotencyClaim, StoredAnswer, Tx } from '@bolsillo/server-kit'
import type {
  Allotment,
  DeskOrder,
  Fill,
  Order,
  OrderEvent,
  OrderSide,
  OrderState,
  Position,
  PositionLock,
  TradedProduct,
} from '../domain/index.ts'
import type { DeskAct } from './desk/desk-act.ts'

/** An order to place. */
export interface PlaceOrder extends DeskOrder {
  /** Made by the caller, so that a retry can be distinguished from a second order. */
  readonly orderId: Id<'ord'>
  readonly customerId: Id<'cus'>
  readonly instrumentId: string
  /** It may only make a position smaller (contracts). */
  readonly reduceOnly?: boolean
  /** What the product keeps with the order: letters, digits, dots and dashes. */
  readonly terms?: string
  /** The schedule its fees follow; the one of the instrument's country when left out. */
  readonly feeSchedule?: string
  /**
   * Placed by the system for a customer who cannot be asked (a liquidation): the checks of tickets and of means are left
   * out, and this is the worst price it may fill at. Only acts place such orders.
   */
  readonly system?: { readonly worstPrice: Price }
  /** An open order of the same customer and instrument that ends for it, in the same step, or not at all. */
  readonly replaces?: Id<'ord'>
  readonly receivedAt: Instant
  /** The mount's record of the request; written in the transaction of the order. */
  readonly claim?: IdempotencyClaim | undefined
  /** What the customer will be answered: for the record, computed before the commit. */
  readonly replyOf?: ((outcome: Placed) => StoredAnswer) | undefined
}

export interface Placed {
  readonly kind: 'placed'
  readonly order: Order
  readonly fills: readonly Fill[]
  /** The twin of an OCO. */
  readonly twin: Order | undefined
}

export interface CancelOrder {
  /** Only an order of this product. */
  readonly product?: TradedProduct | undefined
  readonly orderId: Id<'ord'>
  readonly customerId: Id<'cus'>
  readonly receivedAt: Instant
  readonly claim?: IdempotencyClaim | undefined
  readonly replyOf?: ((outcome: Cancelled) => StoredAnswer) | undefined
}

export interface Cancelled {
  readonly kind: 'cancelled'
  /** As it ended; what was filled before stays filled. */
  readonly order: Order
}

/** Newest first; `before` is the `next` of the page before. */
export interface OrderQuery {
  readonly filter: 'open' | 'closed' | 'all'
  /** Only orders of this product. */
  readonly product?: TradedProduct | undefined
  readonly instrumentIds?: readonly string[] | undefined
  readonly before?: string | undefined
  readonly limit: number
}

export interface FillQuery {
  readonly product?: TradedProduct | undefined
  readonly instrumentIds?: readonly string[] | undefined
  /** Only fills from this instant on. */
  readonly since?: Instant | undefined
  /** Only fills before this instant. */
  readonly until?: Instant | undefined
  readonly before?: string | undefined
  readonly limit: number
}

export interface PageOf<Row> {
  readonly rows: readonly Row[]
  readonly next: string | undefined
}

/** What a product reads of all resting orders that open, of every customer. */
export interface RestingTerms {
  readonly orderId: Id<'ord'>
  readonly customerId: Id<'cus'>
  readonly instrumentId: string
  /** What its product keeps with it. */
  readonly terms: string | undefined
  readonly priority: bigint
}

/** A page of them, those with the most priority first; `after` is the last of the page before. */
export interface RestingQuery {
  readonly product?: TradedProduct | undefined
  readonly after?: Pick<RestingTerms, 'priority' | 'orderId'> | undefined
  readonly limit: number
}

/** An order with its whole life. */
export interface OrderLife {
  readonly order: Order
  readonly fills: readonly Fill[]
  readonly events: readonly OrderEvent[]
  /** Exits of a bracket, twin of an OCO, or the entry an exit belongs to. */
  readonly linked: readonly Order[]
}

/** A position with what may be done with it at an instant. */
export interface PositionView extends Position {
  /** quantity − held − locked, never below zero: may be sold now. */
  readonly sellable: Quantity
  readonly held: Quantity
  readonly locked: Quantity
  readonly locks: readonly PositionLock[]
  /** Bought on trade dates that have not settled yet. A fact apart from the lock. */
  readonly unsettled: Quantity
}

/** Sums over a customer's fills and positions, by currency and instrument. Minor units. */
export interface TradingStatistics {
  readonly orders: { readonly open: number; readonly filled: number; readonly cancelled: number }
  readonly instruments: readonly InstrumentResult[]
}

/** What a customer's trades in one instrument came to. */
export interface InstrumentResult {
  readonly instrumentId: string
  readonly realised: bigint
  readonly fees: bigint
  readonly vat: bigint
  readonly bought: bigint
  readonly sold: bigint
  readonly fills: number
}

/** What happened on an earlier day, to be recorded as it would have been: for the history of demo customers. */
export interface PastTrade {
  readonly orderId: Id<'ord'>
  readonly customerId: Id<'cus'>
  readonly instrumentId: string
  readonly side: OrderSide
  readonly quantity: Quantity
  readonly price: Price
  /** Sequence of the candle or print the price is from. */
  readonly sequence: number
  readonly at: Instant
}

/** The desk and what can be asked about its work. */
export interface Trading {
  /**
   * Places an order: answers after the commit that holds its reservation and fills. Refusals are `tradingRejections`
   * or `overloaded`. @throws OutcomeUnknown when the commit's outcome is not known.
   */
  readonly place: (order: PlaceOrder) => Promise<Placed | Rejection>
  readonly cancel: (order: CancelOrder) => Promise<Cancelled | Rejection>
  /** Lets a product act on what the desk keeps for it: see `DeskAct`. @throws OutcomeUnknown as `place` does. */
  readonly act: <Facts, Answer>(act: DeskAct<Facts, Answer>) => Promise<Answer | Rejection>
  /**
   * Books shares that were allotted in an offering as a purchase at its price: payment, position, sell lock and the release
   * of what was held beyond it are one entry. Its hold is used up by it, so that none is booked twice. @throws as `act` does.
   */
  readonly allot: (allotment: Allotment) => Promise<{ readonly at: Instant } | Rejection>
  /** Loads open orders, rebuilds the venue's books, starts the venue. */
  readonly start: () => Promise<void>
  /** Takes no new commands, finishes those waiting, stops the venue. */
  readonly stop: () => Promise<void>
  /**
   * Records past trades with their entries (`details.seed`), oldest first, in a transaction of its own between two
   * batches of the desk. Practice market only.
   */
  readonly recordHistory: (trades: readonly PastTrade[]) => Promise<void>

  readonly findOrder: (db: Db, customerId: Id<'cus'>, orderId: Id<'ord'>) => Promise<OrderLife | undefined>
  readonly listOrders: (db: Db, customerId: Id<'cus'>, query: OrderQuery) => Promise<PageOf<Order>>
  /** Orders of everybody that are open and may open or enlarge a position. */
  readonly listResting: (db: Db, query: RestingQuery) => Promise<readonly RestingTerms[]>
  readonly listFills: (db: Db, customerId: Id<'cus'>, query: FillQuery) => Promise<PageOf<Fill>>
  readonly fillsOfOrders: (db: Db, customerId: Id<'cus'>, orderIds: readonly Id<'ord'>[]) => Promise<readonly Fill[]>
  /** Positions with a quantity, or (with `closed`) every instrument ever owned. */
  readonly positions: (
    db: Db,
    customerId: Id<'cus'>,
    options: {
      readonly at: Instant
      readonly product?: TradedProduct
      readonly closed?: boolean
      readonly instrumentIds?: readonly string[]
    },
  ) => Promise<readonly PositionView[]>
  readonly statistics: (db: Db, customerId: Id<'cus'>, product?: TradedProduct) => Promise<TradingStatistics>
  /** What a customer's fills of a product came to from an instant to another (apart), by currency. */
  readonly volumes: (
    db: Db,
    customerId: Id<'cus'>,
    window: { readonly from: Instant; readonly until: Instant; readonly product?: TradedProduct },
  ) => Promise<readonly Money[]>
  /**
   * Lifts the sell locks that one customer has now, of everything they own, between two batches of the desk: a day passes for
   * them, not for the market. In the practice market alone; the database refuses it elsewhere. `record` writes what belongs
   * to it in its transaction; where nothing is locked it is not called. @returns of how many holdings.
   */
  readonly passLocks: (
    customerId: Id<'cus'>,
    at: Instant,
    record: (tx: Tx, holdings: number) => Promise<void>,
  ) => Promise<number>
  /** What sales brought that has not settled yet, by currency and day. Posted already: part of the balance. */
  readonly settling: (
    db: Db,
    customerId: Id<'cus'>,
    at: Instant,
  ) => Promise<readonly { readonly amount: Money; readonly on: string }[]>
}

/** Trading as one product sees it: it finds, lists and cancels orders of its own only. */
export function tradingOf(trading: Trading, product: TradedProduct): Trading {
  return {
    ...trading,
    cancel: (order) => trading.cancel({ ...order, product }),
    findOrder: async (db, customerId, orderId) => {
      const life = await trading.findOrder(db, customerId, orderId)
      return life?.order.product === product ? life : undefined
    },
    listOrders: (db, customerId, query) => trading.listOrders(db, customerId, { ...query, product }),
    listResting: (db, query) => trading.listResting(db, { ...query, product }),
    listFills: (db, customerId, query) => trading.listFills(db, customerId, { ...query, product }),
    positions: (db, customerId, query) => trading.positions(db, customerId, { ...query, product }),
    statistics: (db, customerId) => trading.statistics(db, customerId, product),
    volumes: (db, customerId, window) => trading.volumes(db, customerId, { ...window, product }),
  }
}

/** Thrown when nobody can say whether a command had its effect: the answer is a 5xx, a retry with the same key settles it. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
}

/** States of orders that can still do something, for queries. */
export const openStates: readonly OrderState[] = ['waiting', 'pending-trigger', 'open', 'partially-filled']
