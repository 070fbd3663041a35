import { type Asset, coins, currencies, type Instant, type Price, type TradeDate } from '@bolsillo/kernel'
import type { Instrument } from '@bolsillo/market/domain'

/** What a desk trades: shares, coins, and perpetual contracts. Which one an order is of is a fact of its instrument. */
export const tradedProducts = ['stock', 'spot', 'contract'] as const
export type TradedProduct = (typeof tradedProducts)[number]

const productOfKind: Readonly<Record<string, TradedProduct>> = { stock: 'stock', coin: 'spot', perpetual: 'contract' }

/** The product of an instrument; undefined for what has a price and is not traded (indices, pairs of currencies). */
export function productOf({ kind }: Pick<TradedInstrument, 'kind'>): TradedProduct | undefined {
  return productOfKind[kind]
}

/** Whether a word is the name of a product. */
export function isTraded(word: string | undefined): word is TradedProduct {
  return tradedProducts.some((product) => product === word)
}

/**
 * Whether a buyer owns an asset then: trading keeps its position at average cost and publishes it. Positions of the other
 * products are kept by their rooms, which ask for the resting orders.
 */
export function ownsAsset(product: TradedProduct): boolean {
  return product !== 'contract'
}

/** The purse orders of a product take from and pay into. */
export const purseOf = { stock: 'stock', spot: 'coin', contract: 'contract' } as const satisfies Readonly<
  Record<TradedProduct, string>
>

/** What prices may be in, by code: a currency, or a coin. */
export const quoteAssets: Readonly<Record<string, Asset>> = { ...currencies, ...coins }

/** What trading must know of an instrument. */
export interface TradedInstrument
  extends Pick<
    Instrument,
    'id' | 'asset' | 'scale' | 'ticks' | 'lot' | 'fractional' | 'quantityMin' | 'quantityMax' | 'listed'
  > {
  /** `MX`, `US`: picks the fee schedule. */
  readonly country: string
  /** `stock`, `coin`, `perpetual` are traded: see `productOf`. */
  readonly kind: string
}

/** The quote in force, as the risk check and the execution report read it. */
export interface TradedQuote {
  readonly bid?: Price
  readonly ask?: Price
  readonly last: Price
  readonly sequence: number
}

/** What trading asks the market: synchronous and cheap, because the risk check asks inside its batch. */
export interface MarketFacts {
  readonly instrumentOf: (id: string) => TradedInstrument | undefined
  /** Everything that can be traded. */
  readonly instrumentIds: () => readonly string[]
  readonly quote: (id: string) => TradedQuote | undefined
  /** The price the collar is laid around: the last trade, else the previous close. */
  readonly reference: (id: string) => Price | undefined
  readonly stateAt: (id: string, at: Instant) => 'pre' | 'auction' | 'continuous' | 'halted' | 'closed' | 'holiday'
  readonly isStale: (id: string, at: Instant) => boolean
  /** When it next opens; undefined when nobody knows. */
  readonly nextOpen: (id: string, at: Instant) => Instant | undefined
  /** When day orders taken at `at` end: the session's close, in a market that never closes the end of the exchange's day. */
  readonly dayEnd: (id: string, at: Instant) => Instant
  readonly sellableAt: (id: string, fillAt: Instant) => Instant
  readonly settlesOn: (id: string, fillAt: Instant) => TradeDate
  readonly tradeDateOf: (id: string, at: Instant) => TradeDate
}
