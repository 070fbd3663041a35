import { assert } from './assert.ts'
import type { Rng } from './rng.ts'
import type { Clock } from './time.ts'

/** A typed identifier: prefix, underscore, 26 characters of Crockford base 32 (ULID layout: 48 bits of time, 80 random). */
export type Id<Prefix extends string> = `${Prefix}_${string}`

/** Makes identifiers. Sorted by time of making; unguessable when the Rng is the operating system's. */
export interface Ids {
  readonly next: <Prefix extends string>(prefix: Prefix) => Id<Prefix>
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const bodyLength = 26

function base32(value: bigint, length: number): string {
  let text = ''
  let rest = value
  for (let i = 0; i < length; i += 1) {
    text = alphabet[Number(rest & 31n)] + text
    rest >>= 5n
  }
  return text
}

/** Identifiers from a clock and a source of randomness. Ids made within one millisecond still sort in the order made. */
export function idsFrom(clock: Clock, rng: Rng): Ids {
  let lastMs = 0
  let random = 0n
  return {
    next: (prefix) => {
      const nowMs = Math.max(clock.now(), lastMs)
      if (nowMs === lastMs) {
        // A random step rather than +1: neighbours in one millisecond must not be guessable from each other.
        random += BigInt(rng.nextUint32()) + 1n
        if (random >= 1n << 80n) {
          lastMs = nowMs + 1
          random = 0n
        }
      } else {
        lastMs = nowMs
        random = 0n
        for (let i = 0; i < 3; i += 1) random = (random << 32n) | BigInt(rng.nextUint32())
        // The top bit stays free, so that steps within the millisecond cannot overflow in practice.
        random &= (1n << 79n) - 1n
      }
      return `${prefix}_${base32(BigInt(lastMs), 10)}${base32(random, 16)}`
    },
  }
}

/** Whether a text has the shape of an identifier with this prefix. */
export function isId<Prefix extends string>(prefix: Prefix, text: string): text is Id<Prefix> {
  return (
    text.length === prefix.length + 1 + bodyLength &&
    text.startsWith(`${prefix}_`) &&
    /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(text.slice(prefix.length + 1))
  )
}

/** An identifier that is known to be one: a constant, or a value the database returned. Asserts its shape. */
export function idOf<Prefix extends string>(prefix: Prefix, text: string): Id<Prefix> {
  assert(isId(prefix, text), `not a ${prefix} id: ${text}`)
  return text
}
