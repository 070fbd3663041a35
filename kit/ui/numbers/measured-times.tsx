import { isMeasured, type KnownTimes, measuredCountMin, mostPercent } from '@bolsillo/kernel'
import { fill, useUi } from '../ui-context.tsx'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

interface MeasuredTimesProps {
  readonly times: KnownTimes & { readonly days: number }
  /** The target time, shown as a goal while there are too few cases to measure. */
  readonly goalMs: number
}

/** How long something takes, as a sentence: measured, with its span and number of cases, or called a goal. */
export function MeasuredTimes(props: MeasuredTimesProps) {
  return <span>{useMeasuredTimes()(props)}</span>
}

/** The same as text. */
export function useMeasuredTimes(): (of: MeasuredTimesProps) => string {
  const { words } = useUi()
  return ({ times, goalMs }) =>
    isMeasured(times)
      ? fill(words.measured, {
          share: String(mostPercent),
          of: '100',
          half: spanText(times.p50Ms),
          most: spanText(times.p95Ms),
          days: String(times.days),
          count: String(times.count),
        })
      : fill(words.goal, {
          goal: spanText(goalMs),
          least: String(measuredCountMin),
          days: String(times.days),
          count: String(times.count),
        })
}

/** A duration, rounded up so that nothing appears faster than it was. Units are the same in every language. */
function spanText(ms: number): string {
  if (ms < minuteMs) return `${Math.max(1, Math.ceil(ms / 1000))} s`
  if (ms < 90 * minuteMs) return `${Math.ceil(ms / minuteMs)} min`
  return ms < 2 * dayMs ? `${Math.ceil(ms / hourMs)} h` : `${Math.ceil(ms / dayMs)} d`
}
