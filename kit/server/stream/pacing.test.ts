import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createPacing, frameEveryMs, slices } from './pacing.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** How long each slice waited from one turn to the next, over some time with something always to send. */
function turnsOf(share: () => number, forMs: number): number[] {
  const turns: number[] = []
  const pacing = createPacing((slice) => {
    if (slice === 3) turns.push(Date.now())
    return true
  }, share)
  pacing.wake()
  vi.advanceTimersByTime(forMs)
  pacing.stop()
  return turns.slice(1).map((at, index) => at - (turns[index] ?? 0))
}

describe('the turns of readers', () => {
  it('come to every slice, one after the other', () => {
    const seen: number[] = []
    const pacing = createPacing(
      (slice) => {
        seen.push(slice)
        return seen.length < slices * 2
      },
      () => 0,
    )
    pacing.wake()
    vi.advanceTimersByTime(10_000)
    expect(seen).toEqual([...Array(slices).keys(), ...Array(slices).keys()])
  })

  it('stop while nothing waits, and go on when something does', () => {
    let turns = 0
    const pacing = createPacing(
      () => {
        turns += 1
        return false
      },
      () => 0,
    )
    vi.advanceTimersByTime(10_000)
    expect(turns).toBe(0)
    pacing.wake()
    pacing.wake()
    vi.advanceTimersByTime(10_000)
    expect(turns).toBe(1)
  })

  it('come less often while the process is busy, never rarer than the longest wait, and soon as before', () => {
    let share = 0.1
    const waits = turnsOf(() => share, 2_000)
    expect(Math.max(...waits)).toBeLessThanOrEqual(frameEveryMs.least + slices)
    share = 0.9
    const busy = turnsOf(() => share, 5_000)
    expect(busy.at(-1)).toBeGreaterThan(frameEveryMs.least * 1.5)
    expect(Math.max(...busy)).toBeLessThanOrEqual(frameEveryMs.most + slices)
    let asked = 0
    const calm = turnsOf(() => {
      asked += 1
      return asked < 10 ? 0.9 : 0.1
    }, 8_000)
    expect(Math.max(...calm)).toBeGreaterThan(frameEveryMs.least * 1.5)
    expect(calm.at(-1)).toBeLessThanOrEqual(frameEveryMs.least + slices)
  })
})
