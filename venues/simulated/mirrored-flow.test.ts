import { present } from '@bolsillo/kernel'
import { instrumentOf } from '@bolsillo/market/domain'
import { describe, expect, it } from 'vitest'
import { meanOf, rankSumP, sampleSlippage } from './mirrored-flow.ts'
import { inSession } from './testing/running-market.ts'

describe('execution in the simulated market', () => {
  it('favours neither buyers nor sellers', async () => {
    // Shares, a coin and a contract. Apart: in basis points of the middle; four times what chance leaves of so many orders.
    for (const [id, seed, apartMax] of [
      ['WALMEX.MX', 1, 0.16],
      ['AAPL.US', 2, 0.16],
      ['GRUMA.MX', 3, 0.2],
      ['BTC-USDT', 4, 0.02],
      ['BTC-USDT-PERP', 5, 0.02],
    ] as const) {
      const instrument = present(instrumentOf(id), id)
      const { buys, sells } = await sampleSlippage({ seed, instrument, orders: 500, startMs: inSession })
      expect(buys.length + sells.length).toBe(1000)
      // A taker pays half the spread and a little more, so average slippage is positive.
      expect(meanOf(buys)).toBeGreaterThan(0)
      expect(meanOf(sells)).toBeGreaterThan(0)
      expect(Math.abs(meanOf(buys) - meanOf(sells)), id).toBeLessThan(apartMax)
      expect(rankSumP(buys, sells), `${id} with seed ${seed}`).toBeGreaterThan(0.01)
    }
  }, 120_000)

  it('would be found out if one side paid a twentieth of the spread more', async () => {
    const instrument = present(instrumentOf('WALMEX.MX'), 'WALMEX.MX')
    const { buys, sells } = await sampleSlippage({ seed: 4, instrument, orders: 500, startMs: inSession })
    const cheated = buys.map((slippage) => slippage + 0.3)
    expect(rankSumP(cheated, sells)).toBeLessThan(0.01)
  })

  it('is judged by a test that knows chance from difference', () => {
    const spread = (shift: number) => Array.from({ length: 200 }, (_, i) => Math.sin(i * 12.9898) * 3 + shift)
    expect(rankSumP(spread(0), spread(0))).toBeCloseTo(1, 5)
    expect(rankSumP(spread(0), spread(1))).toBeLessThan(0.01)
    // Vector: {1,2,3} against {4,5,6} is U = 0, z = −1.964, p = 0.0495.
    expect(rankSumP([1, 2, 3], [4, 5, 6])).toBeCloseTo(0.0495, 3)
  })
})
