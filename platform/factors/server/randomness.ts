import { integerBetween, type Rng } from '@bolsillo/kernel'
import { randomBytes } from '@bolsillo/server-kit'

/** A session token: 256 random bits, 43 characters a header can carry. */
export function randomToken(rng: Rng): string {
  return randomBytes(rng, 32).toString('base64url')
}

/** Decimal digits, uniformly distributed. */
export function randomDigits(rng: Rng, count: number): string {
  let text = ''
  while (text.length < count) {
    const word = rng.nextUint32()
    // 2^32 is no multiple of ten: words above the last full block are rejected, or low digits would be more frequent.
    if (word < 4_294_967_290) text += String(word % 10)
  }
  return text
}

// Without i, l, o, 0 and 1, which are confused with each other on paper and by phone, and u, which completes words.
const readable = 'abcdefghjkmnpqrstvwxyz23456789'

/** Readable letters and digits, in groups: `kx7m-2pqa-9wzt`. */
export function randomReadable(rng: Rng, groups: number, groupLength: number): string {
  const letter = (): string => readable[integerBetween(rng, 0, readable.length - 1)] ?? ''
  const group = (): string => Array.from({ length: groupLength }, letter).join('')
  return Array.from({ length: groups }, group).join('-')
}
