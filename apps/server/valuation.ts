import { rateBetween } from '@bolsillo/conversion/domain'
import { type Asset, currencies, divide, type Instant, powerOfTen, tradedCoins } from '@bolsillo/kernel'
import type { DollarRate, Valuation } from '@bolsillo/ledger/domain'
import { instrumentOf } from '@bolsillo/market/domain'
import type { MidRates } from '@bolsillo/market/server'

/** The prices the ledger values balances at: the mid of the currency pair, and last prices. */
export function valuationBy(rates: MidRates): Valuation {
  return {
    assetOf: (code) =>
      Object.values({ ...currencies, ...tradedCoins }).find((asset) => asset.code === code) ??
      (code.startsWith('STK:') ? instrumentOf(code.slice('STK:'.length))?.asset : undefined),
    usdMxn: (now) => pesosFor(rates, currencies.USD, now),
    brlMxn: (now) => pesosFor(rates, currencies.BRL, now),
    worthOf: (code, units) => {
      const worth = rates.valueOf(code, units)
      return worth === undefined ? undefined : { money: worth.value, stale: worth.stale }
    },
  }
}

/** What an amount is worth in minor units of pesos, at the market's middle or last price; undefined while none is known. */
export function pesosOf(
  valuation: Valuation,
  rates: MidRates,
  code: string,
  minor: bigint,
  now: Instant,
): bigint | undefined {
  if (code === 'MXN') return minor
  const currency = Object.values(currencies).find((one) => one.code === code)
  if (currency === undefined) {
    const worth = valuation.worthOf(code, minor, now)?.money
    if (worth === undefined || worth.asset.code === code) return undefined
    return pesosOf(valuation, rates, worth.asset.code, worth.minor, now)
  }
  const rate = pesosFor(rates, currency, now)
  if (rate === undefined) return undefined
  return divide(minor * rate.units, powerOfTen(rate.scale + currency.scale - currencies.MXN.scale), 'half-even')
}

/** Pesos for one of a currency: the market's middle of the pair, or of the two pairs that lead there. */
function pesosFor({ midOf }: MidRates, currency: Asset, now: Instant): DollarRate | undefined {
  const all = Object.values(currencies)
  const rate = rateBetween(currency, currencies.MXN, all, (one, other) => midOf(one, other, now))
  const [tick] = rate?.ticks ?? []
  if (rate === undefined || tick === undefined) return undefined
  const { mid, scale, at, stale } = rate
  return { units: mid, scale, source: tick.source, sequence: Number(tick.sequence), at, stale }
}
