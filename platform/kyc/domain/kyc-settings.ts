import { defineSetting, type Setting } from '@bolsillo/settings/domain'

/** What may change without a release, beside the limits of the levels. */
export const kycSettings = {
  reviewHours: defineSetting({
    key: 'kyc.review-hours',
    type: 'whole',
    standard: 24,
    min: 1,
    max: 240,
    purpose: 'Hours within which documents are reviewed: published to customers, and the deadline of the queue.',
    publicName: 'identityReviewHours',
  }),
} as const satisfies Readonly<Record<string, Setting>>
