import type { Price } from '@bolsillo/kernel'
import type { TradedInstrument } from './traded-instrument.ts'

/** What an order form must know of an instrument. */
export type TradingRules = Pick<
  TradedInstrument,
  'id' | 'scale' | 'ticks' | 'lot' | 'fractional' | 'quantityMin' | 'quantityMax'
>

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
