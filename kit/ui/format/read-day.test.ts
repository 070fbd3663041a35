import { describe, expect, it } from 'vitest'
import { formatDay } from './date-format.ts'
import { readDay, withDashes } from './read-day.ts'

describe('a day that is typed', () => {
  it.each([
    ['23-11-2026', '2026-11-23'],
    [' 3-1-2026 ', '2026-01-03'],
    ['23/11/2026', '2026-11-23'],
    ['23.11.2026', '2026-11-23'],
    ['23 11 2026', '2026-11-23'],
    ['23112026', '2026-11-23'],
    ['2026-11-23', '2026-11-23'],
    ['29-02-2024', '2024-02-29'],
  ])('%j is %s', (typed, day) => {
    expect(readDay(typed)).toBe(day)
    expect(readDay(formatDay(day))).toBe(day)
  })

  it.each([
    '',
    '30-02-2026',
    '29-02-2026',
    '11-23-2026',
    '23-11-26',
    '00-11-2026',
    '23-11',
    'hoy',
    '2026-13-01',
    '1-1-0001',
  ])('%j is none', (typed) => {
    expect(readDay(typed)).toBeUndefined()
  })

  it('gets its dashes by itself, and loses them again', () => {
    let shown = ''
    for (const digit of '23112026') shown = withDashes(shown + digit, shown)
    expect(shown).toBe('23-11-2026')
    expect(withDashes('23-', '23-1')).toBe('23-')
    expect(withDashes('2', '23-')).toBe('2')
    expect(withDashes('3-1', '3-')).toBe('3-1')
    expect(withDashes('23/1', '23/')).toBe('23/1')
    expect(withDashes('2026-11-23', '')).toBe('2026-11-23')
    expect(withDashes('23112026', '')).toBe('23-11-2026')
  })
})
