import { type Audience, defineCall, field, type Need, type OperatorRole, z } from '@bolsillo/contract'
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
import { factorRejections as r } from './rejections.ts'

// The calls with which somebody keeps their second factors: the same for customers and for staff.

/** Whose factors they are, and what differs for them. */
export interface FactorOwners<Reader extends Audience = Audience, Changer extends Audience = Audience> {
  /** Before the names of the calls: names are unique. */
  readonly prefix: '' | 'operator-'
  /** Before the paths. */
  readonly base: '/user' | ''
  /** Who reads and proves, also while restricted. */
  readonly readers: Reader
  /** Who changes. */
  readonly changers: Changer
  readonly roles?: readonly OperatorRole[]
  /** Staff keep their factors before their powers begin. */
  readonly beforePowers?: boolean
  /** What must be set before a factor is asked for; staff always have one. */
  readonly needs: readonly Need[]
  /** The last factor cannot be removed. */
  readonly lastStays: boolean
  readonly limit: { readonly times: number; readonly perMs: number }
}

/** Why a proof of a second factor is refused, in the order it is checked. */
export const proofRejections = [r.factorMissing, r.attemptsTooMany, r.factorChallengeVoid, r.factorWrong]

const addSecrets = ['loginPassword', 'factorCode', 'assertion']
const proofSecrets = ['code', 'assertion']

/** To add a factor one needs the login password and, when there is a factor already, that one (`add-factor`). */
const mayAdd = { loginPassword: field.secret(1, 200), ...optionalProofFields }
const mayAddRejections = [r.attemptsTooMany, r.credentialsWrong, ...proofRejections]

const early = (beforePowers: boolean | undefined) => (beforePowers === true ? { beforePowers } : {})

/** Reading and proving. */
function reading<Reader extends Audience>({
  prefix,
  base,
  readers,
  roles,
  beforePowers,
  needs,
  limit,
}: FactorOwners<Reader>) {
  const shared = { audience: readers, ...(roles === undefined ? {} : { roles }), ...early(beforePowers) }
  return {
    list: defineCall({
      ...shared,
      name: `${prefix}list-factors`,
      method: 'GET',
      path: `${base}/factors`,
      needs: [],
      request: z.object({}),
      reply: factorsReply,
      rejections: [],
      summary: 'One’s own second factors: app, passkeys, how many recovery codes are left.',
      effect: 'read',
    }),
    challenge: defineCall({
      ...shared,
      name: `${prefix}challenge-factor`,
      method: 'POST',
      path: `${base}/factor/challenge`,
      needs,
      request: z.object(challengeFields),
      reply: challengeReply,
      rejections: [r.boundMalformed],
      summary: 'Asks for the second factor to confirm exactly what is shown; good once, for five minutes.',
      effect: 'write',
      limit: { ...limit, times: limit.times * 2 },
    }),
  }
}

/** Of every call that adds. */
function addingShared<Changer extends Audience>({
  changers,
  roles,
  beforePowers,
  limit,
}: FactorOwners<Audience, Changer>) {
  const owners = { audience: changers, ...(roles === undefined ? {} : { roles }), ...early(beforePowers) }
  return { ...owners, needs: [], limit }
}

/** Adding an authenticator app. */
function addingApp<Changer extends Audience>(owners: FactorOwners<Audience, Changer>) {
  const { prefix, base } = owners
  const shared = addingShared(owners)
  return {
    startApp: defineCall({
      ...shared,
      name: `${prefix}start-authenticator`,
      method: 'POST',
      path: `${base}/factor/totp/start`,
      request: z.object(mayAdd),
      /** The secret as text and as the address of a QR code. It counts from its first code on. */
      reply: z.object({ secret: z.string(), uri: z.string() }),
      rejections: [...mayAddRejections, r.factorSetAlready],
      summary: 'Begins to set up an authenticator app.',
      effect: 'write',
      secretReply: true,
      secrets: addSecrets,
    }),
    finishApp: defineCall({
      ...shared,
      name: `${prefix}finish-authenticator`,
      method: 'POST',
      path: `${base}/factor/totp/confirm`,
      request: z.object({ code: field.text(1, 20) }),
      reply: z.object({ recoveryCodes }),
      rejections: [r.factorChallengeVoid, r.factorCodeWrong],
      summary: 'Sets the authenticator app up by a code of it; the first factor brings ten recovery codes, shown once.',
      effect: 'write',
      secretReply: true,
      secrets: ['code'],
    }),
  }
}

/** Adding a passkey. */
function addingPasskey<Changer extends Audience>(owners: FactorOwners<Audience, Changer>) {
  const { prefix, base, beforePowers } = owners
  const shared = addingShared(owners)
  return {
    startPasskey: defineCall({
      ...shared,
      name: `${prefix}start-passkey`,
      method: 'POST',
      path: `${base}/factor/passkey/start`,
      request: z.object(mayAdd),
      reply: z.object({ challengeId: z.string(), order: passkeyOrder }),
      rejections: [...mayAddRejections, r.passkeyNeedsPage, r.passkeysTooMany],
      summary: 'Asks the browser to make a passkey for this site.',
      effect: 'write',
      secrets: addSecrets,
    }),
    finishPasskey: defineCall({
      ...shared,
      name: `${prefix}finish-passkey`,
      method: 'POST',
      path: `${base}/factor/passkey/confirm`,
      request: z.object({ challengeId: field.id('chl'), attestation: field.text(2, 16_000), name: passkeyName }),
      reply: z.object({ passkeyId: z.string(), recoveryCodes }),
      rejections: [r.factorChallengeVoid, r.passkeyUnusable, ...(beforePowers === true ? [r.passkeyOfAnother] : [])],
      summary: 'Keeps the passkey the browser made; the first factor brings ten recovery codes, shown once.',
      effect: 'write',
      secretReply: true,
      secrets: ['attestation'],
    }),
  }
}

/** Naming, removing, recovering. */
function keeping<Changer extends Audience>({
  prefix,
  base,
  changers,
  roles,
  beforePowers,
  needs,
  lastStays,
  limit,
}: FactorOwners<Audience, Changer>) {
  const shared = { audience: changers, ...(roles === undefined ? {} : { roles }), ...early(beforePowers) }
  return {
    rename: defineCall({
      ...shared,
      name: `${prefix}rename-passkey`,
      method: 'POST',
      path: `${base}/factor/passkey/rename`,
      needs: [],
      request: z.object({ passkeyId: field.id('pky'), name: passkeyName }),
      reply: z.object({}),
      rejections: [r.factorUnknown],
      summary: 'Gives a passkey a name its owner knows it by.',
      effect: 'write',
      limit,
    }),
    remove: defineCall({
      ...shared,
      name: `${prefix}remove-factor`,
      method: 'POST',
      path: `${base}/factor/remove`,
      needs,
      /** Challenge: action `remove-factor`, bound to `factor`. A recovery code will do. */
      request: z.object({ factor: factorName, ...factorProofFields }),
      reply: z.object({}),
      rejections: [...proofRejections, r.factorUnknown, lastStays ? r.factorLast : r.keyOnlyLast],
      summary: 'Removes the app or a passkey, confirmed by any factor or a recovery code.',
      effect: 'write',
      secrets: proofSecrets,
      limit,
    }),
    renewRecoveryCodes: defineCall({
      ...shared,
      name: `${prefix}renew-recovery-codes`,
      method: 'POST',
      path: `${base}/factor/recovery`,
      needs,
      /** Challenge: action `recovery-codes`, bound to nothing. */
      request: z.object(factorProofFields),
      reply: z.object({ recoveryCodes }),
      rejections: proofRejections,
      summary: 'Ten new recovery codes in place of the old ones, shown once.',
      effect: 'write',
      secretReply: true,
      secrets: proofSecrets,
      limit,
    }),
  }
}

/** Every call about the second factors of some owners. */
export function factorCallsOf<const Reader extends Audience, const Changer extends Audience>(
  owners: FactorOwners<Reader, Changer>,
) {
  return { ...reading(owners), ...addingApp(owners), ...addingPasskey(owners), ...keeping(owners) }
}

export type FactorCalls = ReturnType<typeof factorCallsOf<Audience, Audience>>
