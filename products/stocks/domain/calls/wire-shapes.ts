import { field, z } from '@bolsillo/contract'
import { instrumentKinds, quoteShape, sides } from '@bolsillo/market/contract'
import type { SectorKey } from '@bolsillo/market/domain'
import { endReasons, orderEventKinds, orderStates } from '@bolsillo/trading/domain'

export {
  bookShape,
  candleShape,
  intervals,
  printShape,
  quoteShape,
  sessionStates,
  sides,
} from '@bolsillo/market/contract'

// What the calls of this room answer, as shapes. Amounts, prices and quantities are decimal text; times are epoch
// milliseconds. Every price names its source, its sequence in that source, and its time, and says when it is stale.

/** The specification's markets: `IN` reads as inland (the home market, Mexico); `US` is the other (decision 13). */
export const stockCountries = ['IN', 'US'] as const
export type StockCountry = (typeof stockCountries)[number]

/** `oco` sells a position with two exits, a profit limit and a stop: when one fills, the other is cancelled. */
export const ticketTypes = ['market', 'limit', 'stop', 'stop-limit', 'oco'] as const
/** An OCO becomes two orders, a limit and a stop, that name each other. */
export const orderTypes = ['market', 'limit', 'stop', 'stop-limit'] as const
export const timesInForce = ['day', 'gtc', 'ioc', 'fok'] as const

export const sectorShape = z.custom<SectorKey>((value) => typeof value === 'string')

/** An instrument as a list shows it: who it is, what it does today, and a line of its latest closes. */
export const instrumentRowShape = z.object({
  symbol: z.string(),
  ticker: z.string(),
  name: z.string(),
  kind: z.enum(instrumentKinds),
  stockCountry: z.enum([...stockCountries, 'XX']),
  /** A key of the market's sectors; its words are the market room's. */
  sector: sectorShape,
  currency: z.string(),
  /** How many decimals its prices are shown with. */
  priceDecimals: z.number(),
  quote: z.optional(quoteShape),
  /** Up to 32 closes of the day so far, oldest first; the day before's while today has none. */
  spark: z.array(field.decimal),
})

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
  state: z.enum(orderStates),
  /** Shares asked for; absent when the order was sized by amount. */
  quantity: z.optional(field.decimal),
  /** Money asked for; absent when the order was sized by shares. */
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
  /** Still set aside for what is left to fill: money (buys) or shares (sells). */
  held: field.decimal,
  /** Why the order ended without being filled whole. */
  endReason: z.optional(z.enum(endReasons)),
  receivedAt: field.at,
  updatedAt: field.at,
})

export const fillShape = z.object({
  fillId: z.string(),
  orderId: z.string(),
  symbol: z.string(),
  side: z.enum(sides),
  price: field.decimal,
  quantity: field.decimal,
  amount: field.decimal,
  fee: field.decimal,
  vat: field.decimal,
  currency: z.string(),
  liquidity: z.enum(['maker', 'taker']),
  /** The venue and the sequence of its book the fill came from. */
  source: z.string(),
  sequence: z.number(),
  /** The gap-free number of the journal entry that moved the money and the shares. */
  entrySeq: z.string(),
  entryId: z.string(),
  at: field.at,
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

export const positionShape = z.object({
  symbol: z.string(),
  ticker: z.string(),
  name: z.string(),
  stockCountry: z.enum(stockCountries),
  currency: z.string(),
  priceDecimals: z.number(),
  quantity: field.decimal,
  /** May be sold now. */
  sellable: field.decimal,
  /** Waits in open sell orders. */
  held: field.decimal,
  /** Bought, but not to be sold yet (T+1), with the time each part unlocks. */
  locked: field.decimal,
  locks: z.array(lockShape),
  /** Bought, but the exchange has not settled it yet. A fact apart from the lock. */
  unsettled: field.decimal,
  /** Average cost a share, fees and VAT included, six decimals at most. */
  averageCost: field.decimal,
  cost: field.decimal,
  value: z.optional(field.decimal),
  unrealised: z.optional(field.signedDecimal),
  unrealisedPercent: z.optional(field.signedDecimal),
  /** Gain or loss since the previous close of what was held then, and since its purchase of what was bought today. */
  today: z.optional(field.signedDecimal),
  todayPercent: z.optional(field.signedDecimal),
  realised: field.signedDecimal,
  quote: z.optional(quoteShape),
})

/** Sums of one currency, and of both in pesos at the middle of USD/MXN. */
export const incomeShape = z.object({
  currency: z.string(),
  cash: field.decimal,
  cashHeld: field.decimal,
  value: field.decimal,
  cost: field.decimal,
  unrealised: field.signedDecimal,
  realised: field.signedDecimal,
  fees: field.decimal,
  vat: field.decimal,
  today: field.signedDecimal,
  todayPercent: field.signedDecimal,
})

/** What can be spent in one currency. */
export const buyingPowerShape = z.object({ currency: z.string(), available: field.decimal, held: field.decimal })

/** A conversion as quoted: good until `expiresAt`, executed by its id at exactly these amounts. */
export const conversionShape = z.object({
  quoteId: z.string(),
  sourceCurrency: z.string(),
  sourceAmount: field.decimal,
  targetCurrency: z.string(),
  targetAmount: field.decimal,
  /** Middle of USD/MXN the quote was made from, with where and when it was read. */
  mid: field.decimal,
  midSource: z.string(),
  midSequence: z.number(),
  midAt: field.at,
  spreadBps: z.number(),
  /** What the spread comes to, in the source currency: our charge, nothing else is charged. */
  charge: field.decimal,
  /** What is below the smallest unit, at most one: to the rounding account, on a line of its own. */
  rounding: field.decimal,
  expiresAt: field.at,
})

/** A journal entry as its hash was taken: whoever has `canonical` and `previousHash` can compute `hash`. */
export const receiptEntryShape = z.object({
  seq: z.string(),
  entryId: z.string(),
  canonical: z.string(),
  previousHash: z.string(),
  hash: z.string(),
})
