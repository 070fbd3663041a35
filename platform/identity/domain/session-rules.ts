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

const hourMs = 60 * minuteMs

/**
 * For so long at least nothing is opened on credit after a change of what protects the account, and destinations that were
 * new at the change wait. No setting makes it shorter.
 */
export const accountHoldMs = 24 * hourMs
