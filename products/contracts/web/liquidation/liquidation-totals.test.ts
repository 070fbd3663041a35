import { expect, it } from 'vitest'
import { recentlyLiquidated, totalsOf } from './liquidation-totals.ts'

it('adds up results of both signs, charges with their VAT, and what went to the fund', () => {
  const steps = [
    { realised: '-219.523457', fee: '0.290000', vat: '0.046400', liquidationFee: '2.880000' },
    { realised: '12.000001', fee: '0.160000', vat: '0.025600', liquidationFee: '0.640000' },
  ]
  expect(totalsOf(steps)).toEqual({ realised: '-207.523456', charged: '0.522000', fundFee: '3.520000' })
  expect(totalsOf([])).toEqual({ realised: '0.000000', charged: '0.000000', fundFee: '0.000000' })
})

it('names each contract of which something was liquidated within a day once, and when it last happened', () => {
  const day = 86_400_000
  const rows = [
    { startedAt: 10 * day, positions: [{ symbol: 'SOL' }] },
    { startedAt: 10 * day - 5, positions: [{ symbol: 'BTC' }, { symbol: 'SOL' }] },
    { startedAt: 9 * day - 5, positions: [{ symbol: 'ETH' }] },
  ]
  expect(recentlyLiquidated(rows, 10 * day)).toEqual({ symbols: ['SOL', 'BTC'], at: 10 * day })
  expect(recentlyLiquidated(rows, 12 * day)).toBeUndefined()
})
