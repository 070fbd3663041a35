// SHA-256 (FIPS 180-4) over words that stay where they are: a million applications are several million hashes, and they are
// made again on phones. `npm run bench -- offerings` measures it beside the library's.

/** A hash, or the state of one, is eight words of 32 bits. */
export const hashWords = 8

const primes = (count: number): readonly number[] => {
  const found: number[] = []
  for (let candidate = 2; found.length < count; candidate += 1)
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate)
  return found
}

/** The first 32 bits of the fractional part of a root of a prime, exact: floor(root · 2^32) mod 2^32. */
function rootBits(prime: number, degree: 2 | 3): number {
  const scaled = BigInt(prime) << BigInt(32 * degree)
  let [low, high] = [0n, 1n << 40n]
  while (high - low > 1n) {
    const middle = (low + high) >> 1n
    if (middle ** BigInt(degree) <= scaled) low = middle
    else high = middle
  }
  return Number(low & 0xffff_ffffn)
}

const initial = Uint32Array.from(primes(8), (prime) => rootBits(prime, 2))
const round = Uint32Array.from(primes(64), (prime) => rootBits(prime, 3))

/** The block that is hashed next: the first sixteen words are its text, the rest is made of them. */
export const block = new Int32Array(64)

/** Sets eight words to the state before the first block. */
export function begin(state: Uint32Array, at = 0): void {
  state.set(initial, at)
}

/** Mixes `block` into the eight words of a state from a place on. */
export function compress(state: Uint32Array, at = 0): void {
  for (let t = 16; t < 64; t += 1) {
    const x = block[t - 15] as number
    const y = block[t - 2] as number
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3)
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10)
    block[t] = ((block[t - 16] as number) + s0 + (block[t - 7] as number) + s1) | 0
  }
  let a = (state[at] as number) | 0
  let b = (state[at + 1] as number) | 0
  let c = (state[at + 2] as number) | 0
  let d = (state[at + 3] as number) | 0
  let e = (state[at + 4] as number) | 0
  let f = (state[at + 5] as number) | 0
  let g = (state[at + 6] as number) | 0
  let h = (state[at + 7] as number) | 0
  for (let t = 0; t < 64; t += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const first = (h + s1 + ((e & f) ^ (~e & g)) + (round[t] as number) + (block[t] as number)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  state[at] = (state[at] as number) + a
  state[at + 1] = (state[at + 1] as number) + b
  state[at + 2] = (state[at + 2] as number) + c
  state[at + 3] = (state[at + 3] as number) + d
  state[at + 4] = (state[at + 4] as number) + e
  state[at + 5] = (state[at + 5] as number) + f
  state[at + 6] = (state[at + 6] as number) + g
  state[at + 7] = (state[at + 7] as number) + h
}

/** The SHA-256 of bytes, as eight words. */
export function hashOf(bytes: Uint8Array): Uint32Array {
  const padded = new Uint8Array(64 * Math.ceil((bytes.length + 9) / 64))
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(bytes.length) * 8n)
  const state = initial.slice()
  for (let at = 0; at < padded.length; at += 64) {
    for (let word = 0; word < 16; word += 1) block[word] = view.getInt32(at + 4 * word)
    compress(state)
  }
  return state
}

const byteTexts = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** Eight words as 64 hex digits. */
export function wordsText(words: Uint32Array, at = 0): string {
  let text = ''
  for (let word = at; word < at + hashWords; word += 1) {
    const value = words[word] as number
    for (let shift = 24; shift >= 0; shift -= 8) text += byteTexts[(value >>> shift) & 0xff] as string
  }
  return text
}

const shape = /^[0-9a-f]{64}$/

/** Whether a text is 32 bytes in lower case hex. */
export const isHash = (text: string): boolean => shape.test(text)

/** The value of a hex digit by its character: digits are at 0x30, lower case letters at 0x61. */
const digitOf = (code: number): number => (code <= 0x39 ? code - 0x30 : code - 0x57)

/** Puts the eight words of 64 hex digits, which `isHash`, at a place. */
export function putWords(words: Uint32Array, at: number, text: string): void {
  for (let word = 0; word < hashWords; word += 1) {
    let value = 0
    for (let digit = 8 * word; digit < 8 * word + 8; digit += 1) value = (value << 4) | digitOf(text.charCodeAt(digit))
    words[at + word] = value
  }
}

/** The eight words of 64 hex digits, which `isHash`. */
export function wordsOf(text: string): Uint32Array {
  const words = new Uint32Array(hashWords)
  putWords(words, 0, text)
  return words
}

/** The SHA-256 of a text of ASCII characters, 64 hex digits. */
export function hashText(text: string): string {
  return wordsText(hashOf(Uint8Array.from(text, (character) => character.charCodeAt(0))))
}
