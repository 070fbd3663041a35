import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { assert } from '@bolsillo/kernel'

/** A passkey in software, as a device in a test has it: ES256, user verified, attestation `none`. */
export interface SoftwarePasskey {
  readonly credentialId: string
  /** The answer to `navigator.credentials.create`, as JSON text. */
  readonly attest: (challenge: string) => string
  /** The answer to a sign-in that names nobody: the device says whom it keeps the passkey for. */
  readonly enter: (challenge: string, owner: string, origin?: string) => string
  /** A copy of the device, counting from where it was copied. */
  readonly copy: () => SoftwarePasskey
  /** The answer to `navigator.credentials.get`, as JSON text. */
  readonly assertTo: (challenge: string, origin?: string) => string
}

let made = 0

/** Makes one for the host of an origin. */
export function softwarePasskey(origin: string): SoftwarePasskey {
  made += 1
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = createHash('sha256').update(`software passkey ${made} ${process.pid}`).digest()
  return deviceWith(origin, keys, id, 0)
}

function deviceWith(
  origin: string,
  keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject },
  id: Buffer,
  uses: number,
): SoftwarePasskey {
  const { publicKey, privateKey } = keys
  const credentialId = id.toString('base64url')
  const host = new URL(origin).hostname
  let counter = uses
  const authenticatorData = (flags: number, rest: Buffer = Buffer.alloc(0)): Buffer => {
    counter += 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.from([flags]), count, rest])
  }
  const clientData = (type: string, challenge: string, from: string): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }))
  const frame = { id: credentialId, rawId: credentialId, type: 'public-key', clientExtensionResults: {} }
  const signed = (challenge: string, from: string) => {
    const data = authenticatorData(userPresent | userVerified)
    const client = clientData('webauthn.get', challenge, from)
    const signature = sign('sha256', Buffer.concat([data, createHash('sha256').update(client).digest()]), privateKey)
    return {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: signature.toString('base64url'),
    }
  }
  return {
    credentialId,
    attest: (challenge) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const rest = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const authData = authenticatorData(userPresent | userVerified | hasCredential, rest)
      const attestationObject = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData],
        ]),
      )
      const response = {
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: attestationObject.toString('base64url'),
        transports: ['internal'],
      }
      return JSON.stringify({ ...frame, response })
    },
    assertTo: (challenge, from = origin) => JSON.stringify({ ...frame, response: signed(challenge, from) }),
    enter: (challenge, owner, from = origin) => {
      const userHandle = Buffer.from(owner).toString('base64url')
      return JSON.stringify({ ...frame, response: { ...signed(challenge, from), userHandle } })
    },
    copy: () => deviceWith(origin, keys, id, counter),
  }
}

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

/** A public key as COSE writes it: kty EC2, alg ES256, crv P-256, x, y. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' })
  assert(x !== undefined && y !== undefined, 'an EC key has two coordinates')
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

/** As much of CBOR as a passkey needs. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  assert(value instanceof Map, 'only what a passkey needs')
  const parts = [...value].flatMap(([name, part]) => [cbor(name), cbor(part)])
  return Buffer.concat([head(5, value.size), ...parts])
}

function head(major: number, length: number): Buffer {
  const type = major << 5
  if (length < 24) return Buffer.from([type | length])
  if (length < 256) return Buffer.from([type | 24, length])
  return Buffer.from([type | 25, length >> 8, length & 255])
}
