import type { Instant } from '@bolsillo/kernel'

/** Why a setting is changed. */
export const settingReasons = [
  'cost-changed',
  'law-changed',
  'risk-changed',
  'service-improved',
  'mistake-corrected',
] as const

/** Why something is paused. */
export const pauseReasons = [
  'provider-down',
  'security-incident',
  'books-differ',
  'market-disorder',
  'authority-order',
] as const

/** Why a pause ends before its time. */
export const resumeReasons = ['cause-gone', 'our-mistake'] as const

const hourMs = 3_600_000
const yearMs = 366 * 24 * hourMs

/** Whether a change may take effect then: not before a proposal made now has expired, and within a year. */
export function isFitEffect(effectiveAt: Instant, now: Instant): boolean {
  return effectiveAt >= now + hourMs && effectiveAt <= now + yearMs
}
