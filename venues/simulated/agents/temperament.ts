import { hashText, mix32 } from '@bolsillo/kernel'

/** How an instrument's agents behave, from its liquidity class and price. Published: nothing else steers them. */
export interface Temperament {
  /** How often the agents look, in milliseconds. */
  readonly stepMs: number
  /** Takers' orders a second at average busyness. */
  readonly tradesPerSecond: number
  /** Half the spread makers aim at, as a share of the price, in calm hours. */
  readonly halfSpread: number
  /** Distance between a maker's price levels behind its best, as a share of the price. */
  readonly spacing: number
  /** Average size of a taker's order, as an amount in the quote currency. */
  readonly tradeAmount: number
  /** Large orders worked in slices, a day. */
  readonly parentsPerDay: number
}

const bps = 0.0001
const byLiquidity: readonly Temperament[] = [
  { stepMs: 3200, tradesPerSecond: 0.05, halfSpread: 14 * bps, spacing: 9 * bps, tradeAmount: 3000, parentsPerDay: 1 },
  { stepMs: 1600, tradesPerSecond: 0.18, halfSpread: 8 * bps, spacing: 5 * bps, tradeAmount: 4500, parentsPerDay: 2 },
  { stepMs: 800, tradesPerSecond: 0.6, halfSpread: 4.5 * bps, spacing: 3 * bps, tradeAmount: 6500, parentsPerDay: 4 },
  {
    stepMs: 400,
    tradesPerSecond: 1.6,
    halfSpread: 2.4 * bps,
    spacing: 1.6 * bps,
    tradeAmount: 8500,
    parentsPerDay: 7,
  },
  {
    stepMs: 200,
    tradesPerSecond: 4.5,
    halfSpread: 1.1 * bps,
    spacing: 0.9 * bps,
    tradeAmount: 14_000,
    parentsPerDay: 12,
  },
]

// Coins trade all day and all night, at a calmer pace; a contract as its coin. One row a class, as above.
const ofCoins: readonly Temperament[] = [
  { stepMs: 6000, tradesPerSecond: 0.02, halfSpread: 12 * bps, spacing: 9 * bps, tradeAmount: 400, parentsPerDay: 2 },
  { stepMs: 4000, tradesPerSecond: 0.06, halfSpread: 6 * bps, spacing: 4 * bps, tradeAmount: 700, parentsPerDay: 4 },
  { stepMs: 2000, tradesPerSecond: 0.25, halfSpread: 3 * bps, spacing: 2.5 * bps, tradeAmount: 1200, parentsPerDay: 8 },
  {
    stepMs: 1000,
    tradesPerSecond: 0.8,
    halfSpread: 1.2 * bps,
    spacing: 1.4 * bps,
    tradeAmount: 2200,
    parentsPerDay: 16,
  },
  {
    stepMs: 500,
    tradesPerSecond: 2.2,
    halfSpread: 0.5 * bps,
    spacing: 0.7 * bps,
    tradeAmount: 3500,
    parentsPerDay: 30,
  },
]

/** Seconds in which an average day's volume trades. */
export const sessionSeconds = 23_400
export const coinDaySeconds = 86_400

/**
 * The temperament of an instrument. `currencyFactor` turns the table's amounts, which are in dollars, into the quote
 * currency. Two instruments of a class differ by a fixed third either way, so that a market is not a row of twins.
 */
export function temperamentOf(
  id: string,
  liquidity: number,
  currencyFactor: number,
  kind: 'shares' | 'coins' = 'shares',
): Temperament {
  const table = kind === 'coins' ? ofCoins : byLiquidity
  const base = table[Math.min(5, Math.max(1, Math.round(liquidity))) - 1] ?? fallback
  const own = 0.75 + (0.5 * mix32(hashText(id))) / 4294967296
  return {
    ...base,
    tradesPerSecond: base.tradesPerSecond * own,
    halfSpread: base.halfSpread / own,
    tradeAmount: base.tradeAmount * currencyFactor * own,
  }
}

// The table has a row for every class; the middle one satisfies the compiler.
const fallback: Temperament = {
  stepMs: 800,
  tradesPerSecond: 0.6,
  halfSpread: 4.5 * bps,
  spacing: 3 * bps,
  tradeAmount: 6500,
  parentsPerDay: 4,
}
