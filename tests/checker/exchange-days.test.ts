import { describe, expect, it } from 'vitest'
import { sellableFrom, settlementDay } from './exchange-days.ts'

const at = (text: string): number => Date.parse(text)

describe('the checker’s calendar', () => {
  it.each([
    ['a Thursday in winter', 'MX', '2026-03-05T16:00:00Z', '2026-03-06T14:30:00Z'],
    ['the Friday before New York’s summer time', 'MX', '2026-03-06T16:00:00Z', '2026-03-09T13:30:00Z'],
    ['the day before Holy Week’s rest in Mexico', 'MX', '2026-04-01T16:00:00Z', '2026-04-06T13:30:00Z'],
    ['the same day in New York, which rests on Friday only', 'US', '2026-04-01T16:00:00Z', '2026-04-02T13:30:00Z'],
    ['a Saturday, in a practice market that never closes', 'MX', '2026-11-21T11:00:00Z', '2026-11-23T14:30:00Z'],
    ['late in the evening of Mexico, the next day of UTC', 'MX', '2026-03-06T03:00:00Z', '2026-03-06T14:30:00Z'],
  ] as const)('lets what was bought on %s be sold at the next open', (_, country, bought, free) => {
    expect(new Date(sellableFrom(country, at(bought))).toISOString()).toBe(new Date(free).toISOString())
  })

  it.each([
    ['one day later', 'US', '2026-03-05T16:00:00Z', '2026-03-06'],
    ['from a Saturday counted as Monday', 'MX', '2026-11-21T11:00:00Z', '2026-11-24'],
    ['past a day on which only banks rest', 'US', '2026-10-09T16:00:00Z', '2026-10-13'],
    ['two days later, as it was until May 2024', 'MX', '2024-05-23T16:00:00Z', '2024-05-27'],
  ] as const)('settles %s', (_, country, traded, settles) => {
    expect(settlementDay(country, at(traded))).toBe(settles)
  })

  it('says so when its lists end', () => {
    expect(() => sellableFrom('MX', at('2031-01-02T16:00:00Z'))).toThrow(/do not reach 2031/)
  })
})
