import { defineCall, field, z } from '@bolsillo/contract'
import {
  challengeFields,
  challengeReply,
  factorName,
  factorProofFields,
  factorsReply,
  optionalProofFields,
  passkeyName,
  passkeyOrder,
  recoveryCodes,
} from './factor-shapes.ts'
import { identityRejections as r } from './rejections.ts'

// The customer's second factors: an authenticator app, passkeys, recovery codes.

const addSecrets = ['loginPassword', 'factorCode', 'assertion']
const proofSecrets = ['code', 'assertion']
const limit = { times: 60, perMs: 3_600_000 }
/** Why a proof of a second factor is refused, in the order it is checked. */
export const proofRejections = [r.factorMissing, r.attemptsTooMany, r.factorChallengeVoid, r.factorWrong]

/** To add a factor one needs the login password and, when there is a factor already, that one. */
const mayAdd = { loginPassword: field.secret(1, 200), ...optionalProofFields }
const mayAddRejections = [r.attemptsTooMany, r.credentialsWrong, ...proofRejections]

export const listFactors = defineCall({
  name: 'list-factors',
  method: 'GET',
  path: '/user/factors',
  audience: 'restricted',
  needs: [],
  request: z.object({}),
  reply: factorsReply,
  rejections: [],
  summary: 'The customer’s second factors: app, passkeys, how many recovery codes are left.',
  effect: 'read',
})

export const challengeFactor = defineCall({
  name: 'challenge-factor',
  method: 'POST',
  path: '/user/factor/challenge',
  audience: 'restricted',
  needs: ['second-factor-set'],
  request: z.object(challengeFields),
  reply: challengeReply,
  rejections: [r.boundMalformed],
  summary: 'Asks for the second factor to confirm exactly what is shown; good once, for five minutes.',
  effect: 'write',
  limit: { times: 120, perMs: 3_600_000 },
})

export const startAuthenticator = defineCall({
  name: 'start-authenticator',
  method: 'POST',
  path: '/user/factor/totp/start',
  audience: 'customer',
  needs: [],
  request: z.object(mayAdd),
  /** The secret as text and as the address of a QR code. It counts from its first code on. */
  reply: z.object({ secret: z.string(), uri: z.string() }),
  rejections: [...mayAddRejections, r.factorSetAlready],
  summary: 'Begins to set up an authenticator app.',
  effect: 'write',
  secretReply: true,
  secrets: addSecrets,
  limit,
})

export const finishAuthenticator = defineCall({
  name: 'finish-authenticator',
  method: 'POST',
  path: '/user/factor/totp/confirm',
  audience: 'customer',
  needs: [],
  request: z.object({ code: field.text(1, 20) }),
  reply: z.object({ recoveryCodes }),
  rejections: [r.factorChallengeVoid, r.factorCodeWrong],
  summary: 'Sets the authenticator app up by a code of it; the first factor brings ten recovery codes, shown once.',
  effect: 'write',
  secretReply: true,
  secrets: ['code'],
  limit,
})

export const startPasskey = defineCall({
  name: 'start-passkey',
  method: 'POST',
  path: '/user/factor/passkey/start',
  audience: 'customer',
  needs: [],
  request: z.object(mayAdd),
  reply: z.object({ challengeId: z.string(), order: passkeyOrder }),
  rejections: [...mayAddRejections, r.passkeyNeedsPage, r.passkeysTooMany],
  summary: 'Asks the browser to make a passkey for this site.',
  effect: 'write',
  secrets: addSecrets,
  limit,
})

export const finishPasskey = defineCall({
  name: 'finish-passkey',
  method: 'POST',
  path: '/user/factor/passkey/confirm',
  audience: 'customer',
  needs: [],
  request: z.object({ challengeId: field.id('chl'), attestation: field.text(2, 16_000), name: passkeyName }),
  reply: z.object({ passkeyId: z.string(), recoveryCodes }),
  rejections: [r.factorChallengeVoid, r.passkeyUnusable],
  summary: 'Keeps the passkey the browser made; the first factor brings ten recovery codes, shown once.',
  effect: 'write',
  secretReply: true,
  secrets: ['attestation'],
  limit,
})

export const renamePasskey = defineCall({
  name: 'rename-passkey',
  method: 'POST',
  path: '/user/factor/passkey/rename',
  audience: 'customer',
  needs: [],
  request: z.object({ passkeyId: field.id('pky'), name: passkeyName }),
  reply: z.object({}),
  rejections: [r.factorUnknown],
  summary: 'Gives a passkey a name its owner knows it by.',
  effect: 'write',
})

export const removeFactor = defineCall({
  name: 'remove-factor',
  method: 'POST',
  path: '/user/factor/remove',
  audience: 'customer',
  needs: ['second-factor-set'],
  /** Challenge: action `remove-factor`, bound to `factor`. A recovery code will do. */
  request: z.object({ factor: factorName, ...factorProofFields }),
  reply: z.object({}),
  rejections: [...proofRejections, r.factorUnknown],
  summary: 'Removes the app or a passkey, confirmed by any factor or a recovery code; withdrawals wait.',
  effect: 'write',
  secrets: proofSecrets,
  limit,
})

export const renewRecoveryCodes = defineCall({
  name: 'renew-recovery-codes',
  method: 'POST',
  path: '/user/factor/recovery',
  audience: 'customer',
  needs: ['second-factor-set'],
  /** Challenge: action `recovery-codes`, bound to nothing. */
  request: z.object(factorProofFields),
  reply: z.object({ recoveryCodes }),
  rejections: proofRejections,
  summary: 'Ten new recovery codes in place of the old ones, shown once.',
  effect: 'write',
  secretReply: true,
  secrets: proofSecrets,
  limit,
})
