import { defineCall, field, z } from '@bolsillo/contract'
import { entryAssertion, entryQuestion } from '@bolsillo/factors/contract'
import { legalRejections, writtenVersion } from '@bolsillo/legal/contract'
import { identityRejections as r } from './rejections.ts'
import { account, areaCode, captcha, codePurposes, deviceKey, user } from './wire-shapes.ts'

// The calls of somebody who is not signed in yet.

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
  holder: true,
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
  holder: true,
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
    /** The versions the form offers; refused when they are not in force. A document left out is not accepted. */
    disclaimerVersion: field.optional(writtenVersion),
    privacyVersion: field.optional(writtenVersion),
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
    legalRejections.documentChanged,
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

const signedIn = z.object({
  /** To be sent in the `accesstoken` header. Shown once; the server keeps its hash. */
  token: z.string(),
  restricted: z.boolean(),
  /** When the session ends at the latest. */
  expiresAt: field.at,
  user,
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
    /** Of somebody who comes in with a passkey only and has lost it: lets the password in once more, and switches that off. */
    recoveryCode: field.optional(field.text(1, 20)),
    deviceKey,
  }),
  reply: signedIn,
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
  commits: 'use-case',
  secrets: ['password', 'recoveryCode', 'deviceKey'],
  limit: { times: 120, perMs: 60_000 },
})

export const askPasskeySignIn = defineCall({
  name: 'ask-passkey-sign-in',
  method: 'POST',
  path: '/user/login/passkey/challenge',
  audience: 'public',
  needs: [],
  request: z.object({ deviceKey }),
  reply: entryQuestion,
  rejections: [r.passkeyNeedsPage],
  summary: 'What a device signs to sign in with a passkey; good once, for five minutes, on this page and device.',
  effect: 'read',
  secrets: ['deviceKey'],
  limit: { times: 120, perMs: 60_000 },
})

export const passkeySignIn = defineCall({
  name: 'passkey-sign-in',
  method: 'POST',
  path: '/user/login/passkey',
  audience: 'public',
  needs: [],
  request: z.object({
    assertion: entryAssertion,
    /** Asks for a restricted session, the only one a disabled customer can have. */
    restricted: field.optional(field.flag),
    deviceKey,
  }),
  reply: signedIn,
  rejections: [r.factorChallengeVoid, r.attemptsTooMany, r.passkeyWrong, r.accountDisabled],
  summary: 'Opens a session with a passkey alone: it is held and its holder was checked by the device.',
  effect: 'write',
  commits: 'use-case',
  secrets: ['assertion', 'deviceKey'],
  limit: { times: 120, perMs: 60_000 },
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

/** A message as the practice inbox shows it. */
export const inboxMessage = z.object({
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
    'The messages a practice market would have sent: those this device asked for, and those of accounts that signed in on it; codes only for the browser or session that asked.',
  effect: 'read',
  secrets: ['deviceKey'],
  holder: true,
  limit: { times: 120, perMs: 60_000 },
})
