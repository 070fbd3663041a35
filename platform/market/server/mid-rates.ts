import {
  type Asset,
  type CurrencyCode,
  currencies,
  type Instant,
  type Money,
  notional,
  quantityOf,
  tradedCoins,
} from '@bolsillo/kernel'
import { instrumentOf, instruments, type MarketState } from '../domain/index.ts'

/** The middle of a pair: `mid` units of 10^-scale of `quote` for one `base`, with where and when it was read. */
export interface SourcedMid {
  readonly base: Asset
  readonly quote: Asset
  readonly mid: bigint
  readonly scale: number
  readonly source: string
  readonly sequence: bigint
  readonly at: Instant
  readonly stale: boolean
}

/** What a share or a coin is worth at the last price; `stale`: the price is older than a live market allows. */
export interface Valued {
  readonly value: Money
  readonly at: Instant
  readonly source: string
  readonly stale: boolean
}

/** Prices for valuing what customers own. */
export interface MidRates {
  /** The middle of the pair of two currencies, whichever way round it is quoted. Undefined: there is no price. */
  readonly midOf: (one: Asset, other: Asset, now: Instant) => SourcedMid | undefined
  /**
   * `units` of a share (`STK:…`) or a coin (`BTC`) at its last price, rounded half to even; a coin that has no market in
   * pesos or dollars at its price in USDT, and that at the price of a USDT in pesos. Undefined: neither, or no price.
   */
  readonly valueOf: (assetCode: string, units: bigint) => Valued | undefined
}

const isCurrency = (code: string): code is CurrencyCode => code in currencies
const pairs = instruments.filter(({ kind }) => kind === 'fx')

/** Rates and values from the market in memory. */
export function createMidRates(market: MarketState): MidRates {
  return {
    midOf: (one, other) => {
      const pair = pairs.find(({ id }) => id === `${one.code}/${other.code}` || id === `${other.code}/${one.code}`)
      const quote = pair === undefined ? undefined : market.quote(pair.id)
      const [base, quoted] = pair?.id.split('/') ?? []
      if (pair === undefined || quote === undefined || base === undefined || quoted === undefined) return undefined
      if (!isCurrency(base) || !isCurrency(quoted)) return undefined
      const { bid = quote.last, ask = quote.last } = quote
      return {
        base: currencies[base],
        quote: currencies[quoted],
        // (bid + ask) / 2 with one more digit is exact.
        mid: (bid + ask) * 5n,
        scale: pair.scale.priceScale + 1,
        source: quote.source,
        sequence: BigInt(quote.sequence),
        at: quote.at,
        stale: market.isStale(pair.id, market.nowOf(pair.id)),
      }
    },
    valueOf: (assetCode, units) =>
      assetCode.startsWith('STK:')
        ? valueIn(market, assetCode.slice(4), units)
        : assetCode in tradedCoins
          ? coinValue(market, assetCode, units)
          : undefined,
  }
}

/** `units` of what an instrument trades, in what it is paid in. */
function valueIn(market: MarketState, instrumentId: string, units: bigint): Valued | undefined {
  const instrument = instrumentOf(instrumentId)
  const quote = instrument === undefined ? undefined : market.quote(instrument.id)
  if (instrument === undefined || quote === undefined) return undefined
  return {
    value: notional(quote.last, quantityOf(units), instrument.scale, 'half-even'),
    at: quote.at,
    source: quote.source,
    stale: market.isStale(instrument.id, market.nowOf(instrument.id)),
  }
}

function coinValue(market: MarketState, coin: string, units: bigint): Valued | undefined {
  const direct = valueIn(market, `${coin}-MXN`, units) ?? valueIn(market, `${coin}-USD`, units)
  const inTether = direct === undefined ? valueIn(market, `${coin}-USDT`, units) : undefined
  if (inTether === undefined) return direct
  const inPesos = valueIn(market, 'USDT-MXN', inTether.value.minor)
  return inPesos && { ...inPesos, stale: inPesos.stale || inTether.stale }
}
