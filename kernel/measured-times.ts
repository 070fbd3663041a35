/** One thing that took so long: a withdrawal that arrived, a review that was decided. */
export interface TimedCase {
  readonly ms: number
}

/** How long things took, measured: computed from recorded facts, never typed. */
export interface MeasuredTimes {
  /** How many there were within the last so many days. */
  readonly count: number
  readonly days: number
  /** Milliseconds within which half and 95 of 100 were done; absent while there was none. */
  readonly p50Ms?: number
  readonly p95Ms?: number
  /** How many took over a day, in basis points. */
  readonly overDayBps?: number
}

/** Below this many cases 95 of 100 is only the slowest of them: a page calls what it shows a goal instead. */
export const measuredCountMin = 20
/** The slow end of what is shown: so many of a hundred were done by then. */
export const mostPercent = 95
/** Cases of the last so many days count. */
export const measuredDays = 90
const dayMs = 86_400_000

/** Nearest rank: the smallest duration that at least `percent` of them did not exceed. */
export function percentile(sorted: readonly number[], percent: number): number | undefined {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)]
}

/** The figures of a list of cases of the last `measuredDays`. */
export function measuredTimes(cases: readonly TimedCase[]): MeasuredTimes {
  const sorted = cases.map(({ ms }) => ms).sort((a, b) => a - b)
  const [p50Ms, p95Ms] = [percentile(sorted, 50), percentile(sorted, mostPercent)]
  const known = { count: sorted.length, days: measuredDays }
  if (p50Ms === undefined || p95Ms === undefined) return known
  const over = sorted.filter((ms) => ms > dayMs).length
  return { ...known, p50Ms, p95Ms, overDayBps: Math.round((over * 10_000) / sorted.length) }
}

/** What says whether something is measured, as a reply has it. */
export interface KnownTimes {
  readonly count: number
  readonly p50Ms?: number | undefined
  readonly p95Ms?: number | undefined
}

/** Whether there are enough cases to show how long they took; with fewer there is only a goal. */
export function isMeasured<Times extends KnownTimes>(
  times: Times,
): times is Times & { readonly p50Ms: number; readonly p95Ms: number } {
  return times.count >= measuredCountMin && times.p50Ms !== undefined && times.p95Ms !== undefined
}
