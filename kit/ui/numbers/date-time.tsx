import { classes } from '../classes.ts'
import {
  type DateTimeOptions,
  dayOf,
  formatDateTime,
  formatDay,
  formatShortDay,
  weekdayIndex,
} from '../format/date-format.ts'
import { useUi } from '../ui-context.tsx'

interface DateTimeProps extends DateTimeOptions {
  /** Epoch milliseconds. */
  readonly at: number
  /** Puts the weekday before the day: `lunes 23-11-2026 08:30`. */
  readonly weekday?: 'long' | 'short'
  /** Another zone than the customer's: an exchange's. */
  readonly zone?: string
  readonly className?: string
}

/** A moment as dd-mm-yyyy hh:mm in the customer's zone. */
export function DateTime({ at, shows = 'minute', weekday, zone, className }: DateTimeProps) {
  const ui = useUi()
  const inZone = zone ?? ui.zone
  const names = weekday === 'long' ? ui.words.weekdays : ui.words.weekdaysShort
  const day = weekday === undefined ? '' : `${names[weekdayIndex(dayOf(at, inZone))]} `
  return (
    <time dateTime={new Date(at).toISOString()} className={classes('whitespace-nowrap', className)}>
      {day}
      {formatDateTime(at, inZone, { shows })}
    </time>
  )
}

interface DayProps {
  /** A day without a zone: `2026-11-23`. */
  readonly date: string
  readonly weekday?: 'long' | 'short'
  /** Leaves the year out: `23-11`. */
  readonly short?: boolean
  readonly className?: string
}

/** A trade date: `23-11-2026`, `lun 23-11`. */
export function Day({ date, weekday, short = false, className }: DayProps) {
  const { words } = useUi()
  const names = weekday === 'long' ? words.weekdays : words.weekdaysShort
  return (
    <time dateTime={date} className={classes('whitespace-nowrap', className)}>
      {weekday === undefined ? '' : `${names[weekdayIndex(date)]} `}
      {short ? formatShortDay(date) : formatDay(date)}
    </time>
  )
}
