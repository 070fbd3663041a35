import { type Asset, type CurrencyCode, currencies, type Instant } from '@bolsillo/kernel'
import { instruments, type MarketState } from '../domain/index.ts'

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

/** Rates of currencies for valuing what customers own. */
export interface MidRates {
  /** The middle of the pair of two currencies, whichever way round it is quoted. Undefined: there is no price. */
  readonly midOf: (one: Asset, other: Asset, now: Instant) => SourcedMid | undefined
}

const isCurrency = (code: string): code is CurrencyCode => code in currencies
const pairs = instruments.filter(({ kind }) => kind === 'fx')

/** Rates from the market in memory. */
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
  }
}
