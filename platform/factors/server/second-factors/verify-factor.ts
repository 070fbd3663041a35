import { createHmac } from 'node:crypto'
import { coreRejections } from '@bolsillo/contract'
import { type Instant, type Rejection, reject } from '@bolsillo/kernel'
import { type Tx, transaction } from '@bolsillo/server-kit'
import { factorRejections as r } from '../../contract/index.ts'
import { factorRules, type Owner, readCode, recoverableActions, rulesOf } from '../../domain/index.ts'
import { type AttemptKeys, forgiveAttempt, takeAttempt } from '../attempts.ts'
import type { FactorDeps } from '../deps.ts'
import type { FactorProof, FactorPurpose } from '../proofs.ts'
import { sameBytes } from '../secrets.ts'
import { takeChallengeTry, useChallenge } from './challenge-store.ts'
import { purposeHash } from './challenges.ts'
import {
  countRecoveryCodes,
  findPasskeys,
  hasFactor,
  lockAuthenticator,
  notePasskeyUse,
  useRecoveryCode,
  useStep,
} from './factor-store.ts'
import { aboutSecret, totpStep } from './totp.ts'
import { checkAssertion, credentialIdOf } from './webauthn.ts'

interface FactorAttempt {
  readonly owner: Owner
  readonly purpose: FactorPurpose
  readonly proof: FactorProof
  readonly now: Instant
}

type Way = 'totp' | 'passkey' | 'recovery'

/** Failures of one owner are counted apart from those of others, whatever the network they come from. */
const factorKeys = (owner: Owner): AttemptKeys => ({
  account: `factor:${owner}`,
  network: `network:factor:${owner}`,
})

/**
 * Checks a proof against its challenge and uses both up. The try is counted before anything is looked at and stays
 * whatever the outcome of the request; a challenge for another purpose, of another owner, used or too old is one refusal.
 */
export async function verifyFactor(deps: FactorDeps, attempt: FactorAttempt): Promise<Rejection | undefined> {
  const { sql: pool, asideSql: sql = pool } = deps.services
  const { owner, proof, now } = attempt
  if (!(await hasFactor(sql, owner))) return reject(coreRejections.secondFactorNeeded)
  if (proof.code === undefined && proof.assertion === undefined) return reject(r.factorMissing, { field: 'code' })
  const keys = factorKeys(owner)
  const isCounted = proof.code !== undefined || rulesOf(owner).countsSignatures
  const mustWait = isCounted ? await takeAttempt(sql, keys, now) : undefined
  if (mustWait !== undefined) return { ...mustWait, field: proof.code === undefined ? 'assertion' : 'code' }
  return transaction(sql, async (tx) => {
    const refusal = await checkIn(tx, deps, attempt)
    if (refusal === undefined && isCounted) await forgiveAttempt(tx, keys)
    return refusal
  })
}

async function checkIn(tx: Tx, deps: FactorDeps, attempt: FactorAttempt): Promise<Rejection | undefined> {
  const { owner, purpose, proof, now } = attempt
  const query = { id: proof.challengeId, owner, now, triesMax: factorRules.challengeTries }
  const challenge = await takeChallengeTry(tx, query)
  if (challenge === undefined || !sameBytes(challenge.purposeHash, purposeHash(purpose))) {
    return reject(r.factorChallengeVoid, { field: 'challengeId' })
  }
  const { nonce, origin } = challenge
  const way =
    proof.code !== undefined
      ? await checkCode(tx, deps, attempt, proof.code)
      : await checkPasskey(tx, attempt, { nonce, origin, assertion: proof.assertion ?? '' })
  const details = { action: purpose.action, ...(way === undefined ? {} : { by: way }) }
  const action = way === undefined ? 'identity.factor-wrong' : 'identity.factor-confirm'
  await deps.audit.record(tx, { at: now, actor: owner, action, subject: owner, details })
  if (way === undefined) {
    const triesLeft = String(factorRules.challengeTries - challenge.tries)
    return reject(r.factorWrong, { field: proof.code === undefined ? 'assertion' : 'code', values: { triesLeft } })
  }
  await useChallenge(tx, challenge.id, now)
  if (way === 'recovery') await deps.onRecovery(tx, owner, await countRecoveryCodes(tx, owner), now)
  return undefined
}

async function checkCode(
  tx: Tx,
  deps: FactorDeps,
  { owner, purpose, now }: FactorAttempt,
  typed: string,
): Promise<Way | undefined> {
  const reading = readCode(typed)
  if (reading?.kind === 'recovery') {
    if (!recoverableActions.has(purpose.action)) return undefined
    return (await takeRecoveryCode(deps, tx, { owner, code: reading.code, now })) ? 'recovery' : undefined
  }
  const stored = reading === undefined ? undefined : await lockAuthenticator(tx, owner)
  if (reading === undefined || stored?.confirmedAt === undefined) return undefined
  const secret = deps.sealer.open(stored.sealedSecret, aboutSecret(owner)).toString('utf8')
  const step = totpStep(secret, reading.code, now, stored.lastStep)
  return step !== undefined && (await useStep(tx, owner, step)) ? 'totp' : undefined
}

async function checkPasskey(
  tx: Tx,
  { owner, now }: FactorAttempt,
  given: { readonly nonce: string; readonly origin: string | undefined; readonly assertion: string },
): Promise<Way | undefined> {
  const credentialId = credentialIdOf(given.assertion)
  const passkey = (await findPasskeys(tx, owner)).find((own) => own.credentialId === credentialId)
  if (passkey === undefined || given.origin === undefined) return undefined
  const counter = await checkAssertion({ ...given, origin: given.origin, passkey })
  if (counter === undefined) return undefined
  return (await notePasskeyUse(tx, passkey.id, counter, now)) ? 'passkey' : undefined
}

/** Uses a recovery code up. @returns false when there is no such code, or it was used. */
export function takeRecoveryCode(
  { recoveryKey }: Pick<FactorDeps, 'recoveryKey'>,
  tx: Tx,
  { owner, code, now }: { readonly owner: Owner; readonly code: string; readonly now: Instant },
): Promise<boolean> {
  return useRecoveryCode(tx, owner, recoveryHash(recoveryKey, owner, code), now)
}

/** What is kept of a recovery code. Keyed: 49 bits would be found by trying, with the database alone. */
export function recoveryHash(key: Uint8Array, owner: Owner, code: string): Buffer {
  return createHmac('sha256', key).update(`${owner}\n${code}`).digest()
}
