import type { RejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room: 14000–14999. */
export const rejections = {
  practiceGrantTaken: { name: 'practice-grant-taken', number: 14_001, status: 409, retry: 'final' },
  practiceMoneyGone: { name: 'practice-money-gone', number: 14_002, status: 409, retry: 'retryable' },
  /** More of one of its assets is owed to customers than the firm holds: nothing of it is credited. */
  practiceHalted: { name: 'practice-halted', number: 14_007, status: 409, retry: 'retryable' },
  accountUnknown: { name: 'account-unknown', number: 14_003, status: 404, retry: 'final' },
  entryUnknown: { name: 'entry-unknown', number: 14_004, status: 404, retry: 'final' },
  treeUnsigned: { name: 'tree-unsigned', number: 14_005, status: 404, retry: 'retryable' },
  treeBeyond: { name: 'tree-beyond', number: 14_006, status: 404, retry: 'retryable' },
} as const satisfies Readonly<Record<string, RejectionSpec>>
