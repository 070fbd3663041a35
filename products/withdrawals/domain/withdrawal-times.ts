import { isMeasured, type MeasuredTimes } from '@bolsillo/kernel'

/** When a withdrawal asked for now may be expected: by the slow twentieth, or by the bound of the review while little is known. */
export function arrivalOf(
  times: MeasuredTimes,
  reviewHoursMax: number,
): { typicalMs?: number; lateMs: number; count: number; days: number } {
  const { count, days } = times
  if (!isMeasured(times)) return { lateMs: reviewHoursMax * 3_600_000, count, days }
  return { typicalMs: times.p50Ms, lateMs: times.p95Ms, count, days }
}
