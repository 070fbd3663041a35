import { createHash } from 'node:crypto'
import { type Id, type Instant, plusMs } from '@bolsillo/kernel'
import { randomBytes, type Services, type Tx } from '@bolsillo/server-kit'
import { factorRules, type Owner, purposeText } from '../../domain/index.ts'
import type { FactorPurpose } from '../proofs.ts'
import { insertChallenge } from './challenge-store.ts'

const nonceBytes = 32

/** What of a purpose is kept: its hash. Any change of what was shown makes another. */
export function purposeHash(purpose: FactorPurpose): Buffer {
  return createHash('sha256')
    .update(`bolsillo.factor.purpose.1\n${purposeText(purpose)}`)
    .digest()
}

/** A challenge as it was made. */
export interface MadeChallenge {
  readonly id: Id<'chl'>
  /** Base64url: what a passkey signs. */
  readonly nonce: string
  readonly expiresAt: Instant
}

/** Makes a challenge, good once and for a few minutes, bound to an action and what is shown with it. */
export async function makeChallenge(
  { ids, rng }: Pick<Services, 'ids' | 'rng'>,
  tx: Tx,
  challenge: {
    readonly owner: Owner
    readonly purpose: FactorPurpose
    readonly origin: string | undefined
    readonly now: Instant
  },
): Promise<MadeChallenge> {
  const { owner, purpose, origin, now } = challenge
  const id = ids.next('chl')
  const nonce = randomBytes(rng, nonceBytes).toString('base64url')
  const expiresAt = plusMs(now, factorRules.challengeLifeMs)
  const hash = purposeHash(purpose)
  await insertChallenge(tx, { id, owner, action: purpose.action, purposeHash: hash, nonce, origin, expiresAt, at: now })
  return { id, nonce, expiresAt }
}
