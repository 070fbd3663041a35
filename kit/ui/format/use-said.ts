import { formatAmount, formatDecimal, formatPercent } from '@bolsillo/kernel'
import { useUi } from '../ui-context.tsx'
import { dayOf, formatDateTime, formatDay, weekdayIndex } from './date-format.ts'

/** Figures and times as text, for use within sentences. Outside of sentences use the parts of kit/ui. */
export interface Said {
  /** `MX$ 1,234.50` */
  readonly amount: (value: string, currency: string) => string
  /** A price with all its decimals. */
  readonly price: (value: string) => string
  /** A rate of exchange, four decimals. */
  readonly rate: (value: string) => string
  /** A size without useless zeros: `12.5`. */
  readonly quantity: (value: string) => string
  readonly percent: (value: string) => string
  /** `25 %`: a part of a whole, without useless decimals. */
  readonly share: (value: string) => string
  /** `lunes 23-11-2026, 08:30` in the customer's zone. */
  readonly moment: (at: number) => string
  /** `lun 23-11` */
  readonly shortDay: (at: number) => string
  /** `08:30` today, with the weekday on other days. */
  readonly time: (at: number, now: number) => string
  /** `08:30:15`, of an instant that is seconds away. */
  readonly timeSecond: (at: number) => string
  /** `lunes 23-11-2026` of a day without a zone. */
  readonly day: (date: string) => string
}

/** Formats figures and times in the customer's language and zone. */
export function useSaid(): Said {
  const { style, zone, words } = useUi()
  const weekday = (date: string): string => words.weekdays[weekdayIndex(date)] ?? ''
  return {
    amount: (value, currency) => formatAmount(value, currency, style),
    price: (value) => formatDecimal(value, style),
    rate: (value) => formatDecimal(value, style, { decimals: 4 }),
    quantity: (value) => formatDecimal(value, style, { decimals: { min: 0, max: 12 } }),
    percent: (value) => formatPercent(value, style, { decimals: 2 }),
    share: (value) => formatPercent(value, style, { decimals: { min: 0, max: 12 } }),
    moment: (at) =>
      `${weekday(dayOf(at, zone))} ${formatDateTime(at, zone, { shows: 'date' })}, ${formatDateTime(at, zone, { shows: 'time' })}`,
    shortDay: (at) =>
      `${words.weekdaysShort[weekdayIndex(dayOf(at, zone))]} ${formatDateTime(at, zone, { shows: 'date' }).slice(0, 5)}`,
    time: (at, now) => {
      const time = formatDateTime(at, zone, { shows: 'time' })
      return dayOf(at, zone) === dayOf(now, zone) ? time : `${weekday(dayOf(at, zone))} ${time}`
    },
    timeSecond: (at) => formatDateTime(at, zone, { shows: 'timeSecond' }),
    day: (date) => `${weekday(date)} ${formatDay(date)}`,
  }
}
