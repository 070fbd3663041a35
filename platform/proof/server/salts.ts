import { createHmac, hash } from 'node:crypto'
import { accountPreimage, leafPreimage } from '../domain/index.ts'

/** The salts of one tree: they follow from the installation's secret, and each owner is given their own only. */
export interface Salts {
  readonly of: (customerNumber: string) => Buffer
  /** The leaf of a customer, 32 bytes. */
  readonly leaf: (customerNumber: string, balance: bigint) => Buffer
  /** The leaf of an empty place. It looks like any other. */
  readonly padding: (place: number) => Buffer
}

/** The salts of the tree of an asset in the proof of a number. */
export function saltsOf(secret: Uint8Array, number: number, asset: string): Salts {
  const key = createHmac('sha256', secret).update(`${number}:${asset}`).digest()
  const derive = (text: string): Buffer => createHmac('sha256', key).update(text).digest()
  return {
    of: derive,
    leaf: (customerNumber, balance) => leafOf(digest(accountPreimage(customerNumber)), derive(customerNumber), balance),
    padding: (place) => leafOf(derive(`commitment:${place}`), derive(`padding:${place}`), 0n),
  }
}

function leafOf(commitment: Uint8Array, salt: Uint8Array, balance: bigint): Buffer {
  return digest(leafPreimage(commitment, salt, balance))
}

function digest(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer')
}
