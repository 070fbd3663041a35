import { rejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room, 11000 to 11999. */
export const identityRejections = {
  phoneMalformed: rejectionSpec('phone-malformed', 11001),
  emailMalformed: rejectionSpec('email-malformed', 11002),
  areaUnknown: rejectionSpec('area-code-unknown', 11003),
  /** Neither a session nor an account says whom the code is for. */
  accountMissing: rejectionSpec('account-missing', 11004),
  consentsNeeded: rejectionSpec('consents-needed', 11006),
  captchaWrong: rejectionSpec('captcha-wrong', 11007, 422, 'retryable'),
  /** Wrong, too old, used, tried too often or never sent: one answer for all, so that none tells anything. */
  codeWrong: rejectionSpec('code-wrong', 11008),
  codesTooMany: rejectionSpec('codes-too-many', 11009, 429, 'retryable'),
  inviteCodeUnknown: rejectionSpec('invite-code-unknown', 11010),
  passwordLength: rejectionSpec('password-length', 11011),
  passwordUnstorable: rejectionSpec('password-characters', 11012),
  passwordCommon: rejectionSpec('password-common', 11013),
  passwordNamesAccount: rejectionSpec('password-names-account', 11014),
  passwordUnchanged: rejectionSpec('password-unchanged', 11015, 409),
  credentialsWrong: rejectionSpec('credentials-wrong', 11020, 403),
  attemptsTooMany: rejectionSpec('attempts-too-many', 11021, 429, 'retryable'),
  accountDisabled: rejectionSpec('account-disabled', 11022, 403),
  tradePasswordMalformed: rejectionSpec('trade-password-malformed', 11030),
  tradePasswordCommon: rejectionSpec('trade-password-common', 11031),
  tradePasswordWrong: rejectionSpec('trade-password-wrong', 11032, 403),
  tradePasswordLocked: rejectionSpec('trade-password-locked', 11033, 423, 'retryable'),
  withdrawalPasswordMalformed: rejectionSpec('withdrawal-password-malformed', 11034),
  withdrawalPasswordCommon: rejectionSpec('withdrawal-password-common', 11035),
  withdrawalPasswordWrong: rejectionSpec('withdrawal-password-wrong', 11036, 403),
  withdrawalPasswordLocked: rejectionSpec('withdrawal-password-locked', 11037, 423, 'retryable'),
  /** Used, too old or never made: one answer for all. */
  freezeLinkUnknown: rejectionSpec('freeze-link-unknown', 11041, 404),
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
  /** Used, too old, replaced or never made: one answer for all. */
  invitationUnknown: rejectionSpec('invitation-unknown', 11061, 404),
  nicknameMalformed: rejectionSpec('nickname-malformed', 11062),
  capMalformed: rejectionSpec('cap-malformed', 11063),
  notFrozen: rejectionSpec('not-frozen', 11064, 409),
  /** Unknown, removed, of somebody else or with a wrong signature: one answer for all. */
  passkeyWrong: rejectionSpec('passkey-wrong', 11065, 403),
  /** A member of staff has a passkey nobody else of the staff has. */
  passkeyOfAnother: rejectionSpec('passkey-of-another', 11066, 409),
  /** Only whoever came in with a passkey may switch the password off: then it is known to work. */
  keyNotTried: rejectionSpec('key-not-tried', 11068, 409),
  /** The last passkey of somebody who comes in with nothing else. */
  keyOnlyLast: rejectionSpec('key-only-last', 11067, 409),
  sessionUnknown: rejectionSpec('session-unknown', 11040, 404),
} as const

/** What every call refuses that asks for the trade password. */
export const tradePasswordRejections = [
  identityRejections.tradePasswordWrong,
  identityRejections.tradePasswordLocked,
] as const
