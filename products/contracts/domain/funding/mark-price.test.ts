import { describe, expect, it } from 'vitest'
import { indexPrice, markPrice, median } from './mark-price.ts'

const now = 1_763_700_000_000
const terms = { staleAfterMs: 10_000, deviationPpm: 20_000n, venuesMin: 2 }
const quote = (venue: string, price: bigint, ageMs = 0) => ({ venue, price, at: now - ageMs })

describe('the index', () => {
  it('is the median of what the venues say', () => {
    expect(indexPrice([quote('a', 100_00n), quote('b', 101_00n), quote('c', 100_50n)], now, terms)?.price).toBe(100_50n)
  })

  it('leaves out who is stale or far from the others, and says so', () => {
    const index = indexPrice(
      [quote('a', 100_00n), quote('b', 100_20n), quote('c', 150_00n), quote('d', 90_00n, 60_000)],
      now,
      terms,
    )
    expect(index).toMatchObject({
      price: 100_10n,
      left: [
        { venue: 'd', why: 'stale' },
        { venue: 'c', why: 'deviates' },
      ],
    })
  })

  it('is none when too few agree', () => {
    expect(indexPrice([quote('a', 100_00n), quote('b', 150_00n)], now, terms)).toBeUndefined()
    expect(indexPrice([quote('a', 100_00n, 60_000)], now, terms)).toBeUndefined()
  })
})

describe('the mark', () => {
  const usual = {
    index: 100_000_00n,
    fundingRate: 100_000n,
    untilFundingMs: 4 * 3_600_000,
    intervalMs: 8 * 3_600_000,
    basis: 20_00n,
    last: 100_010_00n,
  }
  it('is the middle of the funded index, the book’s distance and the last trade', () => {
    expect(markPrice(usual)).toEqual({ price: 100_010_00n, funded: 100_005_00n, basis: 100_020_00n, last: 100_010_00n })
  })

  it('is not moved by one bad print beyond the other two', () => {
    expect(markPrice({ ...usual, last: 1n }).price).toBe(100_005_00n)
    expect(markPrice({ ...usual, last: 900_000_00n }).price).toBe(100_020_00n)
  })
})

it('rounds the middle of two down', () => {
  expect([median([3n]), median([1n, 4n]), median([5n, 1n, 3n])]).toEqual([3n, 2n, 3n])
})
