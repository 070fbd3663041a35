import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { type Instant, plusMs } from '@bolsillo/kernel'
import { keyPairOf } from './encrypt.ts'

/** Who this server is to push services (VAPID, RFC 8292). */
export interface Vapid {
  /** Base64url, 65 bytes: browsers subscribe with it, and only its owner may write to them. */
  readonly publicKey: string
  /** The Authorization header of a request to the service at an origin. */
  readonly authorization: (origin: string, now: Instant) => string
}

// Services take a day at most; a clock that is some hours off is still believed.
const goodForMs = 12 * 3_600_000

/**
 * The identity of an installation, from 32 bytes of its secret: the same after a restart and after a restore.
 * @param contact whom a service writes to when something is wrong: `mailto:` or `https:`.
 */
export function createVapid(secret: Uint8Array, contact: string): Vapid {
  let bytes: Uint8Array = secret
  const keys = keyPairOf(() => {
    const tried = bytes
    bytes = createHash('sha256').update(tried).digest()
    return tried
  })
  const point = keys.getPublicKey()
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      ...{ kty: 'EC', crv: 'P-256', d: keys.getPrivateKey().toString('base64url') },
      ...{ x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') },
    },
  })
  const publicKey = point.toString('base64url')
  return {
    publicKey,
    authorization: (origin, now) => {
      const exp = Math.floor(plusMs(now, goodForMs) / 1000)
      return `vapid t=${writeToken(key, { aud: origin, exp, sub: contact })}, k=${publicKey}`
    },
  }
}

function writeToken(key: KeyObject, claims: object): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' })
  return `${signed}.${signature.toString('base64url')}`
}
