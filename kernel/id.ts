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

// Two characters at a time: ids are made several times for every order.
const pairs = Array.from(alphabet, (first) => Array.from(alphabet, (second) => first + second)).flat()
const pairValues = 1024
const half = 2 ** 40

/** Eight characters for 40 bits. */
function eight(bits: number): string {
  const [high, low] = [Math.floor(bits / 2 ** 20), bits % 2 ** 20]
  return (
    pairAt(Math.floor(high / pairValues)) +
    pairAt(high % pairValues) +
    pairAt(Math.floor(low / pairValues)) +
    pairAt(low % pairValues)
  )
}

function pairAt(place: number): string {
  return pairs[place] ?? ''
}

/** Identifiers from a clock and a source of randomness. Ids made within one millisecond still sort in the order made. */
export function idsFrom(clock: Clock, rng: Rng): Ids {
  let lastMs = 0
  let time = ''
  // The 80 random bits, as two halves of 40: whole numbers that stay exact.
  let [high, low] = [0, 0]
  const setTime = (nowMs: number): void => {
    lastMs = nowMs
    time = pairAt(Math.floor(nowMs / half)) + eight(nowMs % half)
  }
  return {
    next: (prefix) => {
      const nowMs = Math.max(clock.now(), lastMs)
      if (nowMs === lastMs) {
        // A random step rather than +1: neighbors in one millisecond must not be guessable from each other.
        low += rng.nextUint32() + 1
        if (low >= half) {
          low -= half
          high += 1
        }
        if (high >= half) {
          setTime(nowMs + 1)
          high = 0
          low = 0
        }
      } else {
        setTime(nowMs)
        const [first, second, third] = [rng.nextUint32(), rng.nextUint32(), rng.nextUint32()]
        // The last 79 of the 96 bits drawn: the top bit stays free, so that steps within the millisecond cannot overflow
        // in practice.
        high = (first % 2 ** 15) * 2 ** 24 + Math.floor(second / 2 ** 8)
        low = (second % 2 ** 8) * 2 ** 32 + third
      }
      return `${prefix}_${time}${eight(high)}${eight(low)}`
    },
  }
}

/** Whether a text has the shape of an identifier with this prefix. */
export function isId<Prefix extends string>(prefix: Prefix, text: string): text is Id<Prefix> {
  const start = prefix.length + 1
  if (text.length !== start + bodyLength || !text.startsWith(prefix) || text[prefix.length] !== '_') return false
  // The first character holds three bits.
  if ((values[text.charCodeAt(start)] ?? -1) > 7) return false
  for (let place = start; place < text.length; place += 1) if ((values[text.charCodeAt(place)] ?? -1) < 0) return false
  return true
}

/** An identifier that is known to be one: a constant, or a value the database returned. Asserts its shape. */
export function idOf<Prefix extends string>(prefix: Prefix, text: string): Id<Prefix> {
  assert(isId(prefix, text), `not a ${prefix} id: ${text}`)
  return text
}

/** What follows the prefix of an identifier, as its 16 bytes: 130 bits of base 32 whose two highest are zero. */
export function idBytes(id: Id<string>): Uint8Array<ArrayBuffer> {
  const start = id.length - bodyLength
  assert(start > 0, `not an id: ${id}`)
  const bytes = new Uint8Array(idByteLength)
  let [bits, count, at] = [0, 0, 0]
  for (let place = 0; place < bodyLength; place += 1) {
    const value = values[id.charCodeAt(start + place)] ?? -1
    assert(value >= 0 && (place > 0 || value < 8), `not an id: ${id}`)
    bits = (bits << 5) | value
    // The first character holds three bits.
    count += place === 0 ? 3 : 5
    if (count < 8) continue
    count -= 8
    bytes[at] = bits >> count
    bits &= (1 << count) - 1
    at += 1
  }
  return bytes
}

/** The identifier that 16 bytes are. */
export function idOfBytes<Prefix extends string>(prefix: Prefix, bytes: Uint8Array): Id<Prefix> {
  assert(bytes.length === idByteLength, 'an id has 16 bytes')
  let [bits, count, text] = [0, 2, '']
  for (const byte of bytes) {
    bits = (bits << 8) | byte
    count += 8
    while (count >= 5) {
      count -= 5
      text += alphabet[bits >> count] ?? ''
      bits &= (1 << count) - 1
    }
  }
  return `${prefix}_${text}`
}

const idByteLength = 16
/** By the code of a character its value in the alphabet; nothing where it is none. */
const values: readonly number[] = Array.from({ length: 128 }, (_, code) => alphabet.indexOf(String.fromCharCode(code)))
