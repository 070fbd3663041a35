import { defineCall, field, operatorRoles, z } from '@bolsillo/contract'
import {
  challengeReply,
  entryAssertion,
  entryQuestion,
  factorCallsOf,
  factorProofFields,
  passkeyName,
  passkeyOrder,
  proofRejections,
  recoveryCodes,
} from '@bolsillo/factors/contract'
import { identityRejections as r } from './rejections.ts'
import { deviceKey, staffMember } from './wire-shapes.ts'

// Staff and their own keys: signing in with a password and a second factor, being invited, and keeping one's factors.

const limit = { times: 60, perMs: 60_000 }
const proofSecrets = ['code', 'assertion']
const account = field.text(1, 80)

export const operatorLoginChallenge = defineCall({
  name: 'operator-sign-in-challenge',
  method: 'POST',
  path: '/login/challenge',
  audience: 'public',
  needs: [],
  request: z.object({ account, password: field.secret(1, 200) }),
  reply: challengeReply,
  rejections: [r.attemptsTooMany, r.credentialsWrong],
  summary: 'The first half of signing in to the console: the password, for a challenge to the second factor.',
  effect: 'write',
  commits: 'use-case',
  secrets: ['password'],
  limit,
})

/** The session itself is in a cookie of the answer; its number lets nobody in, and tells one from the next. */
const signedIn = z.object({ sessionId: z.string(), expiresAt: field.at, operator: staffMember })

export const operatorLogin = defineCall({
  name: 'operator-sign-in',
  method: 'POST',
  path: '/login',
  audience: 'public',
  needs: [],
  request: z.object({
    account,
    password: field.secret(1, 200),
    challengeId: field.optional(field.id('chl')),
    code: field.optional(field.text(1, 20)),
    assertion: field.optional(field.text(2, 8000)),
    deviceKey,
  }),
  reply: signedIn,
  rejections: [r.attemptsTooMany, r.credentialsWrong, r.factorMissing, r.factorChallengeVoid, r.factorWrong],
  summary: 'Opens a session of the console with a password and a second factor.',
  effect: 'write',
  commits: 'use-case',
  secrets: ['password', 'code', 'assertion', 'deviceKey'],
  limit,
})

export const operatorAskPasskeySignIn = defineCall({
  name: 'operator-ask-passkey-sign-in',
  method: 'POST',
  path: '/login/passkey/challenge',
  audience: 'public',
  needs: [],
  request: z.object({}),
  reply: entryQuestion,
  rejections: [r.passkeyNeedsPage],
  summary: 'What a device signs to sign in to the console with a passkey; good once, for five minutes.',
  effect: 'read',
  limit,
})

export const operatorPasskeySignIn = defineCall({
  name: 'operator-passkey-sign-in',
  method: 'POST',
  path: '/login/passkey',
  audience: 'public',
  needs: [],
  request: z.object({ assertion: entryAssertion, deviceKey }),
  reply: signedIn,
  rejections: [r.factorChallengeVoid, r.passkeyWrong],
  summary: 'Opens a session of the console with a passkey alone, which the device gives only to who it knows.',
  effect: 'write',
  commits: 'use-case',
  secrets: ['assertion', 'deviceKey'],
  limit,
})

export const operatorConfirmFactor = defineCall({
  name: 'operator-confirm-factor',
  power: {
    'es-ES': 'Dar su propio segundo factor',
    'en-US': 'Give their own second factor',
    'pt-BR': 'Dar o próprio segundo fator',
  },
  method: 'POST',
  path: '/factor/confirm',
  audience: 'operator',
  roles: operatorRoles,
  beforePowers: true,
  needs: [],
  /** Challenge: action `confirm-session`, bound to nothing. */
  request: z.object(factorProofFields),
  reply: z.object({ givenAt: field.at }),
  rejections: proofRejections,
  summary:
    'Gives the second factor again in this session, which goes on by another cookie: what moves money wants it fresh.',
  effect: 'write',
  renewsSession: true,
  secrets: proofSecrets,
  limit,
})

// ---- Keeping one's factors and sessions ----

const factors = factorCallsOf({
  prefix: 'operator-',
  base: '',
  readers: 'operator',
  changers: 'operator',
  roles: operatorRoles,
  needs: [],
  lastStays: true,
  beforePowers: true,
  limit,
})

export const operatorChallengeFactor = defineCall({
  ...factors.challenge,
  power: {
    'es-ES': 'Pedir la prueba de su propio segundo factor',
    'en-US': 'Ask for the proof of their own second factor',
    'pt-BR': 'Pedir a prova do próprio segundo fator',
  },
})
const listFactors = defineCall({
  ...factors.list,
  power: {
    'es-ES': 'Ver sus propios segundos factores',
    'en-US': 'See their own second factors',
    'pt-BR': 'Ver os próprios segundos fatores',
  },
})
const startApp = defineCall({
  ...factors.startApp,
  power: {
    'es-ES': 'Empezar a poner su propia app de códigos',
    'en-US': 'Begin to set their own authenticator app',
    'pt-BR': 'Começar a pôr o próprio app de códigos',
  },
})
const finishApp = defineCall({
  ...factors.finishApp,
  power: {
    'es-ES': 'Terminar de poner su propia app de códigos',
    'en-US': 'Finish setting their own authenticator app',
    'pt-BR': 'Terminar de pôr o próprio app de códigos',
  },
})
const startPasskey = defineCall({
  ...factors.startPasskey,
  power: {
    'es-ES': 'Empezar a poner su propia llave de acceso',
    'en-US': 'Begin to set their own passkey',
    'pt-BR': 'Começar a pôr a própria chave de acesso',
  },
})
const finishPasskey = defineCall({
  ...factors.finishPasskey,
  power: {
    'es-ES': 'Terminar de poner su propia llave de acceso',
    'en-US': 'Finish setting their own passkey',
    'pt-BR': 'Terminar de pôr a própria chave de acesso',
  },
})
const renamePasskey = defineCall({
  ...factors.rename,
  power: {
    'es-ES': 'Cambiar el nombre de su propia llave de acceso',
    'en-US': 'Rename their own passkey',
    'pt-BR': 'Mudar o nome da própria chave de acesso',
  },
})
const removeFactor = defineCall({
  ...factors.remove,
  power: {
    'es-ES': 'Quitar uno de sus propios segundos factores',
    'en-US': 'Remove one of their own second factors',
    'pt-BR': 'Remover um dos próprios segundos fatores',
  },
})
const renewRecoveryCodes = defineCall({
  ...factors.renewRecoveryCodes,
  power: {
    'es-ES': 'Hacer nuevos sus propios códigos de recuperación',
    'en-US': 'Renew their own recovery codes',
    'pt-BR': 'Renovar os próprios códigos de recuperação',
  },
})

/** All of them, by what they do. */
export const operatorFactorCalls = {
  list: listFactors,
  challenge: operatorChallengeFactor,
  startApp,
  finishApp,
  startPasskey,
  finishPasskey,
  rename: renamePasskey,
  remove: removeFactor,
  renewRecoveryCodes,
}

export const operatorListSessions = defineCall({
  name: 'operator-list-sessions',
  power: {
    'es-ES': 'Ver dónde tienen abierta la consola',
    'en-US': 'See where they have the console open',
    'pt-BR': 'Ver onde têm o console aberto',
  },
  method: 'GET',
  path: '/sessions',
  audience: 'operator',
  roles: operatorRoles,
  beforePowers: true,
  needs: [],
  request: z.object({}),
  reply: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        device: z.string(),
        address: z.string(),
        startedAt: field.at,
        lastSeenAt: field.at,
        current: z.boolean(),
      }),
    ),
  }),
  rejections: [],
  summary: 'One’s own live sessions of the console, latest use first.',
  effect: 'read',
})

export const operatorRevokeSession = defineCall({
  name: 'operator-revoke-session',
  power: {
    'es-ES': 'Cerrar una de sus propias sesiones',
    'en-US': 'End one of their own sessions',
    'pt-BR': 'Encerrar uma das próprias sessões',
  },
  method: 'POST',
  path: '/sessions/revoke',
  audience: 'operator',
  roles: operatorRoles,
  beforePowers: true,
  needs: [],
  request: z.object({
    /** Left out: every session but this one. */
    sessionId: field.optional(field.id('ses')),
  }),
  reply: z.object({ ended: z.number() }),
  rejections: [r.sessionUnknown],
  summary: 'Ends one of one’s own sessions, or all others.',
  effect: 'write',
  urgent: true,
})

// ---- Being invited ----

const token = field.text(20, 64)

export const readInvitation = defineCall({
  name: 'read-invitation',
  method: 'POST',
  path: '/invitation',
  audience: 'public',
  needs: [],
  request: z.object({ token }),
  reply: z.object({
    account: z.string(),
    name: z.string(),
    roles: z.array(z.enum(operatorRoles)),
    expiresAt: field.at,
  }),
  rejections: [r.invitationUnknown],
  summary: 'Whom a link of the console invites.',
  effect: 'read',
  secrets: ['token'],
  limit,
})

export const invitationPasskey = defineCall({
  name: 'invitation-passkey',
  method: 'POST',
  path: '/invitation/passkey',
  audience: 'public',
  needs: [],
  request: z.object({ token }),
  reply: z.object({ challengeId: z.string(), order: passkeyOrder }),
  rejections: [r.invitationUnknown, r.passkeyNeedsPage, r.passkeysTooMany],
  summary: 'Asks the browser to make the passkey of somebody invited.',
  effect: 'write',
  secrets: ['token'],
  limit,
})

export const acceptInvitation = defineCall({
  name: 'accept-invitation',
  method: 'POST',
  path: '/invitation/accept',
  audience: 'public',
  needs: [],
  request: z.object({
    token,
    password: field.secret(1, 200),
    /** The passkey that was made: one nobody else of the staff has. */
    challengeId: field.id('chl'),
    attestation: field.text(2, 16_000),
    name: field.optional(passkeyName),
    deviceKey,
  }),
  /** `number`: the invitee gives it to whoever approved the invitation, who types it in; absent where powers begin at once. */
  reply: z.object({ operator: staffMember, recoveryCodes, number: z.optional(z.string()) }),
  rejections: [
    r.invitationUnknown,
    r.passwordLength,
    r.passwordUnstorable,
    r.passwordNamesAccount,
    r.passwordCommon,
    r.factorChallengeVoid,
    r.passkeyUnusable,
    r.passkeyOfAnother,
  ],
  summary: 'Makes the account of somebody invited: a password and a passkey, before anything else.',
  effect: 'write',
  secrets: ['token', 'password', 'attestation', 'deviceKey'],
  limit,
})
