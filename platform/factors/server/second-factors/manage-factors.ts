import { assert, type Id, type Instant, type Rejection, reject } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { factorRejections as r } from '../../contract/index.ts'
import { factorRules, type Owner, readCode, rulesOf } from '../../domain/index.ts'
import type { FactorDeps } from '../deps.ts'
import { randomReadable } from '../randomness.ts'
import { sameBytes } from '../secrets.ts'
import { takeChallengeTry, useChallenge } from './challenge-store.ts'
import { type MadeChallenge, makeChallenge, purposeHash } from './challenges.ts'
import {
  confirmAuthenticator,
  countRecoveryCodes,
  findAuthenticator,
  findPasskeys,
  hasFactor,
  insertPasskey,
  lockAuthenticator,
  passkeysMax,
  removeAuthenticator,
  removePasskey,
  removeRecoveryCodes,
  renamePasskey,
  replaceRecoveryCodes,
  savePendingAuthenticator,
  useStep,
} from './factor-store.ts'
import { aboutSecret, newTotpSecret, totpStep, totpUri } from './totp.ts'
import { recoveryHash } from './verify-factor.ts'
import { checkNewPasskey, hostOf } from './webauthn.ts'

/** What an owner has set up. */
export async function factorsOf(db: Db, owner: Owner) {
  const [authenticator, passkeys] = [await findAuthenticator(db, owner), await findPasskeys(db, owner)]
  const since = authenticator?.confirmedAt
  return {
    authenticator: { set: since !== undefined, ...(since === undefined ? {} : { since }) },
    passkeys: passkeys.map(({ id, name, host, createdAt, lastUsedAt }) => ({
      id,
      name,
      host,
      createdAt,
      ...(lastUsedAt === undefined ? {} : { lastUsedAt }),
    })),
    recoveryCodesLeft: await countRecoveryCodes(db, owner),
  }
}

/** Makes a secret that counts as soon as a code shows that the app has it. */
export async function startAuthenticator(
  { services, sealer }: FactorDeps,
  tx: Tx,
  start: { readonly owner: Owner; readonly label: string; readonly now: Instant },
): Promise<{ readonly secret: string; readonly uri: string } | Rejection> {
  const { owner, label, now } = start
  const secret = newTotpSecret(services.rng)
  const sealedSecret = sealer.seal(Buffer.from(secret), aboutSecret(owner))
  if (!(await savePendingAuthenticator(tx, { owner, sealedSecret, at: now }))) return reject(r.factorSetAlready)
  return { secret, uri: totpUri(secret, label) }
}

/**
 * Confirms the app by a code of it.
 * @returns the recovery codes when this is the first factor: they are shown this once.
 */
export async function finishAuthenticator(
  deps: FactorDeps,
  tx: Tx,
  finish: { readonly owner: Owner; readonly code: string; readonly now: Instant },
): Promise<{ readonly recoveryCodes: readonly string[] } | Rejection> {
  const { owner, code, now } = finish
  const wasFirst = !(await hasFactor(tx, owner))
  const stored = await lockAuthenticator(tx, owner)
  if (stored === undefined || stored.confirmedAt !== undefined) return reject(r.factorChallengeVoid)
  const reading = readCode(code)
  const secret = deps.sealer.open(stored.sealedSecret, aboutSecret(owner)).toString('utf8')
  const step = reading?.kind === 'totp' ? totpStep(secret, reading.code, now, stored.lastStep) : undefined
  if (step === undefined || !(await useStep(tx, owner, step))) return reject(r.factorCodeWrong, { field: 'code' })
  await confirmAuthenticator(tx, owner, now)
  return { recoveryCodes: wasFirst ? await makeRecoveryCodes(deps, tx, owner, now) : [] }
}

/** Ten new codes in place of those there were. */
export async function makeRecoveryCodes(
  { services, recoveryKey }: FactorDeps,
  tx: Tx,
  owner: Owner,
  now: Instant,
): Promise<readonly string[]> {
  const codes = Array.from({ length: factorRules.recoveryCodes }, () => randomReadable(services.rng, 2, 5))
  const hashes = codes.map((code) => recoveryHash(recoveryKey, owner, code.replace('-', '')))
  await replaceRecoveryCodes(tx, owner, hashes, now)
  return codes
}

/** What a browser is asked to make: a passkey for this host, that checks who holds the device. */
export interface PasskeyRequest {
  readonly challenge: MadeChallenge
  readonly host: string
  readonly known: readonly { readonly id: string; readonly transports: readonly string[] }[]
}

const addPasskey = { action: 'add-passkey', bound: {} } as const

/** Asks for a new passkey. Only a page can: a program has no host a passkey could belong to. */
export async function startPasskey(
  { services, staffKeys }: FactorDeps,
  tx: Tx,
  start: { readonly owner: Owner; readonly origin: string | undefined; readonly now: Instant },
): Promise<PasskeyRequest | Rejection> {
  const { owner, origin, now } = start
  if (origin === undefined) return reject(r.passkeyNeedsPage)
  const passkeys = await findPasskeys(tx, owner)
  if (passkeys.length >= passkeysMax) return reject(r.passkeysTooMany)
  const challenge = await makeChallenge(services, tx, { owner, purpose: addPasskey, origin, now })
  const host = hostOf(origin)
  const own = passkeys.map(({ credentialId, transports }) => ({ id: credentialId, transports }))
  // A device that keeps a colleague's passkey must not make one for somebody else: the browser refuses to.
  const known = rulesOf(owner).hasUniqueKeys ? [...own, ...(await staffKeys.passkeysAt(tx, host))] : own
  return { challenge, host, known }
}

/** Keeps the passkey a browser made. @returns its id, and the recovery codes when it is the first factor. */
export async function finishPasskey(
  deps: FactorDeps,
  tx: Tx,
  finish: {
    readonly owner: Owner
    readonly challengeId: Id<'chl'>
    readonly attestation: string
    readonly name: string
    readonly now: Instant
  },
): Promise<{ readonly passkeyId: Id<'pky'>; readonly recoveryCodes: readonly string[] } | Rejection> {
  const { owner, challengeId: id, attestation, name, now } = finish
  const wasFirst = !(await hasFactor(tx, owner))
  const challenge = await takeChallengeTry(tx, { id, owner, now, triesMax: 1 })
  if (challenge?.origin === undefined || !sameBytes(challenge.purposeHash, purposeHash(addPasskey))) {
    return reject(r.factorChallengeVoid, { field: 'challengeId' })
  }
  const { nonce, origin } = challenge
  const made = await checkNewPasskey({ attestation, nonce, origin })
  if (made === undefined) return reject(r.passkeyUnusable, { field: 'attestation' })
  if (rulesOf(owner).hasUniqueKeys && (await deps.staffKeys.isOfAnother(tx, { ...made, owner }))) {
    return reject(r.passkeyOfAnother, { field: 'attestation' })
  }
  const passkeyId = deps.services.ids.next('pky')
  const passkey = { ...made, id: passkeyId, owner, host: hostOf(origin), name, createdAt: now }
  if (!(await insertPasskey(tx, passkey))) return reject(r.passkeyUnusable, { field: 'attestation' })
  await useChallenge(tx, challenge.id, now)
  return { passkeyId, recoveryCodes: wasFirst ? await makeRecoveryCodes(deps, tx, owner, now) : [] }
}

export async function namePasskey(
  tx: Tx,
  rename: { readonly owner: Owner; readonly passkeyId: Id<'pky'>; readonly name: string },
): Promise<Rejection | undefined> {
  const { owner, passkeyId, name } = rename
  return (await renamePasskey(tx, owner, passkeyId, name)) ? undefined : reject(r.factorUnknown, { field: 'passkeyId' })
}

/** Which factor: the app, or a passkey by its id. */
export type FactorName = 'authenticator' | Id<'pky'>

/** Takes a factor away; with the last one its recovery codes go. @returns what was removed, in words. */
export async function removeFactor(
  tx: Tx,
  remove: { readonly owner: Owner; readonly factor: FactorName },
): Promise<{ readonly name: string } | Rejection> {
  const { owner, factor } = remove
  const name =
    factor === 'authenticator'
      ? (await removeAuthenticator(tx, owner))
        ? ''
        : undefined
      : await removePasskey(tx, owner, factor)
  if (name === undefined) return reject(r.factorUnknown, { field: 'factor' })
  if (!(await hasFactor(tx, owner))) await removeRecoveryCodes(tx, owner)
  assert(name.length <= 80, 'names of passkeys are short')
  return { name }
}
