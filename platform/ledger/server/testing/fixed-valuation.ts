import { currencies, divide, money } from '@bolsillo/kernel'
import type { Valuation } from '../../domain/index.ts'

export const walmex = { code: 'STK:WALMEX.MX', scale: 0 }
/** Prices that never move: 18.2025 pesos for a dollar, 62.40 for a share of Walmex. Nothing else has one. */
export const fixedValuation: Valuation = {
  assetOf: (code) => (code === walmex.code ? walmex : Object.values(currencies).find((asset) => asset.code === code)),
  usdMxn: (at) => ({ units: 182_025n, scale: 4, source: 'simulated', sequence: 7, at, stale: false }),
  totalOf: (held) => {
    const sum = (code: string): bigint =>
      held.reduce((units, one) => (one.asset === code ? units + one.units : units), 0n)
    const [cash, assets] = [sum('MXN') + (sum('USD') * 182_025n) / 10_000n, sum(walmex.code) * 6240n]
    const priced = ['MXN', 'USD', walmex.code]
    return {
      cash: money(cash, currencies.MXN),
      assets: money(assets, currencies.MXN),
      all: money(cash + assets, currencies.MXN),
      inDollars: money(divide((cash + assets) * 10_000n, 182_025n, 'half-even'), currencies.USD),
      unpriced: held.flatMap(({ asset, units }) => (units === 0n || priced.includes(asset) ? [] : [asset])),
      stale: false,
    }
  },
}
