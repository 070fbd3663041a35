import { type Asset, coins, currencies, type Instant, type Price, type TradeDate } from '@bolsillo/kernel'
import type { Instrument } from '@bolsillo/market/domain'
import type { TimeInForce } from './order.ts'
import type { TicketType } from './order-form.ts'

/** What a desk trades: shares, coins, and perpetual contracts. Which one an order is of is a fact of its instrument. */
export const tradedProducts = ['stock', 'spot', 'contract'] as const
export type TradedProduct = (typeof tradedProducts)[number]

/** What this room must know of a product. No other fact, and never its name, makes its orders different from others. */
interface ProductFacts {
  readonly name: TradedProduct
  /** The kind of its instruments. */
  readonly kind: string
  /** The purse its orders take from and pay into. */
  readonly purse: 'stock' | 'coin' | 'contract'
}

/** A product whose buyers own an asset then: trading keeps its positions at average cost and publishes them. */
export interface AssetProduct extends ProductFacts {
  /** The code of what is bought under a symbol. */
  readonly assetOf: (symbol: string) => string
  /** An asset is owned by purchase only, never by a deposit or a conversion: its position is all that is owned. */
  readonly onlyBought: boolean
  /** How long an order of a type waits unless its form names it. */
  readonly usualTime: (type: TicketType) => TimeInForce
  /** Whether a form offers not to take from the book. */
  readonly postOnly: boolean
}

/** The products whose customers own an asset. */
export const assetProducts = {
  stock: {
    name: 'stock',
    kind: 'stock',
    purse: 'stock',
    assetOf: (symbol) => `STK:${symbol}`,
    onlyBought: true,
    usualTime: () => 'day',
    postOnly: false,
  },
  spot: {
    name: 'spot',
    kind: 'coin',
    purse: 'coin',
    // `BTC` of `BTC-USDT`: the coin itself.
    assetOf: (symbol) => symbol.split('-')[0] ?? symbol,
    onlyBought: false,
    // What may wait waits, in a market that never closes.
    usualTime: (type) => (type === 'market' ? 'ioc' : 'gtc'),
    postOnly: true,
  },
} as const satisfies Readonly<Partial<Record<TradedProduct, AssetProduct>>>

/** All products. Positions of those without an asset are kept by their rooms, which ask for the resting orders. */
export const productFacts: Readonly<Record<TradedProduct, ProductFacts>> = {
  ...assetProducts,
  contract: { name: 'contract', kind: 'perpetual', purse: 'contract' },
}

const productOfKind = new Map(tradedProducts.map((name) => [productFacts[name].kind, name]))
const byName = new Map<TradedProduct, AssetProduct>(Object.values(assetProducts).map((one) => [one.name, one]))

/** A product by its name, where its customers own an asset; undefined where they hold positions against margin. */
export function assetProductOf(product: TradedProduct): AssetProduct | undefined {
  return byName.get(product)
}

/** The product of an instrument; undefined for what has a price and is not traded (indices, pairs of currencies). */
export function productOf({ kind }: Pick<TradedInstrument, 'kind'>): TradedProduct | undefined {
  return productOfKind.get(kind)
}

/** Whether a word is the name of a product. */
export function isTraded(word: string | undefined): word is TradedProduct {
  return tradedProducts.some((product) => product === word)
}

/** Whether a buyer owns an asset then. */
export function ownsAsset(product: TradedProduct): boolean {
  return byName.has(product)
}

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
