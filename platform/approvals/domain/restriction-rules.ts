import type { Instant } from '@bolsillo/kernel'

/** Why a customer may be restricted, and no other reason: each is the law's or the customer's own. */
export const restrictReasons = [
  'court-order',
  'official-list',
  /** What the law demands and may forbid to explain. */
  'legal-duty',
  'account-stolen',
  'owner-request',
  'owner-deceased',
] as const
export type RestrictReason = (typeof restrictReasons)[number]

/** Why a customer may be freed before the end. */
export const freeReasons = ['order-lifted', 'duty-ended', 'owner-identified', 'owner-request', 'our-mistake'] as const

/** The longest restriction; going on takes two people again. */
export const restrictionDaysMax = 90
const dayMs = 86_400_000
const hourMs = 3_600_000

/** Whether a restriction may end then: two hours ahead, since a proposal waits for one, and not beyond the longest. */
export function isFitEnd(until: Instant, now: Instant): boolean {
  return until >= now + 2 * hourMs && until <= now + restrictionDaysMax * dayMs
}
