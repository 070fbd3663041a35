import { field, z } from '@bolsillo/contract'
import { generatedFigures, marketRowShape } from '@bolsillo/market/contract'
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
 * the first price of them, and `change` the last price less it.
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
