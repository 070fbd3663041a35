import { instant } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { createRateLimit } from './rate-limit.ts'

const limit = { times: 3, perMs: 60_000 }

describe('a rate limit', () => {
  it('lets so many pass at once, then one each time the bucket has filled by one', () => {
    const { take } = createRateLimit()
    const waits = [0, 0, 0, 0, 19_999, 20_000, 20_001].map((at) => take('a', limit, instant(at)))
    expect(waits).toEqual([0, 0, 0, 20_000, 1, 0, 19_999])
    expect(take('b', limit, instant(0))).toBe(0)
  })

  it('does not fill while the clock is set back', () => {
    const { take } = createRateLimit()
    for (const at of [50_000, 50_000, 50_000]) take('a', limit, instant(at))
    expect(take('a', limit, instant(10_000))).toBe(20_000)
  })

  it('holds whoever goes on trying, however many others come meanwhile', () => {
    const { take } = createRateLimit()
    const now = instant(0)
    for (let tries = 0; tries < 3; tries += 1) take('persistent', limit, now)
    for (let other = 0; other < 200_000; other += 1) {
      take(`other ${other}`, limit, now)
      if (other % 1000 === 0) expect(take('persistent', limit, now)).toBeGreaterThan(0)
    }
  })

  it('forgets who came once when twice as many as it keeps came after them', () => {
    const { take } = createRateLimit()
    for (let tries = 0; tries < 4; tries += 1) take('once', limit, instant(0))
    for (let other = 0; other < 50_001; other += 1) take(`other ${other}`, limit, instant(0))
    expect(take('once', limit, instant(0))).toBe(0)
  })
})
