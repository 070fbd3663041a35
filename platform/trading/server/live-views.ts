import type { DeltaOf } from '@bolsillo/contract'
import { writeDecimal, writeMoney } from '@bolsillo/kernel'
import type { ordersChannel, positionsChannel } from '../contract/index.ts'
import type { Order, Position, TradedInstrument } from '../domain/index.ts'
import { type DeskWorld, productOfOrder } from './desk/desk-world.ts'

/** Outbox topic of this room: which orders and positions of which customers a batch changed. A subscriber reads them. */
export const tradingChangedTopic = 'trading.changed'

/** Payload of that topic, by customer: ids of orders, and instruments whose position moved. */
export type TradingChanged = {
  readonly customers: Readonly<
    Record<string, { readonly orders: readonly string[]; readonly positions: readonly string[] }>
  >
}

/** An order as the private stream shows it. */
export function liveOrder(
  world: Pick<DeskWorld, 'products'>,
  order: Order,
  instrument: TradedInstrument,
): DeltaOf<typeof ordersChannel> {
  const { scale } = instrument
  const price = (units: bigint): string => writeDecimal(units, scale.priceScale)
  const quantity = (units: bigint): string => writeDecimal(units, scale.quantityScale)
  const held = productOfOrder(world, order).held(order, instrument)
  const linked = order.twinId ?? order.parentId
  return {
    orderId: order.orderId,
    product: order.product,
    symbol: order.instrumentId,
    side: order.side,
    type: order.type,
    timeInForce: order.timeInForce,
    state: order.state,
    ...(order.quantity === undefined ? {} : { quantity: quantity(order.quantity) }),
    ...(order.amount === undefined ? {} : { amount: writeMoney(order.amount) }),
    ...(order.limitPrice === undefined ? {} : { limitPrice: price(order.limitPrice) }),
    ...(order.stopPrice === undefined ? {} : { stopPrice: price(order.stopPrice) }),
    filledQuantity: quantity(order.filledQuantity),
    filledAmount: writeMoney(order.filledAmount),
    fee: writeMoney(order.fee),
    vat: writeMoney(order.vat),
    held: writeDecimal(order.held, held.asset.scale),
    ...(linked === undefined ? {} : { linkedOrderId: linked }),
    ...(order.endReason === undefined ? {} : { endReason: order.endReason }),
    receivedAt: order.receivedAt,
    updatedAt: order.updatedAt,
  }
}

/** A position as the private stream shows it. */
export function livePosition(position: Position, { scale }: TradedInstrument): DeltaOf<typeof positionsChannel> {
  return {
    symbol: position.instrumentId,
    quantity: writeDecimal(position.quantity, scale.quantityScale),
    cost: writeMoney(position.cost),
    realised: writeMoney(position.realised),
    updatedAt: position.updatedAt,
  }
}
