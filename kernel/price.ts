import { divide, powerOfTen, type Rounding, rescale } from './decimal.ts'
import { type Asset, type Money, money } from './money.ts'

declare const priceBrand: unique symbol
declare const quantityBrand: unique symbol

/** A price: an integer count of 10^-priceScale of the quote currency. The instrument says the scale. */
export type Price = bigint & { readonly [priceBrand]: true }

/** A quantity: an integer count of 10^-quantityScale of the instrument. The instrument says the scale. */
export type Quantity = bigint & { readonly [quantityBrand]: true }

/** The scales an instrument's prices and quantities are counted in, and the currency it is paid in. */
export interface TradingScale {
  readonly priceScale: number
  readonly quantityScale: number
  readonly quote: Asset
}

/** One row of a tick table: from this price (inclusive) upwards prices move in steps of `tick`. Both in price units. */
export interface TickStep {
  readonly from: Price
  readonly tick: bigint
}

/** Names an integer as a price. */
export const priceOf = (units: bigint): Price => units as Price

/** Names an integer as a quantity. */
export const quantityOf = (units: bigint): Quantity => units as Quantity

/**
 * The value of `quantity` at `price` in the quote currency: the only way from prices to money. price × quantity is
 * exact; the one division, to the currency's scale, is rounded as named.
 */
export function notional(price: Price, quantity: Quantity, scale: TradingScale, rounding: Rounding): Money {
  const exact = price * quantity
  return money(rescale(exact, scale.priceScale + scale.quantityScale, scale.quote.scale, rounding), scale.quote)
}

/**
 * The average price of `paid` for `quantity`, in price units with `extraScale` more decimals, rounded half to even.
 * For showing only: it never feeds back into money.
 */
export function averagePriceUnits(paid: Money, quantity: Quantity, scale: TradingScale, extraScale: number): bigint {
  if (quantity === 0n) return 0n
  const numerator = paid.minor * powerOfTen(scale.quantityScale + scale.priceScale + extraScale)
  return divide(numerator, quantity * powerOfTen(scale.quote.scale), 'half-even')
}

/** The step prices move in at `price`. Rows are sorted by `from`, the first starts at 0. */
export function tickAt(price: Price, table: readonly TickStep[]): bigint {
  let tick = table[0]?.tick ?? 1n
  for (const step of table) if (price >= step.from) tick = step.tick
  return tick
}

/** Whether a price is a whole number of ticks. */
export function isOnTick(price: Price, table: readonly TickStep[]): boolean {
  return price % tickAt(price, table) === 0n
}

/** The nearest valid price at or below, and at or above, a price: what a rejection for "off tick" suggests. */
export function nearestTicks(
  price: Price,
  table: readonly TickStep[],
): { readonly below: Price; readonly above: Price } {
  const tick = tickAt(price, table)
  const below = priceOf((price / tick) * tick)
  return { below, above: below === price ? price : priceOf(below + tick) }
}
