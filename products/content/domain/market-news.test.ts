import { writePercent } from '@bolsillo/market/domain'
import { describe, expect, it } from 'vitest'
import { findMove } from './market-news.ts'

const day = (...closes: readonly bigint[]) => ({
  previousClose: 10_000n,
  quarters: closes.map((close, at) => ({ start: at, close })),
})

describe('a large move', () => {
  it('is the first close that far away, on either side, the distance itself included', () => {
    expect(findMove(day(10_299n, 10_300n, 11_000n), 300)?.start).toBe(1)
    expect(findMove(day(9_701n, 9_700n), 300)?.start).toBe(1)
    expect(findMove(day(10_299n, 9_701n), 300)).toBeUndefined()
    expect(findMove(day(), 300)).toBeUndefined()
  })

  it('is counted exactly, where a rounded percentage would say more', () => {
    const price = 1_000_000_000_000_001n
    const least = { previousClose: price, quarters: [{ start: 0, close: price + (price * 3n) / 100n }] }
    expect(writePercent(price + (price * 3n) / 100n, price)).toBe('3.00')
    expect(findMove(least, 300)).toBeUndefined()
  })

  it('says its size with two decimals, halves to even', () => {
    expect(writePercent(9_480n, 10_000n)).toBe('-5.20')
    expect(writePercent(1_030_050n, 1_000_000n)).toBe('3.00')
    expect(writePercent(1_030_150n, 1_000_000n)).toBe('3.02')
  })
})
