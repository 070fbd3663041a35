import { createHmac } from 'node:crypto'
import { type Instant, instant, plusMs, type Rejection, type Rng, reject } from '@bolsillo/kernel'
import { randomBytes, type Tx } from '@bolsillo/server-kit'
import { factorRejections as r } from '../../contract/index.ts'
import { factorRules } from '../../domain/index.ts'
import { sameBytes } from '../secrets.ts'
import { passkeyTimeoutMs } from './ask-factor.ts'
import { notePasskeyUse, type StoredPasskey, spendEntryChallenge } from './factor-store.ts'
import { type AssertionClaims, checkAssertion, claimsOf, hostOf } from './webauthn.ts'

// Signing in with a passkey alone. The caller is unknown until then, and a page asks each time it opens: so a challenge is not
// stored but marked with a key of ours, and only the one that is answered is recorded, so that it is answered once.

/** Where a challenge is good: one door, one page, one device. */
export interface EntryPlace {
  readonly door: 'customer' | 'operator'
  readonly origin: string | undefined
  readonly device: string | undefined
}

const randomLength = 16
const untilLength = 6

function markOf(key: Uint8Array, { door, origin, device }: EntryPlace, body: Uint8Array): Buffer {
  return createHmac('sha256', key)
    .update(`passkey entry\n${door}\n${origin ?? ''}\n${device ?? ''}\n`)
    .update(body)
    .digest()
}

/** Makes a challenge and the question a browser puts to its device. Only a page can ask. */
export function askEntry(
  { key, rng }: { readonly key: Uint8Array; readonly rng: Rng },
  place: EntryPlace,
  now: Instant,
) {
  if (place.origin === undefined) return reject(r.passkeyNeedsPage)
  const expiresAt = plusMs(now, factorRules.challengeLifeMs)
  const until = Buffer.alloc(untilLength)
  until.writeUIntBE(expiresAt, 0, untilLength)
  const body = Buffer.concat([randomBytes(rng, randomLength), until])
  const challenge = Buffer.concat([body, markOf(key, place, body)]).toString('base64url')
  const question = {
    challenge,
    rpId: hostOf(place.origin),
    timeout: passkeyTimeoutMs,
    userVerification: 'required' as const,
    allowCredentials: [],
  }
  return { question, expiresAt }
}

/** What an answer claims, once its challenge is known to be ours, for this place and in time. */
export function readEntry(
  key: Uint8Array,
  assertion: string,
  place: EntryPlace,
  now: Instant,
): (AssertionClaims & { readonly until: Instant }) | Rejection {
  const isVoid = reject(r.factorChallengeVoid, { field: 'assertion' })
  const claims = claimsOf(assertion)
  if (claims === undefined) return reject(r.passkeyWrong, { field: 'assertion' })
  const bytes = Buffer.from(claims.nonce, 'base64url')
  const body = bytes.subarray(0, randomLength + untilLength)
  if (place.origin === undefined || !sameBytes(bytes.subarray(body.length), markOf(key, place, body))) return isVoid
  const until = instant(body.readUIntBE(randomLength, untilLength))
  return until > now ? { ...claims, until } : isVoid
}

/** Checks the signature and uses challenge and counter up. The caller has counted the attempt. */
export async function confirmEntry(
  tx: Tx,
  entry: {
    readonly assertion: string
    readonly claims: AssertionClaims & { readonly until: Instant }
    readonly origin: string
    readonly passkey: StoredPasskey | undefined
    readonly now: Instant
  },
): Promise<Rejection | undefined> {
  const { assertion, claims, origin, passkey, now } = entry
  if (!(await spendEntryChallenge(tx, claims.nonce, claims.until))) {
    return reject(r.factorChallengeVoid, { field: 'assertion' })
  }
  const counter =
    passkey === undefined || passkey.owner !== claims.owner
      ? undefined
      : await checkAssertion({ assertion, nonce: claims.nonce, origin, passkey })
  const isRight = passkey !== undefined && counter !== undefined && (await notePasskeyUse(tx, passkey.id, counter, now))
  return isRight ? undefined : reject(r.passkeyWrong, { field: 'assertion' })
}
