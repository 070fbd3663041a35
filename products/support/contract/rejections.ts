import type { RejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room, in the order they are checked. Numbers 36000 to 36999. */
export const supportRejections = {
  supportUnknown: { name: 'support-unknown', number: 36_000, status: 404, retry: 'final' },
  supportText: { name: 'support-text', number: 36_001, status: 400, retry: 'final' },
  /** It looks like a password, a code, a card or words that restore a wallet. Covered, it may be sent. */
  supportSecret: { name: 'support-secret', number: 36_002, status: 422, retry: 'final' },
  /** What it names is not an order, deposit or withdrawal of the customer's. */
  supportAbout: { name: 'support-about', number: 36_003, status: 404, retry: 'final' },
  supportOpen: { name: 'support-open', number: 36_004, status: 409, retry: 'final' },
  supportOften: { name: 'support-often', number: 36_005, status: 409, retry: 'retryable' },
  supportFull: { name: 'support-full', number: 36_006, status: 409, retry: 'final' },
  supportClosed: { name: 'support-closed', number: 36_007, status: 409, retry: 'final' },
  /** A colleague has it, or nobody took it. */
  supportUntaken: { name: 'support-untaken', number: 36_008, status: 409, retry: 'final' },
  supportTaken: { name: 'support-taken', number: 36_009, status: 409, retry: 'final' },
  /** Staff ask for a secret or for money, name where it should go, or lead out of the app. */
  supportAsks: { name: 'support-asks', number: 36_010, status: 422, retry: 'final' },
  /** More than the firm takes with a message. */
  supportPictures: { name: 'support-pictures', number: 36_011, status: 409, retry: 'final' },
} as const satisfies Record<string, RejectionSpec>
