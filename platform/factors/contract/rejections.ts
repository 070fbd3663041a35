import { rejectionSpec } from '@bolsillo/kernel'

/** Refusals of what somebody proves who they are with: numbers of identity, 11000 to 11999, whose words they have. */
export const factorRejections = {
  credentialsWrong: rejectionSpec('credentials-wrong', 11020, 403),
  attemptsTooMany: rejectionSpec('attempts-too-many', 11021, 429, 'retryable'),
  tradePasswordWrong: rejectionSpec('trade-password-wrong', 11032, 403),
  tradePasswordLocked: rejectionSpec('trade-password-locked', 11033, 423, 'retryable'),
  withdrawalPasswordWrong: rejectionSpec('withdrawal-password-wrong', 11036, 403),
  withdrawalPasswordLocked: rejectionSpec('withdrawal-password-locked', 11037, 423, 'retryable'),
  /** Neither a code nor a passkey's answer came with the request. */
  factorMissing: rejectionSpec('factor-missing', 11050, 403, 'retryable'),
  /** Used, too old, tried too often, somebody else's, or made for something else than what was asked. */
  factorChallengeVoid: rejectionSpec('factor-challenge-void', 11051, 409),
  factorWrong: rejectionSpec('factor-wrong', 11052, 403),
  /** The first code of an app that is being set up. */
  factorCodeWrong: rejectionSpec('factor-code-wrong', 11053, 422),
  factorSetAlready: rejectionSpec('factor-set-already', 11054, 409),
  factorUnknown: rejectionSpec('factor-unknown', 11055, 404),
  passkeyUnusable: rejectionSpec('passkey-unusable', 11056, 422),
  passkeysTooMany: rejectionSpec('passkeys-too-many', 11057, 409),
  passkeyNeedsPage: rejectionSpec('passkey-needs-page', 11058, 422),
  /** What a challenge is to be bound to is not a list of texts. */
  boundMalformed: rejectionSpec('bound-malformed', 11059),
  /** Nobody of the staff is without a second factor. */
  factorLast: rejectionSpec('factor-last', 11060, 409),
  /** Unknown, removed, of somebody else or with a wrong signature: one answer for all. */
  passkeyWrong: rejectionSpec('passkey-wrong', 11065, 403),
  /** A member of staff has a passkey nobody else of the staff has. */
  passkeyOfAnother: rejectionSpec('passkey-of-another', 11066, 409),
  /** The last passkey of somebody who comes in with nothing else. */
  keyOnlyLast: rejectionSpec('key-only-last', 11067, 409),
} as const
