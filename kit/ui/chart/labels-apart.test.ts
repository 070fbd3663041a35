import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelsApart } from './labels-apart.ts'

const bounds = { gap: 20, top: 10, bottom: 290, reach: 18 }
const middles = (lines: readonly number[]): readonly number[] => labelsApart(lines, bounds).map(({ y }) => y)

describe('labels of lines', () => {
  it('are at their lines where those are far apart', () => {
    expect(middles([200, 50, 100])).toEqual([200, 50, 100])
  })

  it('move apart around their middle where they are close, and leave others alone', () => {
    expect(middles([100, 104, 200])).toEqual([92, 112, 200])
    expect(middles([100, 100, 100])).toEqual([80, 100, 120])
  })

  it('push on those they come close to', () => {
    expect(middles([100, 102, 118])).toEqual([86 + 2 / 3, 106 + 2 / 3, 126 + 2 / 3])
  })

  it('stay within the chart', () => {
    expect(middles([12, 14])).toEqual([10, 30])
    expect(middles([289, 288])).toEqual([290, 270])
  })

  it('share the room between two that are close, and have no more than a finger alone', () => {
    expect(labelsApart([100, 100], bounds)).toEqual([
      { y: 90, top: 72, bottom: 100 },
      { y: 110, top: 100, bottom: 128 },
    ])
  })

  it('never lie over each other, keep the order of their lines and never leave the chart', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 40 }), (lines) => {
        const placed = labelsApart(lines, bounds)
        const gap = Math.min(20, lines.length > 1 ? 280 / (lines.length - 1) : 20)
        const sorted = placed.map(({ y }) => y).sort((a, b) => a - b)
        for (const [rank, y] of sorted.entries()) {
          expect(y).toBeGreaterThanOrEqual(10 - 1e-6)
          expect(y).toBeLessThanOrEqual(290 + 1e-6)
          if (rank > 0) expect(y - (sorted[rank - 1] ?? 0)).toBeGreaterThanOrEqual(gap - 1e-6)
        }
        for (const [one, a] of lines.entries())
          for (const [other, b] of lines.entries())
            if (a < b) expect(placed[one]?.y).toBeLessThan(placed[other]?.y ?? 0)
      }),
    )
  })
})
