import { field, z } from '@bolsillo/contract'
import { generatedFigures, marketRowShape, quoteShape } from '@bolsillo/market/contract'
import { tradingRulesShape } from '@bolsillo/trading/contract'

// What the market of coins answers. Prices and quantities are decimal text in the instrument's own scales; times are
// epoch milliseconds.

/** What is traded: coins (`spot`), or contracts on them that never end (`contract`). */
export const coinProducts = ['spot', 'contract'] as const
export type CoinProduct = (typeof coinProducts)[number]

/** What coins are traded against. `USD` and `ETH` are known from recordings only. */
export const coinQuotes = ['USDT', 'MXN', 'USD', 'ETH'] as const

/**
 * The last 24 hours, from candles of minutes, beginning with the five minutes that hold the moment 24 hours ago. `open` is
 * what the change of the quote counts from, too, and `change` the last price less it.
 */
export const day24Shape = z.object({
  open: field.decimal,
  high: field.decimal,
  low: field.decimal,
  change: field.signedDecimal,
  changePercent: field.signedDecimal,
  /** In coins, and what they came to in the currency. */
  volume: field.decimal,
  turnover: field.decimal,
  from: field.at,
  /** The candles behind these figures that were generated: all, or some. */
  generated: z.optional(generatedFigures),
})

/** A coin or a contract as a list shows it. */
export const coinRowShape = z.object({
  ...marketRowShape.shape,
  product: z.enum(coinProducts),
  /** The coin itself: `BTC`. */
  base: z.string(),
  /** Of a contract: the coin whose index it follows. Of a coin: the contract on it, where there is one. */
  underlying: z.optional(z.string()),
  contract: z.optional(z.string()),
  /** Left out while nothing traded in 24 hours. */
  day24: z.optional(day24Shape),
  /** Whether the caller follows it; false without a session. */
  followed: z.boolean(),
})

/** Who it is and by which rules it trades; nothing that changes from one moment to the next. */
export const coinInfoShape = z.object({
  symbol: z.string(),
  ticker: z.string(),
  name: z.string(),
  product: z.enum(coinProducts),
  base: z.string(),
  currency: z.string(),
  underlying: z.optional(z.string()),
  contract: z.optional(z.string()),
  rules: tradingRulesShape,
})

/** One coin or contract whole. */
export const coinTickerShape = z.object({ ...coinRowShape.shape, rules: tradingRulesShape })

/** A tier of the published schedule: what trading costs once so much was traded in thirty days. */
export const tierShape = z.object({
  tier: z.number(),
  /** From this volume on, USDT over thirty days. */
  volumeMin: field.decimal,
  makerBps: z.number(),
  takerBps: z.number(),
})

/** The tier a customer is in today, and what is missing to the next. Set anew at 00:00 UTC. */
export const ownTierShape = z.object({
  tier: z.number(),
  makerBps: z.number(),
  takerBps: z.number(),
  vatBps: z.number(),
  /** What the customer's own fills of thirty days came to, in USDT. */
  volume: field.decimal,
  /** The thirty days end here; the next look is a day later. */
  until: field.at,
  /** Absent in the last tier. */
  next: z.optional(
    z.object({
      tier: z.number(),
      volumeMin: field.decimal,
      makerBps: z.number(),
      takerBps: z.number(),
      /** What must still be traded within thirty days. */
      distance: field.decimal,
    }),
  ),
})

/** What was bought of a coin here and is still there, over all its markets, at average cost with commission and VAT. */
export const coinCostShape = z.object({
  symbol: z.string(),
  currency: z.string(),
  quantity: field.decimal,
  cost: field.decimal,
  /** For showing: six decimals at most. Absent when nothing bought here is left. */
  averageCost: z.optional(field.decimal),
  value: z.optional(field.decimal),
  unrealised: z.optional(field.signedDecimal),
  unrealisedPercent: z.optional(field.signedDecimal),
  realised: field.signedDecimal,
  fees: field.decimal,
  vat: field.decimal,
})

/** What a customer has of a coin, or of the cash of the spot market. */
export const coinAssetShape = z.object({
  asset: z.string(),
  name: z.string(),
  scale: z.number(),
  total: field.decimal,
  available: field.decimal,
  /** Set aside for open orders and withdrawals. */
  held: field.decimal,
  /** The market it is valued in; absent for USDT itself and where there is none. */
  symbol: z.optional(z.string()),
  quote: z.optional(quoteShape),
  /** What it is worth, in USDT; absent without a price. */
  value: z.optional(field.decimal),
  /** How much of it came in ways that have no price here (a deposit, a conversion): its cost is not known. */
  costUnknown: field.decimal,
  /** At most one: the cost is one over all markets of the coin. */
  costs: z.array(coinCostShape),
})
