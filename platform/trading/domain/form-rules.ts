import type { Price, Quantity, TickStep, TradingScale } from '@bolsillo/kernel'

/** What an order form must know of an instrument. The market room's instruments have all of it. */
export interface TradingRules {
  /** `WALMEX.MX` */
  readonly id: string
  readonly scale: TradingScale
  readonly ticks: readonly TickStep[]
  readonly lot: Quantity
  readonly fractional: boolean
  readonly quantityMin: Quantity
  readonly quantityMax: Quantity
}

/** The prices an order form looks at. Units of the instrument's price scale. */
export interface QuotePrices {
  readonly bid?: Price
  readonly ask?: Price
  readonly last: Price
}

/** The middle of best bid and ask, in units with one more decimal than the price scale; undefined without both sides. */
export function midTenths(quote: { readonly bid?: Price; readonly ask?: Price }): bigint | undefined {
  if (quote.bid === undefined || quote.ask === undefined) return undefined
  return (quote.bid + quote.ask) * 5n
}
