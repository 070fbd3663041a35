import { instantAt, isZone, tradeDate } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { homeZone, monthsSince, periodOf } from './period.ts'

const now = instantAt(tradeDate('2026-11-21'), 600, homeZone)
const day = tradeDate

describe('a period', () => {
  it('is whole days by the clocks of the zone, the last one included', () => {
    const period = periodOf(day('2026-11-01'), day('2026-11-02'), homeZone, now)
    expect(period).toMatchObject({
      from: instantAt(day('2026-11-01'), 0, homeZone),
      to: instantAt(day('2026-11-03'), 0, homeZone),
    })
  })

  it('has 23 and 25 hours where clocks change', () => {
    const hours = (date: string): number => {
      const period = periodOf(day(date), day(date), 'America/New_York', now)
      return period === undefined ? 0 : (period.to - period.from) / 3_600_000
    }
    expect([hours('2026-03-08'), hours('2026-11-01'), hours('2026-06-01')]).toEqual([23, 25, 24])
  })

  it.each([
    ['backwards', '2026-11-02', '2026-11-01'],
    ['of the future', '2026-11-22', '2026-11-30'],
    ['of more than five years', '2020-01-01', '2026-01-01'],
  ])('is none when it is %s', (_what, from, to) => {
    expect(periodOf(day(from), day(to), homeZone, now)).toBeUndefined()
  })

  it.each([
    ['America/Sao_Paulo', true],
    ['Moon/Tranquility', false],
    ['', false],
  ])('knows zones: %s', (zone, known) => {
    expect(isZone(zone)).toBe(known)
  })
})

describe('the months', () => {
  it('go from the first movement to this one, which is not complete', () => {
    const months = monthsSince(instantAt(day('2025-12-31'), 1439, homeZone), now, homeZone)
    expect(months).toHaveLength(12)
    expect(months[0]).toEqual({ month: '2026-11', firstDay: '2026-11-01', lastDay: '2026-11-30', isComplete: false })
    expect(months.at(-1)).toEqual({ month: '2025-12', firstDay: '2025-12-01', lastDay: '2025-12-31', isComplete: true })
    expect(months.find(({ month }) => month === '2026-02')?.lastDay).toBe('2026-02-28')
  })
})
