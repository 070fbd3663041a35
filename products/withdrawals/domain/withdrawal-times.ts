/** How long withdrawals took, from being asked for to having arrived. Computed from history, never typed. */
export interface WithdrawalTimes {
  readonly count: number
  /** Milliseconds; absent while nothing has arrived yet. */
  readonly p50?: number
  readonly p95?: number
  /** How many of them took over a day, in basis points. */
  readonly overDayBps?: number
}

/** Below this many arrivals a percentile says nothing: the page says so instead of showing one. */
export const timesCountMin = 5
/** Arrivals of the last so many days count. */
export const timesDays = 90
const dayMs = 86_400_000

/** Nearest rank: the smallest duration that at least `percent` of them did not exceed. */
export function percentile(sorted: readonly number[], percent: number): number | undefined {
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)]
}

/** The figures of a list of durations in milliseconds. */
export function timesOf(durations: readonly number[]): WithdrawalTimes {
  const sorted = [...durations].sort((a, b) => a - b)
  const [p50, p95] = [percentile(sorted, 50), percentile(sorted, 95)]
  if (p50 === undefined || p95 === undefined) return { count: 0 }
  const over = sorted.filter((duration) => duration > dayMs).length
  return { count: sorted.length, p50, p95, overDayBps: Math.round((over * 10_000) / sorted.length) }
}

/** When a withdrawal asked for now may be expected: by the slow twentieth, or by the bound of the review while little is known. */
export function arrivalOf(times: WithdrawalTimes, reviewHoursMax: number): { typicalMs?: number; lateMs: number } {
  if (times.count < timesCountMin || times.p50 === undefined || times.p95 === undefined) {
    return { lateMs: reviewHoursMax * 3_600_000 }
  }
  return { typicalMs: times.p50, lateMs: times.p95 }
}
