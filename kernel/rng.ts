import { assert } from './assert.ts'

/** A source of randomness. Seeded in the simulated market and in tests; the operating system's in production ids. */
export interface Rng {
  /** Uniform integer in [0, 2^32). */
  readonly nextUint32: () => number
}

/** Mixes one 32-bit word (the finaliser of MurmurHash3): each input bit changes each output bit with chance ½. */
export function mix32(word: number): number {
  let x = word >>> 0
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

/** A 32-bit hash of a text, for deriving one seed from another by name. Not for security. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return mix32(hash)
}

/**
 * A seeded generator (sfc32 by Chris Doty-Humphrey, PractRand). Same seed and name, same sequence, on every machine.
 * Not for secrets.
 */
export function seededRng(seed: number, name = ''): Rng {
  let a = mix32(seed ^ 0x9e3779b9)
  let b = mix32(hashText(name) ^ seed)
  let c = mix32(a ^ b)
  let counter = 1
  const nextUint32 = (): number => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  for (let i = 0; i < 12; i += 1) nextUint32()
  return { nextUint32 }
}

/** Uniform number in [0, 1) with 32 bits of randomness. */
export function uniform(rng: Rng): number {
  return rng.nextUint32() / 4294967296
}

/** Uniform integer in [low, high], both included. */
export function integerBetween(rng: Rng, low: number, high: number): number {
  assert(Number.isInteger(low) && Number.isInteger(high) && low <= high, 'integerBetween needs integers, low ≤ high')
  return low + Math.floor(uniform(rng) * (high - low + 1))
}

/** Standard normal deviate (Marsaglia's polar method; the second value is thrown away to stay stateless). */
export function gaussian(rng: Rng): number {
  for (;;) {
    const x = uniform(rng) * 2 - 1
    const y = uniform(rng) * 2 - 1
    const s = x * x + y * y
    if (s > 0 && s < 1) return x * Math.sqrt((-2 * Math.log(s)) / s)
  }
}

/** One element, chosen uniformly. */
export function pick<T>(rng: Rng, items: readonly T[]): T {
  assert(items.length > 0, 'pick needs at least one item')
  return items[integerBetween(rng, 0, items.length - 1)] as T
}
