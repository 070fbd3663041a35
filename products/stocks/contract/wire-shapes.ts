import { field, z } from '@bolsillo/contract'
import { marketRowShape, quoteShape } from '@bolsillo/market/contract'
import { lockShape } from '@bolsillo/trading/contract'

export {
  bookShape,
  candleShape,
  intervals,
  printShape,
  quoteShape,
  sessionStates,
  sides,
} from '@bolsillo/market/contract'

export {
  buyingPowerShape,
  executionQualityShape,
  feeScheduleShape,
  fillShape,
  lockShape,
  orderEventShape,
  orderShape,
  orderTypes,
  ticketTypes,
  timesInForce,
  tradingRulesShape,
} from '@bolsillo/trading/contract'

// What the calls of this room answer, as shapes. Amounts, prices and quantities are decimal text; times are epoch
// milliseconds. Every price names its source, its sequence in that source, and its time, and says when it is stale.

/** The specification's markets: `IN` reads as inland (the home market, Mexico); `US` is the other (decision 13). */
export const stockCountries = ['IN', 'US'] as const
export type StockCountry = (typeof stockCountries)[number]

export const sectorShape = marketRowShape.shape.sector

/** An instrument as a list shows it. */
export const instrumentRowShape = z.object({
  ...marketRowShape.shape,
  stockCountry: z.enum([...stockCountries, 'XX']),
})

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
