import type { SourcedMid } from '@bolsillo/conversion/server'
import { type Asset, currencies } from '@bolsillo/kernel'
import { instrumentOf, type MarketState } from '@bolsillo/market/domain'

const dollar = 'USD/MXN'

/** The middle of USD/MXN with where it is from; undefined before the market has said anything of it. */
export function dollarRate(market: MarketState): SourcedMid | undefined {
  const [pair, quote] = [instrumentOf(dollar), market.quote(dollar)]
  if (pair === undefined || quote === undefined) return undefined
  const { bid, ask, last, source, sequence, at } = quote
  // Tenths of the pair's unit, so that the middle of an odd spread is exact.
  const mid = bid === undefined || ask === undefined ? last * 10n : (bid + ask) * 5n
  const stale = market.isStale(dollar, market.nowOf(dollar))
  const scale = pair.scale.priceScale + 1
  return { base: currencies.USD, quote: currencies.MXN, mid, scale, source, sequence: BigInt(sequence), at, stale }
}

/** The rate between two currencies, for conversions. Only pesos and dollars have one. */
export function rateBetween(market: MarketState): (one: Asset, other: Asset) => SourcedMid | undefined {
  return (one, other) => {
    const pair = [one.code, other.code].sort().join('/')
    return pair === 'MXN/USD' ? dollarRate(market) : undefined
  }
}
