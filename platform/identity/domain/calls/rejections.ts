import type { RejectionSpec } from '@bolsillo/kernel'

const spec = <Name extends string>(
  name: Name,
  number: number,
  status: RejectionSpec['status'] = 422,
  retry: RejectionSpec['retry'] = 'final',
): RejectionSpec<Name> => ({ name, number, status, retry })

/** Refusals of this room, 11000 to 11999. */
export const identityRejections = {
  phoneMalformed: spec('phone-malformed', 11001),
  emailMalformed: spec('email-malformed', 11002),
  areaUnknown: spec('area-code-unknown', 11003),
  /** Neither a session nor an account says whom the code is for. */
  accountMissing: spec('account-missing', 11004),
  consentsNeeded: spec('consents-needed', 11006),
  captchaWrong: spec('captcha-wrong', 11007, 422, 'retryable'),
  /** Wrong, too old, used, tried too often or never sent: one answer for all, so that none tells anything. */
  codeWrong: spec('code-wrong', 11008),
  codesTooMany: spec('codes-too-many', 11009, 429, 'retryable'),
  inviteCodeUnknown: spec('invite-code-unknown', 11010),
  passwordLength: spec('password-length', 11011),
  passwordUnstorable: spec('password-characters', 11012),
  passwordCommon: spec('password-common', 11013),
  passwordNamesAccount: spec('password-names-account', 11014),
  passwordUnchanged: spec('password-unchanged', 11015, 409),
  credentialsWrong: spec('credentials-wrong', 11020, 403),
  attemptsTooMany: spec('attempts-too-many', 11021, 429, 'retryable'),
  accountDisabled: spec('account-disabled', 11022, 403),
  tradePasswordMalformed: spec('trade-password-malformed', 11030),
  tradePasswordCommon: spec('trade-password-common', 11031),
  tradePasswordWrong: spec('trade-password-wrong', 11032, 403),
  tradePasswordLocked: spec('trade-password-locked', 11033, 423, 'retryable'),
  withdrawalPasswordMalformed: spec('withdrawal-password-malformed', 11034),
  withdrawalPasswordCommon: spec('withdrawal-password-common', 11035),
  withdrawalPasswordWrong: spec('withdrawal-password-wrong', 11036, 403),
  withdrawalPasswordLocked: spec('withdrawal-password-locked', 11037, 423, 'retryable'),
  /** Used, too old or never made: one answer for all. */
  freezeLinkUnknown: spec('freeze-link-unknown', 11041, 404),
  /** Neither a code nor a passkey's answer came with the request. */
  factorMissing: spec('factor-missing', 11050, 403, 'retryable'),
  /** Used, too old, tried too often, somebody else's, or made for something else than what was asked. */
  factorChallengeVoid: spec('factor-challenge-void', 11051, 409),
  factorWrong: spec('factor-wrong', 11052, 403),
  /** The first code of an app that is being set up. */
  factorCodeWrong: spec('factor-code-wrong', 11053, 422),
  factorSetAlready: spec('factor-set-already', 11054, 409),
  factorUnknown: spec('factor-unknown', 11055, 404),
  passkeyUnusable: spec('passkey-unusable', 11056, 422),
  passkeysTooMany: spec('passkeys-too-many', 11057, 409),
  passkeyNeedsPage: spec('passkey-needs-page', 11058, 422),
  /** What a challenge is to be bound to is not a list of texts. */
  boundMalformed: spec('bound-malformed', 11059),
  /** Nobody of the staff is without a second factor. */
  factorLast: spec('factor-last', 11060, 409),
  /** Used, too old, replaced or never made: one answer for all. */
  invitationUnknown: spec('invitation-unknown', 11061, 404),
  nicknameMalformed: spec('nickname-malformed', 11062),
  capMalformed: spec('cap-malformed', 11063),
  notFrozen: spec('not-frozen', 11064, 409),
  /** Unknown, removed, of somebody else or with a wrong signature: one answer for all. */
  passkeyWrong: spec('passkey-wrong', 11065, 403),
  sessionUnknown: spec('session-unknown', 11040, 404),
} as const
