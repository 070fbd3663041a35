import { createHash, createHmac } from 'node:crypto'

/** SHA-256 of a token: all the server keeps of it. A token has 256 random bits, so nothing slower is needed. */
export function tokenHash(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** What a device is known by: a hash of the key it keeps. */
export function deviceHash(deviceKey: string | undefined): string | undefined {
  return deviceKey === undefined ? undefined : createHash('sha256').update(`device\n${deviceKey}`).digest('hex')
}

/** A stand-in for an address in keys and logs, where the address itself has no business. */
export function addressMark(key: Uint8Array, address: string): string {
  return createHmac('sha256', key).update(`address\n${address}`).digest('hex').slice(0, 32)
}
