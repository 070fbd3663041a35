const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** One-time codes. */
export const codeRules = {
  digits: 6,
  lifeMs: 10 * minuteMs,
  tries: 5,
  /** Per address, all purposes together. */
  perHour: 5,
  gapMs: 30_000,
} as const

/** When the next code may be sent to an address, given when the last ones were, newest first. */
export function nextCodeAt(sentAt: readonly number[], nowMs: number): number {
  const [newest] = sentAt
  const afterGap = newest === undefined ? nowMs : newest + codeRules.gapMs
  const oldestThatCounts = sentAt[codeRules.perHour - 1]
  const afterHour = oldestThatCounts === undefined ? nowMs : oldestThatCounts + hourMs
  return Math.max(nowMs, afterGap, afterHour)
}
