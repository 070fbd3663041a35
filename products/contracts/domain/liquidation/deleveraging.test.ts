import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  compareScores,
  deleveragingOrder,
  deleveragingRanks,
  deleveragingScore,
  type RankedHolding,
} from './deleveraging.ts'

/** A holder as the published formula sees one, in whole numbers: size, entry price, mark and margin. */
interface Plain {
  readonly size: number
  readonly entry: number
  readonly mark: number
  readonly margin: number
}

const plain = fc.record({
  size: fc.integer({ min: 1, max: 1000 }).chain((size) => fc.constantFrom(size, -size)),
  entry: fc.integer({ min: 50, max: 200 }),
  mark: fc.integer({ min: 50, max: 200 }),
  margin: fc.integer({ min: 1, max: 50_000 }),
})
const resultOf = ({ size, entry, mark }: Plain): number => size * (mark - entry)

const holding = (one: Plain, id = 'pos_1'): RankedHolding => ({
  id,
  size: BigInt(one.size),
  unrealised: BigInt(resultOf(one)),
  notional: BigInt(Math.abs(one.size) * one.mark),
  equity: BigInt(one.margin + resultOf(one)),
})

/** The formula as it is published, without the room's sums: PNL% × leverage, or ÷ for a loss. */
function naive(one: Plain): number {
  const percent = resultOf(one) / (Math.abs(one.size) * one.entry)
  const leverage = (Math.abs(one.size) * one.mark) / Math.max(one.margin + resultOf(one), 1)
  return percent >= 0 ? percent * leverage : percent / leverage
}

describe('the order of deleveraging', () => {
  it('is that of the published formula for any two holders, long and short', () => {
    let compared = 0
    fc.assert(
      fc.property(plain, plain, (first, second) => {
        const [a, b] = [naive(first), naive(second)]
        // Floating point does not order two ranks that differ by less than its precision.
        if (Math.abs(a - b) < 1e-9) return
        compared += 1
        const order = compareScores(deleveragingScore(holding(first)), deleveragingScore(holding(second)))
        expect(order).toBe(a > b ? -1 : 1)
      }),
      { numRuns: 20_000 },
    )
    expect(compared).toBeGreaterThan(15_000)
  })

  it('names the holders of a side in it, and their ranks by fifths', () => {
    fc.assert(
      fc.property(fc.array(plain, { minLength: 1, maxLength: 25 }), fc.constantFrom('long', 'short'), (all, side) => {
        const holdings = all.map((one, at) => holding(one, `pos_${String(at).padStart(2, '0')}`))
        const own = all.flatMap((one, at) => (one.size > 0 === (side === 'long') ? [{ at, score: naive(one) }] : []))
        const order = deleveragingOrder(holdings, side)
        expect(order).toHaveLength(own.length)
        const scores = order.map(
          ({ id }) => own.find(({ at }) => id === `pos_${String(at).padStart(2, '0')}`)?.score ?? 0,
        )
        for (const [at, score] of scores.entries()) expect(score).toBeLessThanOrEqual((scores[at - 1] ?? score) + 1e-9)
        const ranks = deleveragingRanks(holdings, side)
        for (const [at, { id }] of order.entries()) expect(ranks.get(id)).toBe(5 - Math.floor((at * 5) / order.length))
      }),
      { numRuns: 500 },
    )
  })
})
