import { defineCall, field, z } from '@bolsillo/contract'
import { optionalProofFields } from '@bolsillo/factors/contract'
import { identityRejections as r } from './rejections.ts'
import { areaCode, languages } from './wire-shapes.ts'

// What a customer changes about themselves.

const limit = { times: 30, perMs: 3_600_000 }
const secrets = ['code', 'loginPassword', 'factorCode', 'assertion']
const proofRejections = [r.factorMissing, r.factorChallengeVoid, r.factorWrong]

export const updateProfile = defineCall({
  name: 'update-profile',
  method: 'POST',
  path: '/user/update',
  audience: 'customer',
  needs: [],
  request: z.object({
    language: field.optional(field.oneOf(languages)),
    /** What the customer wants to be called; an empty text takes it away. Nobody else sees it. */
    nickname: field.optional(field.text(0, 40)),
  }),
  reply: z.object({ language: z.string(), nickname: z.optional(z.string()) }),
  rejections: [r.nicknameMalformed],
  summary: 'Changes the language messages come in, and what the customer is called.',
  effect: 'write',
  limit,
})

export const updateEmail = defineCall({
  name: 'update-email',
  method: 'POST',
  path: '/user/update/email',
  audience: 'customer',
  needs: [],
  request: z.object({
    email: field.text(1, 340),
    /** Sent to the new address for `change-email`. */
    code: field.text(1, 12),
    loginPassword: field.secret(1, 200),
    /** Whoever has a second factor confirms with it. Challenge: action `change-email`, bound to `email` as sent. */
    ...optionalProofFields,
  }),
  reply: z.object({ email: z.string() }),
  rejections: [r.emailMalformed, r.attemptsTooMany, r.credentialsWrong, ...proofRejections, r.codeWrong],
  summary: 'Changes the e-mail address with a code sent to it; the old address is notified, and withdrawals wait.',
  effect: 'write',
  secrets,
  limit,
})

export const updatePhone = defineCall({
  name: 'update-phone',
  method: 'POST',
  path: '/user/update/phone',
  audience: 'customer',
  needs: [],
  request: z.object({
    phone: field.text(1, 40),
    areaCode,
    /** Sent to the new number for `add-phone`. */
    code: field.text(1, 12),
    loginPassword: field.secret(1, 200),
    /** Challenge: action `change-phone`, bound to `phone` as sent. */
    ...optionalProofFields,
  }),
  reply: z.object({ phone: z.string() }),
  rejections: [r.areaUnknown, r.phoneMalformed, r.attemptsTooMany, r.credentialsWrong, ...proofRejections, r.codeWrong],
  summary: 'Adds or changes the phone number with a code sent to it; every address is notified, and withdrawals wait.',
  effect: 'write',
  secrets,
  limit,
})

export const updateAutoApply = defineCall({
  name: 'update-auto-apply',
  method: 'POST',
  path: '/user/update/autoapply',
  audience: 'customer',
  needs: [],
  request: z.object({
    on: field.flag,
    /** The most that is subscribed of one issue, in pesos. Needed to switch it on. */
    cap: field.optional(field.decimal),
  }),
  reply: z.object({ on: z.boolean(), cap: z.optional(z.string()) }),
  rejections: [r.capMalformed],
  summary: 'Whether new issues are subscribed to by themselves, up to a cap of one’s own; off by default.',
  effect: 'write',
  limit,
})

export const unfreezeAccount = defineCall({
  name: 'unfreeze-account',
  method: 'POST',
  path: '/user/unfreeze',
  audience: 'customer',
  needs: [],
  request: z.object({
    loginPassword: field.secret(1, 200),
    /** Sent to the account’s own address for `unfreeze`; instead of a second factor, for whoever has none. */
    code: field.optional(field.text(1, 12)),
    /** Challenge: action `unfreeze`, bound to nothing. A recovery code will do. */
    ...optionalProofFields,
  }),
  reply: z.object({}),
  rejections: [r.notFrozen, r.attemptsTooMany, r.credentialsWrong, ...proofRejections, r.codeWrong],
  summary: 'Ends the owner’s own freeze before its time; other waits stay.',
  effect: 'write',
  secrets,
  limit,
})

export const setKeyOnly = defineCall({
  name: 'set-key-only',
  method: 'POST',
  path: '/user/security/keyonly',
  audience: 'customer',
  needs: [],
  request: z.object({
    on: field.flag,
    /** Challenge: action `key-only` to switch it on, `allow-password` to switch it off, bound to nothing. */
    ...optionalProofFields,
  }),
  reply: z.object({ on: z.boolean() }),
  rejections: [r.keyNotTried, ...proofRejections],
  summary: 'Whether only a passkey opens a session: the password does not, and no code sets another one.',
  effect: 'write',
  secrets: ['factorCode', 'assertion'],
  limit,
})
