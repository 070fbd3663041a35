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

  it('leave out cases that are not to be counted, from the number too', () => {
    const own = cases(30).map((one, at) => ({ ...one, customerId: at < 10 ? 'cus_demo' : 'cus_maria' }))
    expect(measuredTimes(own, ({ customerId }) => customerId !== 'cus_demo')).toMatchObject({
      count: 20,
      p95Ms: 19 * hourMs,
    })
  })
})
