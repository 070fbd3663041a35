import { defineChannel, field, z } from '@bolsillo/contract'
import { endReasons, orderStates } from '../domain/order.ts'
import { tradedProducts } from '../domain/traded-instrument.ts'

export * from '../domain/rejections.ts'
export * from './market-side-call.ts'
export * from './order-calls.ts'
export * from './own-orders.ts'
export * from './wire-shapes.ts'

/** An order on the private stream, in decimals of its instrument. */
export const liveOrderShape = z.object({
  orderId: z.string(),
  product: z.enum(tradedProducts),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  type: z.enum(['market', 'limit', 'stop', 'stop-limit']),
  timeInForce: z.enum(['day', 'gtc', 'ioc', 'fok']),
  state: z.enum(orderStates),
  quantity: z.optional(field.decimal),
  amount: z.optional(field.decimal),
  limitPrice: z.optional(field.decimal),
  stopPrice: z.optional(field.decimal),
  filledQuantity: field.decimal,
  filledAmount: field.decimal,
  fee: field.decimal,
  vat: field.decimal,
  /** What is still reserved: money of a purchase, shares or coins of a sale, margin of a contract. */
  held: field.decimal,
  linkedOrderId: z.optional(z.string()),
  endReason: z.optional(z.enum(endReasons)),
  receivedAt: field.at,
  updatedAt: field.at,
})

/** The customer's open orders, then every change of one of them (also the one that ends it). */
export const ordersChannel = defineChannel({
  name: 'orders',
  audience: 'customer',
  snapshot: z.object({ orders: z.array(liveOrderShape) }),
  delta: liveOrderShape,
  conflation: 'sequence',
})

/** A position on the private stream. */
export const livePositionShape = z.object({
  symbol: z.string(),
  quantity: field.decimal,
  cost: field.decimal,
  realised: field.signedDecimal,
  updatedAt: field.at,
})

/** The customer's positions, then every change of one. */
export const positionsChannel = defineChannel({
  name: 'positions',
  audience: 'customer',
  snapshot: z.object({ positions: z.array(livePositionShape) }),
  delta: livePositionShape,
  conflation: 'sequence',
})
