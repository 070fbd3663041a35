import { codeRules } from '@bolsillo/factors/domain'
import { type Instant, plusMs } from '@bolsillo/kernel'

const secondMs = 1_000
const minuteMs = 60 * secondMs
const dayMs = 24 * 60 * minuteMs

/** A notice is still worth reading days later; after that its links are close to their end. */
const noticeLifeMs = 3 * dayMs
/** What ended stays for staff to look at. */
export const keptMs = 90 * dayMs
/** How long after it left a provider may say the outcome of a message. Later ones are stale. */
export const receiptLifeMs = 4 * dayMs
/** Whom WhatsApp did not reach gets SMS this long. */
export const missedMs = 30 * dayMs
const waitFirstMs = 5 * secondMs
/** Whoever waits for a code looks at the screen: it is tried again each half minute while it is good. */
const codeWaitMaxMs = 30 * secondMs
const noticeWaitMaxMs = 15 * minuteMs

/** How long things last, for texts that say so. */
export const lasting = {
  days: keptMs / dayMs,
  codeMinutes: codeRules.lifeMs / minuteMs,
  noticeDays: noticeLifeMs / dayMs,
} as const

/** Until when a message may be sent: a code until it ends, so that nobody receives one that opens nothing. */
export function expiresAt(message: { readonly at: Instant; readonly code?: string | undefined }): Instant {
  return plusMs(message.at, message.code === undefined ? noticeLifeMs : codeRules.lifeMs)
}

/** When a message is tried again after `tries` tries: doubling waits. */
export function nextTryAt(now: Instant, tries: number, hasCode: boolean): Instant {
  const max = hasCode ? codeWaitMaxMs : noticeWaitMaxMs
  return plusMs(now, Math.min(max, waitFirstMs * 2 ** Math.min(tries - 1, 20)))
}
