import { describe, expect, it } from 'vitest'
import { pauseProblem } from './pause-rules.ts'

const hour = 3_600_000
const day = 24 * hour
const begun = (from: number, until: number) => ({ decidedAt: from, until })

describe('a pause', () => {
  it.each([
    ['of 72 hours may begin', [], 0, 72 * hour, undefined],
    ['of an hour more may not', [], 0, 73 * hour, 'too-long'],
    ['is lengthened to 72 hours in all', [begun(0, 24 * hour)], 20 * hour, 72 * hour, undefined],
    ['is not lengthened beyond', [begun(0, 24 * hour)], 20 * hour, 72 * hour + 1, 'too-long'],
    ['ends at any time', [begun(0, day), begun(2 * day, 3 * day)], 2 * day + 1, 0, undefined],
    ['begins a second time', [begun(0, day)], 2 * day, 3 * day, undefined],
    ['begins no third time in 30 days', [begun(0, day), begun(2 * day, 3 * day)], 5 * day, 6 * day, 'too-often'],
    ['begins again after them', [begun(0, day), begun(2 * day, 3 * day)], 30 * day, 31 * day, undefined],
    [
      'that was ended early counts as one',
      [begun(0, day), begun(hour, 0), begun(2 * day, 3 * day), begun(2 * day + 1, 0)],
      5 * day,
      6 * day,
      'too-often',
    ],
    [
      'that was lengthened counts once',
      [begun(0, day), begun(hour, 2 * day), begun(2 * hour, 3 * day)],
      5 * day,
      6 * day,
      undefined,
    ],
  ] as const)('%s', (_, changes, now, until, problem) => {
    expect(pauseProblem(changes, { until, now })).toBe(problem)
  })
})
