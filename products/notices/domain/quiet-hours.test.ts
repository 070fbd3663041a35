import { instantAt, tradeDate } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { quietUntil, readMinute, writeMinute } from './quiet-hours.ts'

const zone = 'America/Mexico_City'
const on = (day: string, time: string, where = zone) => instantAt(tradeDate(day), readMinute(time) ?? -1, where)
const hours = (from: string, to: string, where = zone) => ({
  fromMinute: readMinute(from) ?? -1,
  toMinute: readMinute(to) ?? -1,
  zone: where,
})

describe('quiet hours', () => {
  it.each([
    ['2026-11-21', '21:59', undefined],
    ['2026-11-21', '22:00', on('2026-11-22', '07:00')],
    ['2026-11-22', '00:00', on('2026-11-22', '07:00')],
    ['2026-11-22', '06:59', on('2026-11-22', '07:00')],
    ['2026-11-22', '07:00', undefined],
  ])('over night: %s %s', (day, time, end) => {
    expect(quietUntil(hours('22:00', '07:00'), on(day, time))).toBe(end)
  })

  it.each([
    ['12:59', undefined],
    ['13:00', '15:30'],
    ['15:29', '15:30'],
    ['15:30', undefined],
  ])('within a day: %s', (time, end) => {
    const until = quietUntil(hours('13:00', '15:30'), on('2026-11-21', time))
    expect(until).toBe(end === undefined ? undefined : on('2026-11-21', end))
  })

  it('end by the clocks of their zone, also in the nights when those are changed', () => {
    const madrid = 'Europe/Madrid'
    const quiet = hours('22:00', '07:00', madrid)
    // Clocks go back in the first of these nights, and forward in the second.
    for (const [day, next] of [
      ['2026-10-24', '2026-10-25'],
      ['2027-03-27', '2027-03-28'],
    ] as const)
      expect(quietUntil(quiet, on(day, '23:00', madrid))).toBe(on(next, '07:00', madrid))
  })

  it('are over when the clocks are set back behind their end', () => {
    const madrid = 'Europe/Madrid'
    // 02:10 for the second time: the hours end at 02:30, which was already.
    const second = on('2026-10-25', '02:10', madrid) + 3_600_000
    expect(quietUntil(hours('22:00', '02:30', madrid), second as never)).toBeUndefined()
  })
})

it.each(['7:00', '24:00', '12:60', '12.30', '', '12:3', ' 12:30'])('%s is no time', (text) => {
  expect(readMinute(text)).toBeUndefined()
})

it('writes the times it reads', () => {
  for (let minute = 0; minute < 1440; minute += 7) expect(readMinute(writeMinute(minute))).toBe(minute)
})
