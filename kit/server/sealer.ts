import { createCipheriv, createDecipheriv } from 'node:crypto'
import { assert, type Rng } from '@bolsillo/kernel'

/** Encrypts and authenticates bytes at rest: AES-256-GCM under one key. */
export interface Sealer {
  /**
   * `about` is authenticated but not stored: it names the content and its owner, so that sealed values cannot be
   * swapped between rows.
   */
  readonly seal: (plain: Uint8Array, about: string) => Buffer
  /** @throws Error when the bytes, the key or `about` differ from what was sealed. */
  readonly open: (sealed: Uint8Array, about: string) => Buffer
}

/** The first byte of everything sealed: the version of the format. */
const form = 1
const nonceBytes = 12
const tagBytes = 16
const headBytes = 1 + nonceBytes + tagBytes

/** A sealer with a key of 32 bytes. */
export function createSealer(key: Uint8Array, rng: Rng): Sealer {
  return {
    seal: (plain, about) => {
      const nonce = randomBytes(rng, nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      cipher.setAAD(Buffer.from(about, 'utf8'))
      const text = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([Buffer.of(form), nonce, cipher.getAuthTag(), text])
    },
    open: (sealed, about) => {
      assert(sealed.length >= headBytes && sealed[0] === form, 'sealed in the form this build knows')
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(1, 1 + nonceBytes))
      decipher.setAAD(Buffer.from(about, 'utf8'))
      decipher.setAuthTag(sealed.subarray(1 + nonceBytes, headBytes))
      return Buffer.concat([decipher.update(sealed.subarray(headBytes)), decipher.final()])
    },
  }
}

/** `count` bytes from the room's generator: the operating system's in production. */
export function randomBytes(rng: Rng, count: number): Buffer {
  const bytes = Buffer.alloc(Math.ceil(count / 4) * 4)
  for (let at = 0; at < bytes.length; at += 4) bytes.writeUInt32BE(rng.nextUint32(), at)
  return bytes.subarray(0, count)
}
