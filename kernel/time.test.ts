import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  dateOfDayNumber,
  dayNumber,
  instant,
  instantAt,
  plusDays,
  readEpoch,
  readMoment,
  readTradeDate,
  tradeDate,
  wallTime,
  weekday,
  writeEpoch,
  writeMoment,
  zoneOffsetMs,
} from './time.ts'

describe('wire times', () => {
  it.each([
    ['1700000000', 1_700_000_000_000],
    ['1700000000123', 1_700_000_000_123],
  ])('reads %s', (text, ms) => expect(readEpoch(text)).toBe(ms))

  it.each(['', '170000000', '17000000001', '1700000000123456', '-1700000000', '1.7e9', '１７００００００００'])(
    'refuses %j',
    (text) => {
      expect(readEpoch(text)).toBeUndefined()
    },
  )

  it('writes milliseconds with 13 digits', () => expect(writeEpoch(instant(1_700_000_000_123))).toBe('1700000000123'))
})

describe('trade dates', () => {
  it.each(['2026-02-30', '2026-13-01', '2026-00-10', '0000-01-01', '2025-02-29', '26-01-01', '2026-1-1', '2026-11-31'])(
    'refuses %s',
    (text) => {
      expect(readTradeDate(text)).toBeUndefined()
    },
  )

  it('knows leap years and weekdays', () => {
    expect(readTradeDate('2028-02-29')).toBe('2028-02-29')
    expect(readTradeDate('2100-02-29')).toBeUndefined()
    expect(weekday(tradeDate('2026-11-21'))).toBe(6)
    expect(weekday(tradeDate('1969-12-29'))).toBe(1)
    expect(plusDays(tradeDate('2026-12-31'), 1)).toBe('2027-01-01')
  })

  it('counts days both ways', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200_000, max: 200_000 }), (days) => dayNumber(dateOfDayNumber(days)) === days),
    )
  })
})

describe('zones', () => {
  it.each([
    ['New York in winter', '2026-01-15', 570, 'America/New_York', '2026-01-15T14:30:00.000Z'],
    ['New York in summer', '2026-07-15', 570, 'America/New_York', '2026-07-15T13:30:00.000Z'],
    [
      'Mexico City in July, which has had no summer time since 2022',
      '2026-07-15',
      450,
      'America/Mexico_City',
      '2026-07-15T13:30:00.000Z',
    ],
    [
      'an hour the clock jumps over, read with the offset before the jump',
      '2026-03-08',
      150,
      'America/New_York',
      '2026-03-08T07:30:00.000Z',
    ],
    [
      'an hour that occurs twice, read as its first time',
      '2026-11-01',
      90,
      'America/New_York',
      '2026-11-01T05:30:00.000Z',
    ],
    ['the end of a day', '2026-11-20', 1440, 'America/New_York', '2026-11-21T05:00:00.000Z'],
  ])('%s', (_what, date, minute, zone, iso) => {
    expect(new Date(instantAt(tradeDate(date), minute, zone)).toISOString()).toBe(iso)
  })

  it('show what a wall clock shows', () => {
    expect(wallTime(instant(Date.UTC(2026, 10, 21, 5, 0, 1)), 'America/Mexico_City')).toEqual({
      date: '2026-11-20',
      hour: 23,
      minute: 0,
      second: 1,
    })
    expect(wallTime(instant(Date.UTC(2026, 10, 21, 6)), 'America/Mexico_City').hour).toBe(0)
  })
})

describe('moments', () => {
  it.each([
    ['2026-03-02', ' 9:05 ', '2026-03-02T15:05:00.000Z'],
    ['2026-03-02', '23:59', '2026-03-03T05:59:00.000Z'],
  ])('reads %s %j as typed in a zone', (day, time, iso) => {
    expect(new Date(readMoment(day, time, 'America/Mexico_City') ?? 0).toISOString()).toBe(iso)
  })

  it.each([
    ['2026-02-30', '09:05'],
    ['2026-03-02', '24:00'],
    ['2026-03-02', '9:5'],
    ['', ''],
  ])('reads nothing of %j %j', (day, time) => {
    expect(readMoment(day, time, 'America/Mexico_City')).toBeUndefined()
  })

  it('writes one for a sentence', () => {
    expect(writeMoment(Date.UTC(2026, 2, 2, 16, 4, 59))).toBe('2026-03-02 16:04 UTC')
  })
})

describe('offsets of zones', () => {
  it('are what the wall clock shows, hour by hour around every change of clocks', () => {
    for (const zone of ['America/New_York', 'America/Mexico_City', 'America/Sao_Paulo', 'Africa/Casablanca']) {
      for (let at = Date.UTC(2024, 0, 1); at < Date.UTC(2026, 0, 1); at += 5 * 3_600_000) {
        const wall = wallTime(instant(at), zone)
        const shown = Date.parse(`${wall.date}T00:00:00Z`) + wall.hour * 3_600_000 + wall.minute * 60_000
        expect(zoneOffsetMs(instant(at), zone)).toBe(shown - at)
      }
    }
  })
})
