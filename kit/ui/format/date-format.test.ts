import { describe, expect, it } from 'vitest'
import { ageOf, dayOf, formatDateTime, formatDay, weekdayIndex } from './date-format.ts'

// 2026-11-23 14:30:05.214 UTC; Mexico City keeps UTC−6 all year since 2022, São Paulo UTC−3, New York UTC−5 in winter.
const at = Date.UTC(2026, 10, 23, 14, 30, 5, 214)

describe('dates', () => {
  it('shows dd-mm-yyyy hh:mm in the zone of the customer', () => {
    expect(formatDateTime(at, 'America/Mexico_City')).toBe('23-11-2026 08:30')
    expect(formatDateTime(at, 'America/Sao_Paulo')).toBe('23-11-2026 11:30')
  })

  it('does not apply the summer time Mexico gave up', () => {
    expect(formatDateTime(Date.UTC(2026, 6, 1, 14, 30), 'America/Mexico_City')).toBe('01-07-2026 08:30')
  })

  it('shows as much as it is asked for', () => {
    expect(formatDateTime(at, 'America/Mexico_City', { shows: 'date' })).toBe('23-11-2026')
    expect(formatDateTime(at, 'America/Mexico_City', { shows: 'time' })).toBe('08:30')
    expect(formatDateTime(at, 'America/Mexico_City', { shows: 'second' })).toBe('23-11-2026 08:30:05')
    expect(formatDateTime(at, 'America/Mexico_City', { shows: 'clock' })).toBe('08:30:05.214')
    expect(formatDateTime(at, 'America/Mexico_City', { shows: 'timeSecond' })).toBe('08:30:05')
  })

  it('finds the day of an instant, which may be yesterday elsewhere', () => {
    expect(dayOf(Date.UTC(2026, 10, 23, 3), 'America/Mexico_City')).toBe('2026-11-22')
    expect(formatDay('2026-11-23')).toBe('23-11-2026')
    expect(weekdayIndex('2026-11-23')).toBe(0)
  })

  it('tells an age in the largest unit that fits', () => {
    expect(ageOf(200)).toEqual({ unit: 'second', count: 1 })
    expect(ageOf(61_000)).toEqual({ unit: 'minute', count: 1 })
    expect(ageOf(7_300_000)).toEqual({ unit: 'hour', count: 2 })
    expect(ageOf(200_000_000)).toEqual({ unit: 'day', count: 2 })
  })
})
