import { fill, useUi } from '../ui-context.tsx'
import { useNow } from '../use-now.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

interface DueProps {
  /** When it should be done, epoch milliseconds. */
  readonly at: number
  /** From this long before on it is marked. */
  readonly soonMs: number
}

/** When something should be done: `vence en 47 h`, or `vencido hace 20 min`. Counts on by itself. */
export function Due({ at, soonMs }: DueProps) {
  const { words } = useUi()
  const leftMs = at - useNow(minuteMs / 2)
  const minutes = Math.ceil(Math.abs(leftMs) / minuteMs)
  const time =
    minutes < 90
      ? `${minutes} min`
      : minutes < 72 * 60
        ? `${Math.round(minutes / 60)} h`
        : `${Math.round(minutes / (24 * 60))} d`
  const look = leftMs < 0 ? 'font-strong text-danger' : leftMs < soonMs ? 'text-warnink' : ''
  return <span className={`whitespace-nowrap ${look}`}>{fill(leftMs < 0 ? words.overdue : words.due, { time })}</span>
}

/** Queues of a day or more: the last four hours. */
export const soonOfDayMs = 4 * hourMs
/** What is done within a few hours: the last two. */
export const soonOfHoursMs = 2 * hourMs
/** What two people look at together: the last ten minutes. */
export const soonOfHourMs = 10 * minuteMs
