/**
 * How long the next sign-in attempt must wait after so many failures in a row.
 * Accounts wait from the 5th failure, doubling from half a minute to an hour; the hundredth stops them until the password
 * is reset, because by then nobody is remembering a password. Networks wait from the 30th: a mobile carrier or an
 * office puts thousands of people behind one address, and one forgetful person must not lock them all out.
 */
const attemptRules = {
  account: { from: 5, firstMs: 30_000, longestMs: 3_600_000, stopAt: 100 },
  /** Staff, by account and network: a guess from elsewhere locks nobody out, and nothing stops for good. */
  staff: { from: 5, firstMs: 30_000, longestMs: 3_600_000, stopAt: Number.POSITIVE_INFINITY },
  network: { from: 30, firstMs: 30_000, longestMs: 3_600_000, stopAt: Number.POSITIVE_INFINITY },
} as const

export type AttemptKind = keyof typeof attemptRules

/** A wait so long that only resetting the password ends it. */
export const stoppedMs = 100 * 365 * 24 * 3_600_000

/** Failures older than this no longer count against a network. */
export const networkForgetsMs = 24 * 3_600_000

/** Milliseconds to wait after the `failures`-th failure in a row. */
export function waitMsAfter(kind: AttemptKind, failures: number): number {
  const { from, firstMs, longestMs, stopAt } = attemptRules[kind]
  if (failures >= stopAt) return stoppedMs
  if (failures < from) return 0
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - from, 30))
}
