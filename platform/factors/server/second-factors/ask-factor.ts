import { isRejection, type Rejection, reject } from '@bolsillo/kernel'
import type { ReadContext, WriteContext } from '@bolsillo/server-kit'
import { factorRejections as r } from '../../contract/index.ts'
import { type Owner, readBound } from '../../domain/index.ts'
import type { FactorDeps } from '../deps.ts'
import type { FactorProof, FactorPurpose } from '../proofs.ts'
import { makeChallenge } from './challenges.ts'
import { findAuthenticator, findPasskeys, hasFactor } from './factor-store.ts'
import type { PasskeyRequest } from './manage-factors.ts'
import { verifyFactor } from './verify-factor.ts'
import { hostOf } from './webauthn.ts'

/** How long a browser waits for its owner. */
export const passkeyTimeoutMs = 120_000

const credentialOf = ({ id, transports }: { readonly id: string; readonly transports: readonly string[] }) => ({
  id,
  type: 'public-key' as const,
  ...(transports.length === 0 ? {} : { transports: [...transports] }),
})

/** Makes a challenge and says how its owner can answer it. */
export async function askFactor(
  deps: FactorDeps,
  { tx, now, caller }: Pick<WriteContext, 'tx' | 'now' | 'caller'>,
  owner: Owner,
  request: { readonly action: string; readonly bound?: string | undefined },
) {
  const bound = readBound(request.bound ?? '{}')
  if (bound === undefined) return reject(r.boundMalformed, { field: 'bound' })
  const { origin } = caller
  const made = await makeChallenge(deps.services, tx, { owner, purpose: { ...request, bound }, origin, now })
  const passkeys =
    origin === undefined ? [] : (await findPasskeys(tx, owner)).filter(({ host }) => host === hostOf(origin))
  return {
    challengeId: made.id,
    expiresAt: made.expiresAt,
    authenticator: (await findAuthenticator(tx, owner))?.confirmedAt !== undefined,
    ...(origin === undefined || passkeys.length === 0
      ? {}
      : {
          passkey: {
            challenge: made.nonce,
            rpId: hostOf(origin),
            timeout: passkeyTimeoutMs,
            userVerification: 'required' as const,
            allowCredentials: passkeys.map(({ credentialId, transports }) =>
              credentialOf({ id: credentialId, transports }),
            ),
          },
        }),
  }
}

/** What a browser needs to make a passkey: three kinds of keys every device knows at least one of. */
export function passkeyOrderOf(asked: PasskeyRequest, user: { readonly id: string; readonly name: string }) {
  const { challenge, host, known } = asked
  return {
    challengeId: challenge.id,
    order: {
      challenge: challenge.nonce,
      rp: { id: host, name: 'Bolsillo' },
      user: { id: Buffer.from(user.id).toString('base64url'), name: user.name, displayName: user.name },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: passkeyTimeoutMs,
      attestation: 'none' as const,
      excludeCredentials: known.map(credentialOf),
      authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'required' as const },
    },
  }
}

interface OptionalProof {
  readonly challengeId?: FactorProof['challengeId'] | undefined
  readonly factorCode?: string | undefined
  readonly assertion?: string | undefined
}

/** The proof in the fields of a call that asks for one only of those who have a factor. */
function proofIn({ challengeId, factorCode, assertion }: OptionalProof): FactorProof | Rejection {
  if (challengeId === undefined) return reject(r.factorMissing, { field: 'challengeId' })
  return proofOf({ challengeId, code: factorCode, assertion })
}

/** A proof without the fields that were left out. */
export function proofOf({
  challengeId,
  code,
  assertion,
}: {
  readonly challengeId: FactorProof['challengeId']
  readonly code?: string | undefined
  readonly assertion?: string | undefined
}): FactorProof {
  return {
    challengeId,
    ...(code === undefined ? {} : { code }),
    ...(assertion === undefined ? {} : { assertion }),
  }
}

/** Asks for the second factor of somebody who has one; an owner who has none passes. */
export async function confirmIfSet(
  deps: FactorDeps,
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  asked: { readonly owner: Owner; readonly purpose: FactorPurpose; readonly request: OptionalProof },
): Promise<Rejection | undefined> {
  const { owner, purpose, request } = asked
  if (!(await hasFactor(db, owner))) return undefined
  const proof = proofIn(request)
  if (isRejection(proof)) return proof
  const refusal = await verifyFactor(deps, { owner, purpose, proof, now })
  return refusal?.field === 'code' ? { ...refusal, field: 'factorCode' } : refusal
}
