import { instantAt, tradeDate } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { openStateAt, openTimesText, readDays, readOpenTimes } from './hours.ts'
import type { PlaceDetails } from './place.ts'

const zone = 'America/Mexico_City'
const none = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] }
type Part = Pick<PlaceDetails, 'hours' | 'closedOn' | 'zone' | 'isClosed'>
const place = (hours: Partial<PlaceDetails['hours']>, rest: Partial<Part> = {}): Part => ({
  ...{ hours: { ...none, ...hours }, closedOn: [], zone, isClosed: false },
  ...rest,
})
// A Monday.
const monday = tradeDate('2026-11-30')
const at = (minute: number, date = monday) => instantAt(date, minute, zone)
const nine = { from: 540, to: 840 }

describe('times of a day', () => {
  it.each([
    ['09:00-14:00', [nine]],
    ['9:00 – 14:00, 16:00-18:30', [nine, { from: 960, to: 1110 }]],
    ['', []],
    ['00:00-24:00', [{ from: 0, to: 1440 }]],
  ])('are read: %s', (text, times) => {
    expect(readOpenTimes(text)).toEqual(times)
    expect(readOpenTimes(openTimesText(times))).toEqual(times)
  })

  it.each([
    '14:00-09:00',
    '09:00-09:00',
    '9-14',
    '09:00-24:01',
    '25:00-26:00',
    '16:00-18:00, 09:00-14:00',
    '09:00-14:00, 14:00-15:00',
    '01:00-02:00,03:00-04:00,05:00-06:00,07:00-08:00',
    'closed',
  ])('are refused: %s', (text) => {
    expect(readOpenTimes(text)).toBeUndefined()
  })

  it('of days that do not exist are refused', () => {
    expect(readDays('2026-12-25, 2026-12-24,2026-12-25')).toEqual(['2026-12-24', '2026-12-25'])
    expect(readDays('2026-02-30')).toBeUndefined()
  })
})

describe('open now', () => {
  it('begins and ends to the minute', () => {
    const open = place({ monday: [nine] })
    expect(openStateAt(open, at(539))).toEqual({ isOpen: false, changesAt: at(540) })
    expect(openStateAt(open, at(540))).toEqual({ isOpen: true, changesAt: at(840) })
    expect(openStateAt(open, at(840))).toEqual({ isOpen: false, changesAt: at(540, tradeDate('2026-12-07')) })
  })

  it('goes through midnight, and is without end where it never closes', () => {
    const night = place({ monday: [{ from: 1200, to: 1440 }], tuesday: [{ from: 0, to: 120 }] })
    expect(openStateAt(night, at(1300))).toEqual({ isOpen: true, changesAt: at(120, tradeDate('2026-12-01')) })
    expect(openStateAt(night, at(60, tradeDate('2026-12-01')))).toMatchObject({ isOpen: true })
    const day = [{ from: 0, to: 1440 }]
    const always = { monday: day, tuesday: day, wednesday: day, thursday: day, friday: day, saturday: day, sunday: day }
    expect(openStateAt(place(always), at(700))).toEqual({ isOpen: true })
    const closedOn = [tradeDate('2026-12-02')]
    expect(openStateAt(place(always, { closedOn }), at(700))).toMatchObject({
      changesAt: at(0, tradeDate('2026-12-02')),
    })
  })

  it('is not on a day it closes, in another zone’s hours, or where it closed for good', () => {
    expect(openStateAt(place({ monday: [nine] }, { closedOn: [monday] }), at(600)).isOpen).toBe(false)
    expect(openStateAt(place({ monday: [nine] }, { zone: 'America/Sao_Paulo' }), at(400)).isOpen).toBe(true)
    expect(openStateAt(place({ monday: [nine] }, { isClosed: true }), at(600))).toEqual({ isOpen: false })
    expect(openStateAt(place({}), at(600))).toEqual({ isOpen: false })
  })

  it('follows a clock that is set forward', () => {
    // New York, 8 March 2026: 02:00 becomes 03:00.
    const sunday = tradeDate('2026-03-08')
    const open = place({ sunday: [{ from: 60, to: 240 }] }, { zone: 'America/New_York' })
    const start = instantAt(sunday, 60, 'America/New_York')
    expect(openStateAt(open, start)).toEqual({ isOpen: true, changesAt: start + 2 * 3_600_000 })
  })
})
