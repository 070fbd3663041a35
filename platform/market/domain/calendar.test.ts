import { existsSync, readFileSync } from 'node:fs'
import {
  dateOfDayNumber,
  dayNumber,
  type Instant,
  instant,
  instantAt,
  type TradeDate,
  tradeDate,
  wallTime,
  weekday,
} from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import {
  businessDayAfter,
  type CalendarId,
  currentOrNextSession,
  dayStart,
  instrumentOf,
  isBusinessDay,
  nextChange,
  nextOpen,
  sellableAt,
  sessionOf,
  settlesAt,
  stateAt,
  tradeDateOf,
} from './index.ts'

const newYork = 'America/New_York'
const mexico = 'America/Mexico_City'
const at = (date: string, time: string, zone: string): Instant => {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return instantAt(tradeDate(date), hour * 60 + minute, zone)
}
const dates = (from: string, to: string): readonly TradeDate[] => {
  const first = dayNumber(tradeDate(from))
  return Array.from({ length: dayNumber(tradeDate(to)) - first + 1 }, (_, i) => dateOfDayNumber(first + i))
}
const share = (id: string) => {
  const found = instrumentOf(id)
  if (found === undefined) throw new Error(id)
  return found
}

type HoursRow = readonly [CalendarId, date: string, open: string, close: string, zone: string, why: string]

describe('hours', () => {
  it.each<HoursRow>([
    ['XMEX', '2026-01-05', '08:30', '15:00', mexico, 'New York has winter time'],
    ['XMEX', '2026-03-06', '08:30', '15:00', mexico, 'the last Friday of winter time'],
    ['XMEX', '2026-03-09', '07:30', '14:00', mexico, 'the first Monday of summer time in New York'],
    ['XMEX', '2026-07-01', '07:30', '14:00', mexico, 'summer'],
    ['XMEX', '2026-10-30', '07:30', '14:00', mexico, 'the last Friday of summer time'],
    ['XMEX', '2026-11-03', '08:30', '15:00', mexico, 'winter again'],
    ['XNYS', '2026-01-05', '09:30', '16:00', newYork, 'always the same there'],
    ['XNYS', '2026-07-01', '09:30', '16:00', newYork, 'always the same there'],
    ['XNYS', '2026-11-27', '09:30', '13:00', newYork, 'the day after Thanksgiving'],
    ['XNYS', '2026-12-24', '09:30', '13:00', newYork, 'Christmas Eve'],
    ['XNYS', '2025-07-03', '09:30', '13:00', newYork, 'the day before Independence Day'],
    ['XNYS', '2026-07-02', '09:30', '16:00', newYork, 'Independence Day kept on Friday the 3rd shortens nothing'],
  ])('of %s on %s are %s–%s in %s: %s', (calendar, date, open, close, zone) => {
    const session = sessionOf(calendar, tradeDate(date))
    expect(session?.open).toBe(at(date, open, zone))
    expect(session?.close).toBe(at(date, close, zone))
  })

  it('of currencies run from 17:00 New York to 17:00 New York, and rest from Friday to Sunday', () => {
    const monday = sessionOf('FX', tradeDate('2026-03-02'))
    expect(monday?.open).toBe(at('2026-03-01', '17:00', newYork))
    expect(monday?.close).toBe(at('2026-03-02', '17:00', newYork))
    expect(stateAt('FX', at('2026-02-27', '16:59', newYork), 'exchange')).toBe('continuous')
    expect(stateAt('FX', at('2026-02-27', '17:00', newYork), 'exchange')).toBe('closed')
    expect(stateAt('FX', at('2026-03-01', '16:59', newYork), 'exchange')).toBe('closed')
    expect(tradeDateOf('FX', at('2026-03-01', '17:00', newYork))).toBe('2026-03-02')
  })
})

describe('states', () => {
  it.each([
    ['2026-03-02', '07:59', 'closed'],
    ['2026-03-02', '08:00', 'pre'],
    ['2026-03-02', '08:29', 'pre'],
    ['2026-03-02', '08:30', 'continuous'],
    ['2026-03-02', '14:59', 'continuous'],
    ['2026-03-02', '15:00', 'closed'],
    ['2026-03-16', '10:00', 'holiday'],
    ['2026-03-07', '10:00', 'closed'],
  ] as const)('of BMV on %s at %s: %s', (date, time, state) => {
    expect(stateAt('XMEX', at(date, time, mexico), 'exchange')).toBe(state)
    expect(stateAt('XMEX', at(date, time, mexico), 'always')).toBe('continuous')
  })

  it('change where nextChange says, and nowhere between', () => {
    for (const calendar of ['XMEX', 'XNYS', 'FX'] as const) {
      let now: Instant = at('2026-11-20', '03:17', newYork)
      const end = at('2026-12-05', '00:00', newYork)
      while (now < end) {
        const next = nextChange(calendar, now, 'exchange')
        if (next === undefined) throw new Error('a market that keeps hours always changes')
        const state = stateAt(calendar, now, 'exchange')
        for (let step = now; step < next; step = instant(Math.min(step + 60_000, next))) {
          expect(stateAt(calendar, step, 'exchange')).toBe(state)
        }
        now = next
      }
    }
    expect(nextChange('XMEX', at('2026-11-20', '03:17', newYork), 'always')).toBeUndefined()
  })

  it('next open is strictly later, and the current session stays current until its close', () => {
    const open = at('2026-03-02', '09:30', newYork)
    expect(nextOpen('XNYS', open)).toBe(at('2026-03-03', '09:30', newYork))
    expect(nextOpen('XNYS', instant(open - 1))).toBe(open)
    expect(currentOrNextSession('XNYS', instant(open - 1)).date).toBe('2026-03-02')
    expect(currentOrNextSession('XNYS', at('2026-03-06', '16:00', newYork)).date).toBe('2026-03-09')
  })
})

describe('every minute of 2024 to 2027', () => {
  const folder = new URL('../../../../shared/data/calendar/', import.meta.url)
  const recorded = (name: string): { readonly rest: Set<string>; readonly short: Map<string, number> } => {
    const rest = new Set<string>()
    const short = new Map<string, number>()
    for (const line of readFileSync(new URL(name, folder), 'utf8').trim().split('\n').slice(1)) {
      const [date = '', kind, close = ''] = line.split(',')
      if (kind === 'holiday') rest.add(date)
      if (kind === 'earlyClose') short.set(date, Number(close.slice(0, 2)) * 60 + Number(close.slice(3, 5)))
    }
    return { rest, short }
  }

  // The expectation is worked out from the recorded lists and from wall clocks alone, minute by minute.
  const expectMinutes = (calendar: CalendarId, file: string): void => {
    const { rest, short } = recorded(file)
    const wrong: string[] = []
    for (const date of dates('2024-01-01', '2027-12-31')) {
      const trades = weekday(date) <= 5 && !rest.has(date)
      const close = short.get(date) ?? 960
      const midnight = instantAt(date, 0, newYork)
      const next = instantAt(dateOfDayNumber(dayNumber(date) + 1), 0, newYork)
      // Clocks change on Sundays only, when nobody trades: on the others minutes count from midnight.
      for (let minute = 0; midnight + minute * 60_000 < next; minute += 1) {
        const now = instant(midnight + minute * 60_000)
        const expected = trades && minute >= 570 && minute < close
        const found = stateAt(calendar, now, 'exchange') === 'continuous'
        if (found !== expected) wrong.push(`${date} minute ${minute}: ${found}`)
        if (minute % 97 === 0 && tradeDateOf(calendar, now) !== date)
          wrong.push(`${date} minute ${minute} is another day`)
      }
    }
    expect(wrong.slice(0, 5)).toEqual([])
  }

  it('of BMV is as the recorded list of holidays says', () => {
    if (!existsSync(folder)) return console.log('skipped: the recorded calendars are not beside the repository')
    expectMinutes('XMEX', 'mx-equity.csv')
  })

  it('of the US exchanges is as the recorded list of holidays and early closes says', () => {
    if (!existsSync(folder)) return console.log('skipped: the recorded calendars are not beside the repository')
    expectMinutes('XNYS', 'us-equity.csv')
  })

  it('agrees with the recorded lists on every day they have', () => {
    if (!existsSync(folder)) return console.log('skipped: the recorded calendars are not beside the repository')
    for (const [calendar, file, from, to] of [
      ['XMEX', 'mx-equity.csv', '2023-02-01', '2030-12-31'],
      ['XNYS', 'us-equity.csv', '2013-01-01', '2028-12-31'],
    ] as const) {
      const { rest } = recorded(file)
      const wrong = dates(from, to).filter(
        (date) => weekday(date) <= 5 && isBusinessDay(calendar, date) === rest.has(date),
      )
      expect(wrong).toEqual([])
    }
  })

  it('of BMV shows on clocks in Mexico City as the rules say: an hour earlier while New York has summer time', () => {
    for (const date of dates('2024-01-01', '2027-12-31')) {
      const session = sessionOf('XMEX', date)
      if (session === undefined) continue
      const isSummer = wallTime(session.open, newYork).hour * 60 + wallTime(session.open, newYork).minute === 570
      expect(isSummer).toBe(true)
      const { hour, minute } = wallTime(session.open, mexico)
      expect(minute).toBe(30)
      const newYorkAheadHours = 9 - hour
      expect([1, 2]).toContain(newYorkAheadHours)
      expect(newYorkAheadHours === 2).toBe(isNewYorkSummer(date))
    }
  })
})

/** Second Sunday of March to first Sunday of November (Energy Policy Act of 2005). */
function isNewYorkSummer(date: TradeDate): boolean {
  const year = date.slice(0, 4)
  const sunday = (month: string, nth: number): TradeDate => {
    const first = tradeDate(`${year}-${month}-01`)
    return dateOfDayNumber(dayNumber(first) + ((7 - weekday(first)) % 7) + (nth - 1) * 7)
  }
  return date >= sunday('03', 2) && date < sunday('11', 1)
}

describe('selling and settling', () => {
  it.each([
    ['WALMEX.MX', '2026-03-02', '10:00', '2026-03-03', 'a Tuesday'],
    ['WALMEX.MX', '2026-03-06', '10:00', '2026-03-09', 'Friday to Monday'],
    ['WALMEX.MX', '2026-03-13', '10:00', '2026-03-17', 'over a weekend and Benito Juárez'],
    ['WALMEX.MX', '2026-04-01', '10:00', '2026-04-06', 'over Maundy Thursday and Good Friday'],
    ['AAPL.US', '2026-04-02', '10:00', '2026-04-06', 'over Good Friday'],
    ['AAPL.US', '2026-07-02', '10:00', '2026-07-06', 'over Independence Day kept on Friday'],
    ['WALMEX.MX', '2026-03-07', '12:00', '2026-03-09', 'bought on a Saturday in a market that never closes'],
  ])('%s bought on %s at %s may be sold at the open of %s: %s', (id, date, time, unlock) => {
    const found = sellableAt(share(id), at(date, time, mexico))
    expect(found).toBe(at(unlock, '09:30', newYork))
  })

  it.each([
    ['WALMEX.MX', '2024-05-23', '2024-05-27', 'T+2 before the change'],
    ['WALMEX.MX', '2024-05-24', '2024-05-28', 'the last T+2 trade in Mexico settles with the first T+1 one'],
    ['WALMEX.MX', '2024-05-27', '2024-05-28', 'the first T+1 trade in Mexico'],
    ['AAPL.US', '2024-05-24', '2024-05-29', 'the last T+2 trade in the US, over Memorial Day'],
    ['AAPL.US', '2024-05-28', '2024-05-29', 'the first T+1 trade in the US'],
    ['AAPL.US', '2017-09-01', '2017-09-07', 'T+3 before September 2017, over Labor Day'],
    ['AAPL.US', '2025-10-10', '2025-10-14', 'shares trade on Columbus Day but dollars do not move'],
    ['AAPL.US', '2025-10-13', '2025-10-14', 'a trade of Columbus Day settles with those of the Friday before'],
    ['AAPL.US', '2026-04-02', '2026-04-06', 'banks work on Good Friday, the exchange does not'],
    ['WALMEX.MX', '2026-03-13', '2026-03-17', 'over Benito Juárez'],
  ])('%s traded on %s settles on %s: %s', (id, date, settled) => {
    expect(settlesAt(share(id), at(date, '11:00', mexico))).toBe(settled)
  })

  it('counts a trade of a rest day for the next session', () => {
    expect(settlesAt(share('WALMEX.MX'), at('2026-03-07', '12:00', mexico))).toBe('2026-03-10')
  })

  it('counts business days', () => {
    expect(businessDayAfter('XMEX', tradeDate('2026-03-13'), 1)).toBe('2026-03-17')
    expect(businessDayAfter('XMEX', tradeDate('2026-03-13'), 3)).toBe('2026-03-19')
  })
})

it('answers in the desk’s path: a million questions take well under two seconds', () => {
  const start = dayStart('XMEX', tradeDate('2026-03-02'))
  const before = process.cpuUsage().user
  let open = 0
  for (let i = 0; i < 1_000_000; i += 1) {
    if (stateAt(i % 2 === 0 ? 'XMEX' : 'XNYS', instant(start + (i % 300_000) * 1000), 'exchange') === 'continuous')
      open += 1
  }
  expect(open).toBeGreaterThan(0)
  expect((process.cpuUsage().user - before) / 1_000_000).toBeLessThan(2)
})
