import type { TradeDate } from '@bolsillo/kernel'
import { tradeDate } from '@bolsillo/kernel'

/** `XMEX`: BMV and BIVA. `XNYS`: the exchanges of the United States. `FX`: currency pairs. `24/7`: coins, always open. */
export type CalendarId = 'XMEX' | 'XNYS' | 'FX' | '24/7'

/** Minutes after local midnight, in force from a date on. */
export interface HoursRow {
  readonly from: TradeDate
  readonly openMinute: number
  readonly closeMinute: number
  /** How long before the open orders are shown as waiting (`pre`). */
  readonly preMinutes: number
}

/**
 * Where a calendar's clock hangs, and its hours. BMV follows New York, not Mexico City: 08:30–15:00 there in winter,
 * 07:30–14:00 while New York has summer time; so its clock hangs in New York and the hours never change.
 * The currency day runs from 17:00 to 17:00 New York: its trade date starts seven hours before midnight.
 */
interface CalendarFacts {
  readonly id: CalendarId
  readonly zone: string
  /** The zone times are shown in to customers of this market. */
  readonly shownZone: string
  /** When a trade date begins, in minutes after local midnight of that date. */
  readonly dayStartMinute: number
  readonly hours: readonly HoursRow[]
  /** What the early close of a short day is, in minutes after local midnight. */
  readonly earlyCloseMinute?: number
  /** Every date is a business day: no weekends, no holidays. */
  readonly neverRests?: boolean
}

const always = tradeDate('1970-01-01')

export const calendarFacts: Readonly<Record<CalendarId, CalendarFacts>> = {
  XMEX: {
    id: 'XMEX',
    zone: 'America/New_York',
    shownZone: 'America/Mexico_City',
    dayStartMinute: 0,
    hours: [{ from: always, openMinute: 570, closeMinute: 960, preMinutes: 30 }],
  },
  XNYS: {
    id: 'XNYS',
    zone: 'America/New_York',
    shownZone: 'America/New_York',
    dayStartMinute: 0,
    hours: [{ from: always, openMinute: 570, closeMinute: 960, preMinutes: 330 }],
    earlyCloseMinute: 780,
  },
  FX: {
    id: 'FX',
    zone: 'America/New_York',
    shownZone: 'America/Mexico_City',
    dayStartMinute: -420,
    hours: [{ from: always, openMinute: -420, closeMinute: 1020, preMinutes: 0 }],
  },
  // Coins know no country: their days are those of UTC, as every exchange of them counts.
  '24/7': {
    id: '24/7',
    zone: 'UTC',
    shownZone: 'America/Mexico_City',
    dayStartMinute: 0,
    hours: [{ from: always, openMinute: 0, closeMinute: 1440, preMinutes: 0 }],
    neverRests: true,
  },
}
