import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** SHA-256 of a token: all the server keeps of it. A token has 256 random bits, so nothing slower is needed. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** What a device is known by: a hash of the key it keeps. */
export function deviceHash(deviceKey: string | undefined): string | undefined {
  return deviceKey === undefined ? undefined : createHash('sha256').update(`device\n${deviceKey}`).digest('hex')
}

/** The hash of a one-time code, bound to its purpose and address. Six digits need a key, or a table would undo it. */
export function codeHash(key: Uint8Array, purpose: string, address: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${purpose}\n${address}\n${code}`).digest()
}

/** A stand-in for an address in keys and logs, where the address itself has no business. */
export function addressMark(key: Uint8Array, address: string): string {
  return createHmac('sha256', key).update(`address\n${address}`).digest('hex').slice(0, 32)
}

/** Compares in a time that does not depend on where the first difference is. */
export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
