import { pauseDaysSpan, pauseHoursInAll, pauseTimesMax } from './operations-settings.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A pause as it was begun, lengthened or ended: until when, decided when. 0: ended. */
export interface PauseChange {
  readonly until: number
  readonly decidedAt: number
}

/** Why a pause cannot be begun or lengthened. */
type PauseProblem = 'too-long' | 'too-often'

/** One pause: when it was begun, and when it ended or will. */
interface Pause {
  readonly from: number
  readonly until: number
}

/** The pauses there were and are, from every change in the order they were made. */
function pausesOf(changes: readonly PauseChange[]): readonly Pause[] {
  const pauses: Pause[] = []
  for (const { until, decidedAt } of changes) {
    const last = pauses.at(-1)
    if (last !== undefined && last.until > decidedAt) {
      pauses[pauses.length - 1] = { from: last.from, until: Math.max(until, decidedAt) }
    } else if (until > decidedAt) pauses.push({ from: decidedAt, until })
  }
  return pauses
}

/**
 * Why nobody may pause now until then. A pause ends 72 hours after it was begun, lengthened or not, and no more than two
 * are begun in any 30 days. Ending one is always possible.
 */
export function pauseProblem(
  changes: readonly PauseChange[],
  { until, now }: { readonly until: number; readonly now: number },
): PauseProblem | undefined {
  if (until <= now) return undefined
  const pauses = pausesOf(changes)
  const running = pauses.at(-1)
  const from = running !== undefined && running.until > now ? running.from : now
  if (until - from > pauseHoursInAll * hourMs) return 'too-long'
  const begun = pauses.filter((pause) => pause.from > now - pauseDaysSpan * dayMs)
  return from === now && begun.length >= pauseTimesMax ? 'too-often' : undefined
}
