import { type Id, type Instant, idOf, instant, type Money, money, present, priceOf, quantityOf } from '@bolsillo/kernel'
import {
  type EndReason,
  type Fill,
  type Order,
  type OrderEvent,
  type OrderEventKind,
  type OrderSide,
  type OrderState,
  type OrderType,
  type PairFilled,
  type Position,
  type PositionLock,
  quoteAssets,
  type TimeInForce,
  type TradedProduct,
} from '../../domain/index.ts'

// Rows as PostgreSQL gives them, and what they mean. The column names are those of the migration.

export interface OrderRow {
  readonly order_id: string
  readonly customer_id: string
  readonly product: TradedProduct
  readonly venue: string
  readonly instrument_id: string
  readonly side: OrderSide
  readonly type: OrderType
  readonly time_in_force: TimeInForce
  readonly post_only: boolean
  readonly reduce_only: boolean
  readonly terms: string | null
  readonly currency: string
  readonly amount: bigint | null
  readonly limit_price: bigint | null
  readonly stop_price: bigint | null
  readonly take_profit: bigint | null
  readonly stop_loss: bigint | null
  readonly parent_id: string | null
  readonly twin_id: string | null
  readonly fee_schedule: string
  readonly bid_at_receipt: bigint | null
  readonly ask_at_receipt: bigint | null
  readonly quote_sequence: bigint | null
  readonly received_at: bigint
  readonly accepted_at: bigint
  readonly expires_at: bigint | null
  readonly state: OrderState
  readonly quantity: bigint | null
  readonly worst_price: bigint
  readonly active_from: bigint | null
  readonly filled_quantity: bigint
  readonly filled_exact: string
  readonly taker_exact: string
  readonly filled_amount: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly pair_filled: string | null
  readonly hold_id: string | null
  readonly held: bigint
  readonly first_fill_at: bigint | null
  readonly last_fill_at: bigint | null
  readonly ended_at: bigint | null
  readonly end_reason: EndReason | null
  readonly priority: bigint
  readonly updated_at: bigint
}

const time = (ms: bigint): Instant => instant(Number(ms))
const maybe = <From, To>(value: From | null, read: (value: From) => To): To | undefined =>
  value === null ? undefined : read(value)
const cash = (minor: bigint, code: string): Money => money(minor, present(quoteAssets[code], `asset ${code}`))

/** `Σ price × quantity . what of it was taken . fee . VAT`. */
function pairFilledOf(text: string): PairFilled {
  const [exact, takerExact, fee, vat] = text.split('.').map(BigInt)
  const read = (part: bigint | undefined): bigint => present(part, `a part of ${text}`)
  return { exact: read(exact), takerExact: read(takerExact), fee: read(fee), vat: read(vat) }
}

/** What the other leg of a pair was filled, as it is kept; undefined for almost all orders. */
export function pairFilledText({ pairFilled }: Pick<Order, 'pairFilled'>): string | undefined {
  if (pairFilled === undefined) return undefined
  const { exact, takerExact, fee, vat } = pairFilled
  return [exact, takerExact, fee, vat].join('.')
}

/** The order of a row. */
export function orderOf(row: OrderRow): Order {
  const asOrderId = (text: string): Id<'ord'> => idOf('ord', text)
  return {
    orderId: idOf('ord', row.order_id),
    customerId: idOf('cus', row.customer_id),
    product: row.product,
    venue: row.venue,
    instrumentId: row.instrument_id,
    side: row.side,
    type: row.type,
    timeInForce: row.time_in_force,
    postOnly: row.post_only,
    reduceOnly: row.reduce_only,
    terms: row.terms ?? undefined,
    state: row.state,
    quantity: maybe(row.quantity, quantityOf),
    amount: maybe(row.amount, (minor) => cash(minor, row.currency)),
    limitPrice: maybe(row.limit_price, priceOf),
    stopPrice: maybe(row.stop_price, priceOf),
    worstPrice: priceOf(row.worst_price),
    takeProfit: maybe(row.take_profit, priceOf),
    stopLoss: maybe(row.stop_loss, priceOf),
    parentId: maybe(row.parent_id, asOrderId),
    twinId: maybe(row.twin_id, asOrderId),
    activeFrom: maybe(row.active_from, time),
    filledQuantity: quantityOf(row.filled_quantity),
    filledExact: BigInt(row.filled_exact),
    takerExact: BigInt(row.taker_exact),
    filledAmount: cash(row.filled_amount, row.currency),
    fee: cash(row.fee, row.currency),
    vat: cash(row.vat, row.currency),
    pairFilled: maybe(row.pair_filled, pairFilledOf),
    feeSchedule: row.fee_schedule,
    holdId: maybe(row.hold_id, (text) => idOf('hld', text)),
    held: row.held,
    bidAtReceipt: maybe(row.bid_at_receipt, priceOf),
    askAtReceipt: maybe(row.ask_at_receipt, priceOf),
    quoteSequence: maybe(row.quote_sequence, Number),
    receivedAt: time(row.received_at),
    acceptedAt: time(row.accepted_at),
    firstFillAt: maybe(row.first_fill_at, time),
    lastFillAt: maybe(row.last_fill_at, time),
    expiresAt: maybe(row.expires_at, time),
    endedAt: maybe(row.ended_at, time),
    endReason: row.end_reason ?? undefined,
    priority: row.priority,
    updatedAt: time(row.updated_at),
  }
}

export interface FillRow {
  readonly fill_id: string
  readonly order_id: string
  readonly customer_id: string
  readonly product: TradedProduct
  readonly instrument_id: string
  readonly side: OrderSide
  readonly price: bigint
  readonly quantity: bigint
  readonly currency: string
  readonly amount: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly liquidity: 'maker' | 'taker'
  readonly source: string
  readonly sequence: bigint
  readonly entry_id: string
  readonly entry_seq: bigint
  readonly filled_at: bigint
  readonly settles_on: string
  readonly sellable_at: bigint
}

/** The fill of a row. */
export function fillOf(row: FillRow): Fill {
  return {
    fillId: idOf('fil', row.fill_id),
    orderId: idOf('ord', row.order_id),
    customerId: idOf('cus', row.customer_id),
    product: row.product,
    instrumentId: row.instrument_id,
    side: row.side,
    price: priceOf(row.price),
    quantity: quantityOf(row.quantity),
    amount: cash(row.amount, row.currency),
    fee: cash(row.fee, row.currency),
    vat: cash(row.vat, row.currency),
    liquidity: row.liquidity,
    source: row.source,
    sequence: Number(row.sequence),
    entryId: idOf('ent', row.entry_id),
    entrySeq: row.entry_seq,
    at: time(row.filled_at),
    settlesOn: row.settles_on,
    sellableAt: time(row.sellable_at),
  }
}

export interface EventRow {
  readonly order_id: string
  readonly number: number
  readonly kind: OrderEventKind
  readonly happened_at: bigint
  readonly price: bigint | null
  readonly quantity: bigint | null
  readonly amount: bigint | null
  readonly sequence: bigint | null
  readonly entry_id: string | null
  readonly reason: EndReason | null
}

/** The step of an order's life in a row. */
export function eventOf(row: EventRow): OrderEvent {
  return {
    orderId: idOf('ord', row.order_id),
    number: row.number,
    kind: row.kind,
    at: time(row.happened_at),
    ...(row.price === null ? {} : { price: priceOf(row.price) }),
    ...(row.quantity === null ? {} : { quantity: quantityOf(row.quantity) }),
    ...(row.amount === null ? {} : { amount: row.amount }),
    ...(row.sequence === null ? {} : { sequence: Number(row.sequence) }),
    ...(row.entry_id === null ? {} : { entryId: idOf('ent', row.entry_id) }),
    ...(row.reason === null ? {} : { reason: row.reason }),
  }
}

export interface PositionRow {
  readonly customer_id: string
  readonly instrument_id: string
  readonly quantity: bigint
  readonly currency: string
  readonly cost: bigint
  readonly realised: bigint
  readonly fees: bigint
  readonly vat: bigint
  readonly opened_at: bigint
  readonly updated_at: bigint
}

/** The position of a row. */
export function positionOf(row: PositionRow): Position {
  return {
    customerId: idOf('cus', row.customer_id),
    instrumentId: row.instrument_id,
    quantity: quantityOf(row.quantity),
    cost: cash(row.cost, row.currency),
    realised: cash(row.realised, row.currency),
    fees: cash(row.fees, row.currency),
    vat: cash(row.vat, row.currency),
    openedAt: time(row.opened_at),
    updatedAt: time(row.updated_at),
  }
}

export interface LockRow {
  readonly customer_id: string
  readonly instrument_id: string
  readonly sellable_at: bigint
  readonly quantity: bigint
}

/** The lock of a row. */
export function lockOf(row: LockRow): PositionLock {
  return {
    customerId: idOf('cus', row.customer_id),
    instrumentId: row.instrument_id,
    sellableAt: time(row.sellable_at),
    quantity: quantityOf(row.quantity),
  }
}
