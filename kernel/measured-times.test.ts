import { describe, expect, it } from 'vitest'
import { isMeasured, measuredCountMin, measuredDays, measuredTimes } from './measured-times.ts'

const hourMs = 3_600_000
const cases = (count: number) => Array.from({ length: count }, (_, at) => ({ ms: (count - at) * hourMs }))

describe('measured times', () => {
  it('are nearest ranks of the cases, with their number and the days they are of', () => {
    expect(measuredTimes(cases(100))).toEqual({
      count: 100,
      days: measuredDays,
      p50Ms: 50 * hourMs,
      p95Ms: 95 * hourMs,
      overDayBps: 7600,
    })
    expect(measuredTimes([])).toEqual({ count: 0, days: measuredDays })
  })

  it('are a measure from a stated number of cases on, and a goal below it', () => {
    expect(isMeasured(measuredTimes(cases(measuredCountMin - 1)))).toBe(false)
    expect(isMeasured(measuredTimes(cases(measuredCountMin)))).toBe(true)
    expect(isMeasured({ count: 1000 })).toBe(false)
  })
})
