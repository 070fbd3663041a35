import { defineCall, field, z } from '@bolsillo/contract'
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
  sessionUnknown: spec('session-unknown', 11040, 404),
} as const

const r = identityRejections

/** Why a one-time code is sent. A code is good for the purpose and the address it was made for, nothing else. */
export const codePurposes = ['register', 'reset-password', 'trade-password', 'withdrawal-password'] as const
export type CodePurpose = (typeof codePurposes)[number]

/** Why withdrawals wait for a while: the password was reset, a factor was removed, the owner froze the account. */
export const coolDownReasons = [
  'password-reset',
  'factor-removed',
  'email-changed',
  'withdrawal-password-changed',
  'frozen-by-owner',
] as const
export type CoolDownReason = (typeof coolDownReasons)[number]

/** Identity verification, as the specification shows it. */
export const identityStates = ['none', 'pending', 'succ', 'fail'] as const
export type IdentityState = (typeof identityStates)[number]

/** A phone number or an e-mail address, as typed. Without a `+` a number belongs to `areaCode`. */
const account = field.text(1, 340)
/** `+52` when left out. */
const areaCode = field.optional(field.text(1, 6))
const captcha = field.text(1, 4000)
/**
 * A random text this device made once and keeps (43 characters of base64url). Only its hash is stored. It is how a new
 * device is noticed, and in the practice market how a device finds the messages it asked for.
 */
const deviceKey = field.optional(field.text(22, 64))

/** Six digits as their owner sees them. */
const pin = z.object({ set: z.boolean(), triesLeft: z.number(), lockedUntil: z.optional(field.at) })

const user = z.object({
  /** The number shown to people and told to support; never used to look anything up for a customer. */
  id: z.string(),
  /** Masked: `+52 55 •••• 1907`, `ma•••@correo.mx`. */
  account: z.string(),
  /** 0 is restricted. */
  status: z.union([z.literal(0), z.literal(1)]),
  idStatus: z.enum(identityStates),
})
export type User = z.output<typeof user>

export const getCaptcha = defineCall({
  name: 'get-captcha',
  method: 'GET',
  path: '/common/captcha',
  audience: 'public',
  needs: [],
  request: z.object({}),
  /** An ALTCHA challenge (v2); `altcha-lib` solves it. Good once, for ten minutes. */
  reply: z.object({
    parameters: z.object({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
      data: z.object({ until: z.number() }),
    }),
    signature: z.string(),
  }),
  rejections: [],
  summary: 'A proof-of-work puzzle a device solves before it may ask for codes or accounts.',
  effect: 'read',
  limit: { times: 60, perMs: 60_000 },
})

export const sendCode = defineCall({
  name: 'send-code',
  method: 'POST',
  path: '/common/code/send',
  audience: 'public',
  needs: [],
  request: z.object({
    purpose: field.oneOf(codePurposes),
    /** Left out by a signed-in customer asking for `trade-password` or its twin: that code goes to their own address. */
    account: field.optional(account),
    areaCode,
    /** The solved puzzle, base64 of ALTCHA's payload. Needed without a session. */
    captcha: field.optional(captcha),
    deviceKey,
  }),
  reply: z.object({
    /** When the code stops working. */
    expiresAt: field.at,
    /** When the next one may be asked for. */
    nextAt: field.at,
  }),
  rejections: [r.accountMissing, r.areaUnknown, r.phoneMalformed, r.emailMalformed, r.captchaWrong, r.codesTooMany],
  summary: 'Sends a one-time code; answers the same whether or not the account exists.',
  effect: 'write',
  secrets: ['captcha', 'deviceKey'],
  limit: { times: 100, perMs: 3_600_000 },
})

export const register = defineCall({
  name: 'register',
  method: 'POST',
  path: '/user/register',
  audience: 'public',
  needs: [],
  request: z.object({
    account,
    areaCode,
    code: field.text(1, 12),
    /** 6 to 20 characters; longer texts are taken here so that the refusal can say so. */
    password: field.secret(1, 200),
    inviteCode: field.optional(field.text(0, 16)),
    agreeDisclaimer: field.flag,
    agreePrivacy: field.flag,
    captcha,
    deviceKey,
  }),
  /** The account exists now; signing in is a call of its own. */
  reply: z.object({ user }),
  rejections: [
    r.areaUnknown,
    r.phoneMalformed,
    r.emailMalformed,
    r.consentsNeeded,
    r.passwordLength,
    r.passwordUnstorable,
    r.passwordNamesAccount,
    r.passwordCommon,
    r.inviteCodeUnknown,
    r.captchaWrong,
    r.codeWrong,
  ],
  summary: 'Opens an account for a phone number or an e-mail address that a one-time code was sent to.',
  effect: 'write',
  secrets: ['password', 'code', 'captcha', 'deviceKey'],
  limit: { times: 100, perMs: 3_600_000 },
})

export const login = defineCall({
  name: 'sign-in',
  method: 'POST',
  path: '/user/login',
  audience: 'public',
  needs: [],
  request: z.object({
    account,
    areaCode,
    password: field.secret(1, 200),
    /** Asks for a restricted session, the only one a disabled customer can have. */
    restricted: field.optional(field.flag),
    deviceKey,
  }),
  reply: z.object({
    /** To be sent in the `accesstoken` header. Shown once; the server keeps its hash. */
    token: z.string(),
    restricted: z.boolean(),
    /** When the session ends at the latest. */
    expiresAt: field.at,
    user,
  }),
  rejections: [
    r.areaUnknown,
    r.phoneMalformed,
    r.emailMalformed,
    r.attemptsTooMany,
    r.credentialsWrong,
    r.accountDisabled,
  ],
  summary: 'Opens a session. Takes the same time and answers the same for known and unknown accounts.',
  effect: 'write',
  secrets: ['password', 'deviceKey'],
  limit: { times: 120, perMs: 60_000 },
})

export const logout = defineCall({
  name: 'sign-out',
  method: 'POST',
  path: '/user/logout',
  audience: 'restricted',
  needs: [],
  request: z.object({}),
  reply: z.object({}),
  rejections: [],
  summary: 'Ends the session that makes the call.',
  effect: 'write',
  urgent: true,
})

export const loginInfo = defineCall({
  name: 'get-login-info',
  method: 'GET',
  path: '/user/login/info',
  audience: 'restricted',
  needs: [],
  request: z.object({}),
  reply: z.object({
    user,
    openAutoApply: z.boolean(),
    /** Address of the support page inside the app; empty while there is none. Never a script. */
    serviceSaleSmartly: z.string(),
    /** A disabled customer's session: statements, support, withdrawing. The app keeps it; any other with status 0 is over. */
    restricted: z.boolean(),
    /** What the customer has set up already: the app asks for the rest where it is needed. */
    tradePasswordSet: z.boolean(),
    withdrawalPasswordSet: z.boolean(),
  }),
  rejections: [],
  summary: 'Who is signed in. The session of a customer disabled meanwhile ends here.',
  effect: 'read',
})

export const profile = defineCall({
  name: 'get-profile',
  method: 'POST',
  path: '/user/info',
  audience: 'restricted',
  needs: [],
  request: z.object({}),
  reply: z.object({
    user,
    phone: z.optional(z.string()),
    email: z.optional(z.string()),
    language: z.string(),
    inviteCode: z.string(),
    createdAt: field.at,
    tradePassword: pin,
    withdrawalPassword: pin,
    /** Why and until when withdrawals wait, the latest to end first. */
    coolDowns: z.array(z.object({ reason: z.enum(coolDownReasons), from: field.at, until: field.at })),
    /** How long they wait after the next change of what protects them. */
    coolDownHours: z.number(),
  }),
  rejections: [],
  summary: 'The customer’s own profile, addresses unmasked.',
  effect: 'read',
})

export const listSessions = defineCall({
  name: 'list-sessions',
  method: 'GET',
  path: '/user/sessions',
  audience: 'restricted',
  needs: [],
  request: z.object({}),
  reply: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        /** `Chrome · Android`, from the browser's own words. */
        device: z.string(),
        address: z.string(),
        startedAt: field.at,
        lastSeenAt: field.at,
        current: z.boolean(),
        restricted: z.boolean(),
      }),
    ),
  }),
  rejections: [],
  summary: 'The customer’s live sessions, latest use first.',
  effect: 'read',
})

export const revokeSession = defineCall({
  name: 'revoke-session',
  method: 'POST',
  path: '/user/sessions/revoke',
  audience: 'restricted',
  needs: [],
  request: z.object({
    /** Left out: every session but this one. */
    sessionId: field.optional(field.id('ses')),
  }),
  reply: z.object({ ended: z.number() }),
  rejections: [r.sessionUnknown],
  summary: 'Ends one session, or all others. Ended sessions stop working within a second.',
  effect: 'write',
  urgent: true,
})

export const updatePassword = defineCall({
  name: 'update-password',
  method: 'POST',
  path: '/user/update/password',
  audience: 'customer',
  needs: [],
  request: z.object({
    kind: field.oneOf(['login', 'trade', 'withdrawal']),
    password: field.secret(1, 200),
    /** The password in force of that kind. Not needed to set the first six digits. */
    currentPassword: field.optional(field.secret(1, 200)),
    /** Instead of forgotten six digits: the login password and a code sent for `trade-password` or its twin. */
    loginPassword: field.optional(field.secret(1, 200)),
    code: field.optional(field.text(1, 12)),
  }),
  reply: z.object({}),
  rejections: [
    r.passwordLength,
    r.passwordUnstorable,
    r.passwordNamesAccount,
    r.passwordCommon,
    r.tradePasswordMalformed,
    r.tradePasswordCommon,
    r.withdrawalPasswordMalformed,
    r.withdrawalPasswordCommon,
    r.attemptsTooMany,
    r.credentialsWrong,
    r.tradePasswordLocked,
    r.tradePasswordWrong,
    r.withdrawalPasswordLocked,
    r.withdrawalPasswordWrong,
    r.codeWrong,
    r.passwordUnchanged,
  ],
  summary: 'Changes the login password, or sets or changes the six digits for trading or for withdrawals.',
  effect: 'write',
  secrets: ['password', 'currentPassword', 'loginPassword', 'code'],
  limit: { times: 30, perMs: 3_600_000 },
})

export const resetPassword = defineCall({
  name: 'reset-password',
  method: 'POST',
  path: '/user/reset/password',
  audience: 'public',
  needs: [],
  request: z.object({ account, areaCode, code: field.text(1, 12), password: field.secret(1, 200), captcha }),
  reply: z.object({}),
  rejections: [
    r.areaUnknown,
    r.phoneMalformed,
    r.emailMalformed,
    r.passwordLength,
    r.passwordUnstorable,
    r.passwordNamesAccount,
    r.passwordCommon,
    r.captchaWrong,
    r.codeWrong,
  ],
  summary: 'Sets a new login password with a one-time code, and ends every session of the account.',
  effect: 'write',
  secrets: ['password', 'code', 'captcha'],
  limit: { times: 30, perMs: 3_600_000 },
})

export const freezeAccount = defineCall({
  name: 'freeze-account',
  method: 'POST',
  path: '/user/freeze',
  audience: 'public',
  needs: [],
  request: z.object({
    /** From the link of a notice. Left out by somebody signed in, who freezes their own account. */
    token: field.optional(field.text(20, 64)),
  }),
  reply: z.object({
    /** When the freeze ends by itself. */
    until: field.at,
  }),
  rejections: [r.freezeLinkUnknown],
  summary: 'The owner freezes the account: withdrawals wait and every session ends.',
  effect: 'write',
  urgent: true,
  secrets: ['token'],
  limit: { times: 60, perMs: 3_600_000 },
})

/** A message as the practice inbox shows it. */
const inboxMessage = z.object({
  id: z.string(),
  /** Masked. */
  to: z.string(),
  channel: z.enum(['sms', 'email']),
  title: z.string(),
  text: z.string(),
  /** The one-time code inside, when there is one. */
  code: z.optional(z.string()),
  at: field.at,
})
export type InboxMessage = z.output<typeof inboxMessage>

export const readPracticeInbox = defineCall({
  name: 'read-practice-inbox',
  method: 'POST',
  path: '/practice/inbox',
  audience: 'public',
  needs: ['practice-market'],
  request: z.object({ deviceKey: field.text(22, 64) }),
  reply: z.object({ messages: z.array(inboxMessage) }),
  rejections: [],
  summary:
    'The messages a practice market would have sent: those this device asked for, and those of accounts that signed in on it.',
  effect: 'read',
  secrets: ['deviceKey'],
  limit: { times: 120, perMs: 60_000 },
})
