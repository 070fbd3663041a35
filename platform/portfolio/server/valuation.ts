import { rateBetween } from '@bolsillo/conversion/domain'
import { currencies, type Instant } from '@bolsillo/kernel'
import type { Valuation } from '@bolsillo/ledger/domain'
import { assetOf, totalOf, worthIn } from '../domain/index.ts'
import type { PricesOf } from './prices-of.ts'

const { MXN, USD } = currencies

/** The value of what somebody has, as the ledger asks for it: at live prices. */
export function valuationBy(prices: Pick<PricesOf, 'now'>): Valuation {
  return {
    assetOf,
    usdMxn: (now) => {
      const rate = rateBetween(USD, MXN, Object.values(currencies), prices.now(now).midOf)
      const [tick] = rate?.ticks ?? []
      if (rate === undefined || tick === undefined) return undefined
      const { mid, scale, at, stale } = rate
      return { units: mid, scale, source: tick.source, sequence: Number(tick.sequence), at, stale }
    },
    totalOf: (held, now) => {
      const live = prices.now(now)
      const { unrated, ...total } = totalOf(live, held)
      if (unrated.length > 0) return undefined
      return { ...total, inDollars: worthIn(live, MXN.code, total.all.minor, USD)?.money }
    },
  }
}

/** What an amount is worth in minor units of pesos at live prices; undefined while none is known. */
export function pesosOf(prices: Pick<PricesOf, 'now'>, code: string, minor: bigint, now: Instant): bigint | undefined {
  return worthIn(prices.now(now), code, minor, MXN)?.money.minor
}
