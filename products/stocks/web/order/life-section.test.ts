import { describe, expect, it } from 'vitest'
import { isCandle } from './life-section.tsx'

const now = Date.UTC(2026, 10, 21)

describe('the number a fill is known by', () => {
  it.each([
    ['the first print of a book', 1, false],
    ['a book that has been busy for years', 900_000_000_000, false],
    ['the start of a candle of the demo’s history', now, true],
    ['the simulated market, whose numbers begin at sixteen a millisecond', now * 16, false],
  ])('%s', (_, sequence, expected) => {
    expect(isCandle(sequence)).toBe(expected)
  })
})
