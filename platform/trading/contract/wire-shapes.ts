import { field, z } from '@bolsillo/contract'
import { sides } from '@bolsillo/market/contract'
import { endReasons, orderEventKinds, orderStates } from '../domain/order.ts'

// What calls of every product answer about orders, as shapes. Amounts, prices and quantities are decimal text; times are
// epoch milliseconds.

/** `oco` sells a position with two exits, a profit limit and a stop: when one fills, the other is cancelled. */
export const ticketTypes = ['market', 'limit', 'stop', 'stop-limit', 'oco'] as const
/** An OCO becomes two orders, a limit and a stop, that name each other. */
export const orderTypes = ['market', 'limit', 'stop', 'stop-limit'] as const
export const timesInForce = ['day', 'gtc', 'ioc', 'fok'] as const

/** Everything an order form must know of an instrument. Decimal text, in the instrument's own scales. */
export const tradingRulesShape = z.object({
  symbol: z.string(),
  currency: z.string(),
  priceScale: z.number(),
  quantityScale: z.number(),
  ticks: z.array(z.object({ from: field.decimal, tick: field.decimal })),
  /** Whole orders move in steps of this. */
  lot: field.decimal,
  fractional: z.boolean(),
  quantityMin: field.decimal,
  quantityMax: field.decimal,
  settlementDays: z.number(),
  sellLockDays: z.number(),
  needsVip: z.boolean(),
  listed: z.boolean(),
})

/** A published schedule: fee in basis points of the amount, at least `feeMin`; VAT in basis points of the fee. */
export const feeScheduleShape = z.object({
  id: z.string(),
  country: z.string(),
  feeBps: z.number(),
  /** For fills of an order that waited in the book, where that costs less. */
  makerBps: z.optional(z.number()),
  feeMin: field.decimal,
  vatBps: z.number(),
  currency: z.string(),
  effectiveFrom: z.string(),
})

export const orderShape = z.object({
  orderId: z.string(),
  symbol: z.string(),
  ticker: z.string(),
  name: z.string(),
  currency: z.string(),
  side: z.enum(sides),
  type: z.enum(orderTypes),
  timeInForce: z.enum(timesInForce),
  /** Only ever waits in the book, never takes from it. */
  postOnly: z.boolean(),
  state: z.enum(orderStates),
  /** Shares or coins asked for; absent when the order was sized by amount. */
  quantity: z.optional(field.decimal),
  /** Money asked for; absent when the order was sized by quantity. */
  amount: z.optional(field.decimal),
  limitPrice: z.optional(field.decimal),
  stopPrice: z.optional(field.decimal),
  takeProfitPrice: z.optional(field.decimal),
  stopLossPrice: z.optional(field.decimal),
  /** The entry of the bracket this exit belongs to. */
  parentOrderId: z.optional(z.string()),
  /** The other of two orders of which only one may fill. */
  twinOrderId: z.optional(z.string()),
  filledQuantity: field.decimal,
  /** Six decimals at most; for showing. */
  averagePrice: z.optional(field.decimal),
  filledAmount: field.decimal,
  fee: field.decimal,
  vat: field.decimal,
  /** Still set aside for what is left to fill: money (buys), shares or coins (sells). */
  held: field.decimal,
  /** Why the order ended without being filled whole. */
  endReason: z.optional(z.enum(endReasons)),
  /** Present where the order was made up for the demonstration: it never came to the desk. */
  madeUp: z.optional(z.boolean()),
  /** Present while the order waits for the opening, taken before it: when it goes to the venue. */
  opensAt: z.optional(field.at),
  receivedAt: field.at,
  updatedAt: field.at,
})

/** What a fill of every product says. */
export const fillFields = {
  fillId: z.string(),
  orderId: z.string(),
  symbol: z.string(),
  side: z.enum(sides),
  price: field.decimal,
  quantity: field.decimal,
  fee: field.decimal,
  vat: field.decimal,
  liquidity: z.enum(['maker', 'taker']),
  /** The venue and the sequence of its book the fill came from. */
  source: z.string(),
  sequence: z.number(),
  /** The gap-free number of the journal entry that moved what was traded. */
  entrySeq: z.string(),
  entryId: z.string(),
  at: field.at,
}

export const fillShape = z.object({
  ...fillFields,
  amount: field.decimal,
  currency: z.string(),
  settlesOn: z.string(),
  sellableAt: field.at,
})

/** One step of an order's life, in order of time; `settles` is the day to come. */
export const orderEventShape = z.object({
  kind: z.enum([...orderEventKinds, 'settles']),
  at: z.optional(field.at),
  /** For `settles`: the day, and from when the shares may be sold. */
  on: z.optional(z.string()),
  sellableAt: z.optional(field.at),
  done: z.boolean(),
  /** Money or shares reserved, released or paid. */
  amount: z.optional(field.decimal),
  price: z.optional(field.decimal),
  quantity: z.optional(field.decimal),
  sequence: z.optional(z.number()),
  entryId: z.optional(z.string()),
  entrySeq: z.optional(z.string()),
  reason: z.optional(z.enum(endReasons)),
})

/** What a sale sold had cost, fill by fill: with the fills it gives what came in net and what was gained (`saleOf`). */
export const saleShape = z.object({
  parts: z.array(
    z.object({
      fillId: z.string(),
      /** How much of it was bought here. The rest came without a price (a deposit): its cost is not known. */
      known: field.decimal,
      /** What that had cost on average, fees and VAT included, in the money it was paid in. */
      cost: z.array(z.object({ currency: z.string(), amount: field.decimal })),
    }),
  ),
})

/** How well the order was carried out, all derived from the order's and fills' own rows. */
export const executionQualityShape = z.object({
  /** Middle of best bid and ask when the order was received. */
  midAtReceipt: z.optional(field.decimal),
  /** 2 × side × (average − mid) / mid, in basis points, one decimal. Below zero is better than the mid. */
  effectiveSpreadBps: z.optional(field.signedDecimal),
  /** Against the best opposite price at receipt (market) or the limit (limit), in percent, two decimals. */
  slippagePercent: z.optional(field.signedDecimal),
  /** From receipt to the first fill, and to the answer, in milliseconds with up to three decimals. */
  firstFillMs: z.optional(z.string()),
  acceptedMs: z.optional(z.string()),
  venue: z.string(),
})

export const lockShape = z.object({ quantity: field.decimal, sellableAt: field.at })

/** What can be spent in one currency. */
export const buyingPowerShape = z.object({ currency: z.string(), available: field.decimal, held: field.decimal })
