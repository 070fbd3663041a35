import { describe, expect, it } from 'vitest'
import { pairShare } from './pair-rules.ts'

describe('how much of one’s proposals one person decided', () => {
  it.each([
    [{ all: 4, byThem: 3 }, '3/4 (75 %)'],
    [{ all: 3, byThem: 3 }, undefined],
    [{ all: 10, byThem: 5 }, undefined],
    [{ all: 10, byThem: 6 }, '6/10 (60 %)'],
    [{ all: 0, byThem: 0 }, undefined],
  ])('is said of %j beyond the stated share', (counted, said) => {
    expect(pairShare(counted)).toBe(said)
  })
})
