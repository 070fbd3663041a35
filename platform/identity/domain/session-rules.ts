const minuteMs = 60_000

/** How long sessions last. Idle counts from the last request, the longest from the sign-in; staff have less of both. */
export const sessionRules = {
  customer: { idleMs: 15 * minuteMs, longestMs: 12 * 60 * minuteMs },
  operator: { idleMs: 10 * minuteMs, longestMs: 8 * 60 * minuteMs },
  /** A sixth sign-in ends the oldest session. */
  most: 5,
  /** The last use is noted at most this often, so that reading costs no write. */
  notedEveryMs: minuteMs,
} as const

/** One-time codes. */
export const codeRules = {
  digits: 6,
  lifeMs: 10 * minuteMs,
  tries: 5,
  /** Per address, all purposes together. */
  perHour: 5,
  gapMs: 30_000,
} as const

const hourMs = 60 * minuteMs

/**
 * For so long at least nothing is opened on credit after a change of what protects the account, and destinations that were
 * new at the change wait. No setting makes it shorter.
 */
export const accountHoldMs = 24 * hourMs

/** When the next code may be sent to an address, given when the last ones were, newest first. */
export function nextCodeAt(sentAt: readonly number[], nowMs: number): number {
  const [newest] = sentAt
  const afterGap = newest === undefined ? nowMs : newest + codeRules.gapMs
  const oldestThatCounts = sentAt[codeRules.perHour - 1]
  const afterHour = oldestThatCounts === undefined ? nowMs : oldestThatCounts + hourMs
  return Math.max(nowMs, afterGap, afterHour)
}
