import { factorRejections } from '@bolsillo/factors/contract'
import { rejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room, 11000 to 11999. */
export const identityRejections = {
  ...factorRejections,
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
  accountDisabled: rejectionSpec('account-disabled', 11022, 403),
  tradePasswordMalformed: rejectionSpec('trade-password-malformed', 11030),
  tradePasswordCommon: rejectionSpec('trade-password-common', 11031),
  withdrawalPasswordMalformed: rejectionSpec('withdrawal-password-malformed', 11034),
  withdrawalPasswordCommon: rejectionSpec('withdrawal-password-common', 11035),
  /** Used, too old or never made: one answer for all. */
  freezeLinkUnknown: rejectionSpec('freeze-link-unknown', 11041, 404),
  /** Used, too old, replaced or never made: one answer for all. */
  invitationUnknown: rejectionSpec('invitation-unknown', 11061, 404),
  nicknameMalformed: rejectionSpec('nickname-malformed', 11062),
  capMalformed: rejectionSpec('cap-malformed', 11063),
  notFrozen: rejectionSpec('not-frozen', 11064, 409),
  /** Only whoever came in with a passkey may switch the password off: then it is known to work. */
  keyNotTried: rejectionSpec('key-not-tried', 11068, 409),
  sessionUnknown: rejectionSpec('session-unknown', 11040, 404),
} as const

/** What every call refuses that asks for the trade password. */
export const tradePasswordRejections = [
  identityRejections.tradePasswordWrong,
  identityRejections.tradePasswordLocked,
] as const
