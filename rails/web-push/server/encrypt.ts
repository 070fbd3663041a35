import { createCipheriv, createECDH, type ECDH, hkdfSync } from 'node:crypto'

/** What a browser gave to be written to: its public key, uncompressed, and its secret. */
export interface BrowserKeys {
  /** 65 bytes, a point of P-256. */
  readonly p256dh: Buffer
  /** 16 bytes. */
  readonly auth: Buffer
}

const curve = 'prime256v1'
const pointBytes = 65
const authBytes = 16
const tagBytes = 16
/** The record size in the header. All of a message is one record, which is smaller. */
const recordSize = 4096
/** What fits: push services take 4096 bytes, of which the header, the mark of the end and the tag are none of ours. */
export const plainMax = recordSize - (16 + 4 + 1 + pointBytes) - 1 - tagBytes

/**
 * Reads the keys of a subscription. @returns the name of the one that is none: a point that is not on the curve would betray
 * ours.
 */
export function readKeys(p256dh: string, auth: string): BrowserKeys | 'p256dh' | 'auth' {
  const [point, secret] = [fromBase64url(p256dh), fromBase64url(auth)]
  if (point?.length !== pointBytes) return 'p256dh'
  if (secret?.length !== authBytes) return 'auth'
  const ecdh = createECDH(curve)
  ecdh.generateKeys()
  try {
    ecdh.computeSecret(point)
  } catch {
    return 'p256dh'
  }
  return { p256dh: point, auth: secret }
}

function fromBase64url(text: string): Buffer | undefined {
  return /^[A-Za-z0-9_-]+={0,2}$/.test(text) ? Buffer.from(text, 'base64url') : undefined
}

/** A key pair from a source of 32 bytes: the few numbers that are no key are passed over. */
export function keyPairOf(next: () => Uint8Array): ECDH {
  for (;;) {
    const ecdh = createECDH(curve)
    try {
      ecdh.setPrivateKey(next())
      return ecdh
    } catch {
      // Zero, or beyond the order of the curve: one in four thousand million.
    }
  }
}

/**
 * Encrypts a message to a browser (RFC 8291, `aes128gcm` of RFC 8188).
 * @param own a key pair and a salt of 16 bytes that are used this once.
 */
export function encryptTo(browser: BrowserKeys, plain: Uint8Array, own: { keys: ECDH; salt: Buffer }): Buffer {
  const publicKey = own.keys.getPublicKey()
  const shared = own.keys.computeSecret(browser.p256dh)
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), browser.p256dh, publicKey])
  const secret = Buffer.from(hkdfSync('sha256', shared, browser.auth, about, 32))
  const derive = (what: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, own.salt, Buffer.from(`Content-Encoding: ${what}\0`), bytes))
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  // 2 marks the last record.
  const text = Buffer.concat([cipher.update(plain), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([own.salt, size, Buffer.of(publicKey.length), publicKey, text])
}
