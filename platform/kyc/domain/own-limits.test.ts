import { type Instant, instant } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { isLooser, type LimitChange, limitState, pauseEnd, periodAt, tradablePart, wallText } from './own-limits.ts'

const hour = 3_600_000
const at = (text: string): Instant => instant(Date.parse(text))
const change = (
  changeNo: bigint,
  minor: bigint | undefined,
  effectiveAt: number,
  withdrawnAt?: number,
): LimitChange => ({
  changeNo,
  subject: 'loss',
  period: 'day',
  minor,
  zone: 'America/Mexico_City',
  askedAt: instant(0),
  effectiveAt: instant(effectiveAt),
  withdrawnAt: withdrawnAt === undefined ? undefined : instant(withdrawnAt),
})

describe('a period', () => {
  it.each([
    ['day', '2026-03-08T18:00:00Z', 'America/New_York', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z', 23],
    ['day', '2026-11-01T18:00:00Z', 'America/New_York', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', 25],
    ['day', '2026-11-02T04:59:59.999Z', 'America/New_York', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z', 25],
    ['day', '2026-05-05T05:59:59Z', 'America/Mexico_City', '2026-05-04T06:00:00Z', '2026-05-05T06:00:00Z', 24],
    // Clocks that skip midnight itself: the day begins with the first instant there is.
    ['day', '2017-10-15T15:00:00Z', 'America/Sao_Paulo', '2017-10-15T03:00:00Z', '2017-10-16T02:00:00Z', 23],
    ['week', '2026-03-08T18:00:00Z', 'America/New_York', '2026-03-02T05:00:00Z', '2026-03-09T04:00:00Z', 167],
    ['week', '2026-11-23T06:00:00Z', 'America/Mexico_City', '2026-11-23T06:00:00Z', '2026-11-30T06:00:00Z', 168],
    ['month', '2024-02-29T12:00:00Z', 'UTC', '2024-02-01T00:00:00Z', '2024-03-01T00:00:00Z', 696],
    ['month', '2026-12-31T23:59:59Z', 'UTC', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z', 744],
  ] as const)('%s of %s in %s', (period, now, zone, from, to, hours) => {
    const found = periodAt(period, at(now), zone)
    expect([found, (found.to - found.from) / hour]).toEqual([{ from: at(from), to: at(to) }, hours])
  })

  it('follows the one before it without a gap, through every change of clocks', () => {
    for (const zone of ['America/New_York', 'America/Sao_Paulo', 'America/Mexico_City', 'Australia/Lord_Howe'])
      for (const period of ['day', 'week', 'month'] as const) {
        let now = at('2017-01-01T12:00:00Z')
        for (let step = 0; step < 400; step += 1) {
          const { from, to } = periodAt(period, now, zone)
          expect(from <= now && now < to).toBe(true)
          expect(periodAt(period, instant(to - 1), zone)).toEqual({ from, to })
          expect(periodAt(period, to, zone).from).toBe(to)
          now = to
        }
      }
  })
})

describe('the limit in force', () => {
  it('is the last asked of those whose time has come, and what waits is named', () => {
    const changes = [change(1n, 500n, 0), change(2n, 900n, 100)]
    expect(limitState(changes, instant(99))).toMatchObject({ current: { minor: 500n }, pending: { minor: 900n } })
    expect(limitState(changes, instant(100))).toMatchObject({ current: { minor: 900n }, pending: undefined })
  })

  it('that was made tighter overtakes a loosening that waits', () => {
    const changes = [change(1n, 500n, 0), change(2n, 900n, 100), change(3n, 300n, 50)]
    for (const now of [50, 100, 1000])
      expect(limitState(changes, instant(now))).toMatchObject({ current: { minor: 300n }, pending: undefined })
  })

  it('is what it was when a loosening was withdrawn', () => {
    const changes = [change(1n, 500n, 0), change(2n, undefined, 100, 60)]
    expect(limitState(changes, instant(200))).toMatchObject({ current: { minor: 500n }, pending: undefined })
  })

  it.each([
    [undefined, 500n, false],
    [500n, 500n, false],
    [500n, 499n, false],
    [500n, 501n, true],
    [500n, undefined, true],
    [undefined, undefined, false],
  ])('from %s to %s is looser: %s', (before, next, looser) => {
    const zone = 'America/Mexico_City'
    expect(isLooser({ minor: next, zone }, before === undefined ? undefined : { minor: before, zone })).toBe(looser)
    if (before !== undefined && next !== undefined)
      expect(isLooser({ minor: next, zone: 'UTC' }, { minor: before, zone })).toBe(true)
  })
})

describe('what may be traded with', () => {
  it.each([
    [1000n, undefined, [], [], 1000n],
    [1000n, 1000n, [400n], [], 400n],
    [1000n, 20_000n, [399n], [], 19n],
    [1000n, 1000n, [400n, 100n], [200n], 100n],
    [1000n, undefined, [400n], [], 0n],
    [1000n, 1000n, [-5n], [], 0n],
    [1000n, undefined, [], [-5n], 0n],
    [1000n, 0n, [5n], [], 1000n],
  ] as const)('of %s worth %s within %s and %s is %s', (minor, worth, pesos, asset, part) => {
    expect(tradablePart(minor, worth, { pesos: [...pesos], asset: [...asset] })).toBe(part)
  })
})

it('a pause ends when it says, or never', () => {
  expect([pauseEnd('day', instant(0)), pauseEnd('forever', instant(0))]).toEqual([24 * hour, undefined])
  expect(wallText(at('2026-11-23T06:05:00Z'), 'America/Mexico_City')).toBe('23-11-2026 00:05')
})
