/** A case with its duration: a withdrawal that arrived, a review that was decided. */
export interface TimedCase {
  readonly ms: number
}

/** Measured durations: computed from recorded facts, never entered. */
export interface MeasuredTimes {
  /** The number of cases within the last `measuredDays`. */
  readonly count: number
  readonly days: number
  /** Milliseconds within which 50 % and 95 % were done; absent while there is no case. */
  readonly p50Ms?: number
  readonly p95Ms?: number
  /** The share that took over a day, in basis points. */
  readonly overDayBps?: number
}

/** With fewer cases the 95th percentile is just the slowest one: a page shows a goal instead. */
export const measuredCountMin = 20
/** The upper percentile that pages show. */
export const mostPercent = 95
/** Cases of this many days count. */
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

/** The part of a reply that says whether enough was measured. */
export interface KnownTimes {
  readonly count: number
  readonly p50Ms?: number | undefined
  readonly p95Ms?: number | undefined
}

/** Whether there are enough cases to show durations; with fewer a page shows a goal. */
export function isMeasured<Times extends KnownTimes>(
  times: Times,
): times is Times & { readonly p50Ms: number; readonly p95Ms: number } {
  return times.count >= measuredCountMin && times.p50Ms !== undefined && times.p95Ms !== undefined
}
