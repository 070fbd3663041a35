import { defineCall, field, z } from '@bolsillo/contract'
import { optionalProofFields } from '@bolsillo/factors/contract'
import { identityRejections as r } from './rejections.ts'
import { accountTags, coolDownReasons, pin, user } from './wire-shapes.ts'

// The customer's own account: who they are, sessions, passwords, the freeze.

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
    /** 1 while automatic subscription is open to this customer, as the specification's setting has it. */
    openAutoApply: z.union([z.literal(0), z.literal(1)]),
    /** Path of the support page inside the app. Never a script. */
    serviceSaleSmartly: z.string(),
    /** A disabled customer's session: statements, support, withdrawing. The app keeps it; any other with status 0 is over. */
    restricted: z.boolean(),
    /** What the customer has set up already: the app asks for the rest where it is needed. */
    tradePasswordSet: z.boolean(),
    withdrawalPasswordSet: z.boolean(),
    secondFactorSet: z.boolean(),
    /** The language codes and messages come in. */
    language: z.string(),
    /** What the account is besides a customer's. It opens nothing and skips no check. */
    tags: z.array(z.enum(accountTags)),
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
    nickname: z.optional(z.string()),
    /** Whether new issues are subscribed to by themselves, and up to how much of each, in pesos. */
    autoApply: z.object({ on: z.boolean(), cap: z.optional(z.string()) }),
    inviteCode: z.string(),
    createdAt: field.at,
    tradePassword: pin,
    withdrawalPassword: pin,
    /** Why and until when withdrawals wait, the latest to end first. */
    coolDowns: z.array(z.object({ reason: z.enum(coolDownReasons), from: field.at, until: field.at })),
    /** How long they wait after the next change of what protects them. */
    coolDownHours: z.number(),
    /** Whether only a passkey opens a session. */
    keyOnly: z.boolean(),
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
  // A restricted customer, too: whoever may still sell and withdraw must be able to protect it.
  audience: 'restricted',
  needs: [],
  request: z.object({
    kind: field.oneOf(['login', 'trade', 'withdrawal']),
    password: field.secret(1, 200),
    /** The password in force of that kind. Not needed to set the first six digits. */
    currentPassword: field.optional(field.secret(1, 200)),
    /** Instead of forgotten six digits: the login password and a code sent for `trade-password` or its twin. */
    loginPassword: field.optional(field.secret(1, 200)),
    code: field.optional(field.text(1, 12)),
    /** Whoever has a second factor confirms with it. Challenge: action `change-password`, bound to `kind`. */
    ...optionalProofFields,
  }),
  reply: z.object({
    /** Of this session from now on, after the login password was changed: the one before opens nothing. */
    token: z.optional(z.string()),
  }),
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
    r.factorMissing,
    r.factorChallengeVoid,
    r.factorWrong,
  ],
  summary: 'Changes the login password, or sets or changes the six digits for trading or for withdrawals.',
  effect: 'write',
  secretReply: true,
  renewsSession: true,
  secrets: ['password', 'currentPassword', 'loginPassword', 'code', 'factorCode', 'assertion'],
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
