import type { RejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room: 19200 to 19399. */
export const approvalsRejections = {
  approvalUnknown: { name: 'approval-unknown', number: 19_200, status: 404, retry: 'final' },
  approvalClosed: { name: 'approval-closed', number: 19_201, status: 409, retry: 'final' },
  approvalExpired: { name: 'approval-expired', number: 19_202, status: 410, retry: 'final' },
  /** Maker and checker are two people. */
  approvalOwn: { name: 'approval-own', number: 19_203, status: 403, retry: 'final' },
  /** What was seen is no longer what is stored: look again. */
  approvalChanged: { name: 'approval-changed', number: 19_204, status: 409, retry: 'retryable' },
  reasonUnlisted: { name: 'reason-unlisted', number: 19_205, status: 400, retry: 'final' },
  /** Another proposal about the same is open. */
  approvalOpen: { name: 'approval-open', number: 19_206, status: 409, retry: 'retryable' },
  /** The maker's second factor was given too long ago. */
  factorStale: { name: 'factor-stale', number: 19_207, status: 403, retry: 'retryable' },
  /** The decision was made without the second factor. */
  factorMissing: { name: 'approval-factor-missing', number: 19_208, status: 400, retry: 'retryable' },
  /** Proposer and decider share a key, a device, papers or an acceptance: to the rule they are one person. */
  approvalOnePerson: { name: 'approval-one-person', number: 19_209, status: 403, retry: 'final' },
  /** A customer account of whoever asks, or a case of it: known by the papers. */
  ownAccount: { name: 'approval-own-account', number: 19_213, status: 403, retry: 'final' },
  /** Whoever agreed is one of the people it takes, not two. */
  approvalAgreed: { name: 'approval-agreed', number: 19_212, status: 403, retry: 'final' },
  /** Somebody looked at the papers of too many customers within an hour. */
  viewsTooMany: { name: 'customer-views-too-many', number: 19_210, status: 429, retry: 'retryable' },
  /** No such case, of another customer, over, or one's own proposal. */
  caseUnfit: { name: 'customer-case-unfit', number: 19_211, status: 403, retry: 'final' },
  customerUnknown: { name: 'customer-unknown', number: 19_220, status: 404, retry: 'final' },
  alreadyRestricted: { name: 'already-restricted', number: 19_221, status: 409, retry: 'retryable' },
  notRestricted: { name: 'not-restricted', number: 19_222, status: 409, retry: 'retryable' },
  /** A restriction ends by itself: it must lie ahead, and within the longest. */
  untilUnfit: { name: 'restriction-until-unfit', number: 19_223, status: 400, retry: 'final' },
  settingUnknown: { name: 'setting-unknown', number: 19_230, status: 404, retry: 'final' },
  settingValue: { name: 'setting-value-unfit', number: 19_231, status: 400, retry: 'final' },
  settingSame: { name: 'setting-value-same', number: 19_232, status: 409, retry: 'retryable' },
  /** A change is announced before it takes effect. */
  effectiveUnfit: { name: 'setting-effective-unfit', number: 19_233, status: 400, retry: 'retryable' },
  staffUnknown: { name: 'staff-unknown', number: 19_250, status: 404, retry: 'final' },
  staffAccountUnfit: { name: 'staff-account-unfit', number: 19_251, status: 400, retry: 'final' },
  staffAccountTaken: { name: 'staff-account-taken', number: 19_252, status: 409, retry: 'retryable' },
  /** None, one that does not exist, or the same as now. */
  staffRoles: { name: 'staff-roles-unfit', number: 19_253, status: 400, retry: 'retryable' },
  /** Somebody must stay who can invite others. */
  staffLastAdmin: { name: 'staff-last-admin', number: 19_254, status: 409, retry: 'retryable' },
  staffInvitationUnknown: { name: 'staff-invitation-unknown', number: 19_255, status: 404, retry: 'retryable' },
  settingNotice: { name: 'setting-needs-notice', number: 19_234, status: 409, retry: 'retryable' },
  pauseTooLong: { name: 'pause-too-long', number: 19_241, status: 409, retry: 'retryable' },
  pauseTooOften: { name: 'pause-too-often', number: 19_242, status: 409, retry: 'retryable' },
  /** Staff are identified as customers are: the customer named is not verified, or is none. */
  staffPapersMissing: { name: 'staff-papers-missing', number: 19_256, status: 409, retry: 'retryable' },
  /** Somebody who works here, or is invited, has these papers. */
  staffPapersTaken: { name: 'staff-papers-taken', number: 19_257, status: 409, retry: 'retryable' },
  staffNumberWrong: { name: 'staff-number-wrong', number: 19_258, status: 403, retry: 'retryable' },
  /** Nothing waits for a number there, it is over, or it was tried too often: the account is ended and invited anew. */
  staffNumberVoid: { name: 'staff-number-void', number: 19_259, status: 409, retry: 'final' },
  /** Only who approved the invitation types the number in. */
  staffNumberNotYours: { name: 'staff-number-not-yours', number: 19_260, status: 403, retry: 'final' },
  notPaused: { name: 'not-paused', number: 19_240, status: 409, retry: 'retryable' },
} as const satisfies Readonly<Record<string, RejectionSpec>>

/** What `Approvals.propose` may answer, in the order it is checked: for the contracts of the calls that propose. */
export const proposeRejections = [
  approvalsRejections.reasonUnlisted,
  approvalsRejections.factorStale,
  approvalsRejections.ownAccount,
  approvalsRejections.approvalOpen,
] as const
