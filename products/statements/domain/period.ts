import { dayNumber, type Instant, instantAt, plusDays, type TradeDate, tradeDate, wallTime } from '@bolsillo/kernel'

/** Where days begin and end unless the customer says otherwise. */
export const homeZone = 'America/Mexico_City'
/** No statement is longer: five years with two leap days. */
const daysMax = 5 * 365 + 2

/** Days, both included, and the same as instants: from ≤ at < to. */
export interface Period {
  readonly firstDay: TradeDate
  readonly lastDay: TradeDate
  readonly zone: string
  readonly from: Instant
  readonly to: Instant
}

/** The instants of a range of days; undefined when it runs backwards, begins in the future or is longer than five years. */
export function periodOf(firstDay: TradeDate, lastDay: TradeDate, zone: string, now: Instant): Period | undefined {
  const days = dayNumber(lastDay) - dayNumber(firstDay) + 1
  const today = wallTime(now, zone).date
  if (days < 1 || days > daysMax || firstDay > today) return undefined
  return {
    firstDay,
    lastDay,
    zone,
    from: instantAt(firstDay, 0, zone),
    to: instantAt(plusDays(lastDay, 1), 0, zone),
  }
}

/** A calendar month a statement can be had of. */
interface StatementMonth {
  readonly month: string
  readonly firstDay: TradeDate
  readonly lastDay: TradeDate
  readonly isComplete: boolean
}

/** The months from the first movement to now, newest first. */
export function monthsSince(first: Instant, now: Instant, zone: string): readonly StatementMonth[] {
  const [begins, today] = [wallTime(first, zone).date, wallTime(now, zone).date]
  const months: StatementMonth[] = []
  let month = today.slice(0, 7)
  while (month >= begins.slice(0, 7)) {
    const firstDay = tradeDate(`${month}-01`)
    const lastDay = plusDays(tradeDate(`${monthAfter(month, 1)}-01`), -1)
    months.push({ month, firstDay, lastDay, isComplete: lastDay < today })
    month = monthAfter(month, -1)
  }
  return months
}

function monthAfter(month: string, by: 1 | -1): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const months = year * 12 + number - 1 + by
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
}
