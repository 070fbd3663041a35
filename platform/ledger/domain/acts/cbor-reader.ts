import { major, simple } from './cbor-writer.ts'

// Node and browsers have it; the library of the language alone does not name it.
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { readonly decode: (bytes: Uint8Array) => string }
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const safeMax = Number.MAX_SAFE_INTEGER
const two32 = 0x1_0000_0000
/** By the bytes of an argument the least that needs as many. */
const leastOf: Readonly<Record<number, number>> = { 1: 24, 2: 0x100, 4: 0x1_0000, 8: two32 }

/** Why bytes are not the one encoding of an item. `at`: the offset of the byte. */
export class NotCanonical extends Error {
  readonly at: number
  constructor(what: string, at: number) {
    super(`byte ${at}: ${what}`)
    this.name = 'NotCanonical'
    this.at = at
  }
}

/**
 * Reads items one behind the other and refuses every encoding but the deterministic one of RFC 8949, 4.2.1: a head longer
 * than needed, an indefinite length, a tag, a float, a text that is not UTF-8, a number beyond 64 bits.
 * @throws NotCanonical
 */
export class CborReader {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at: number

  constructor(bytes: Uint8Array, at = 0) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#at = at
  }

  /** The offset of the next item. */
  get at(): number {
    return this.#at
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length
  }

  /** The type of the next item, without reading it: one of `major`. */
  peek(): number {
    return this.#byteAt(this.#at) & 0xe0
  }

  array(): number {
    return this.#count(major.array, 'an array')
  }

  map(): number {
    return this.#count(major.map, 'a map')
  }

  integer(): bigint {
    const start = this.#at
    const type = this.peek()
    if (type !== major.unsigned && type !== major.negative) throw new NotCanonical('not a whole number', start)
    const argument = this.#argument(type)
    if (argument <= safeMax) return BigInt(type === major.unsigned ? argument : -1 - argument)
    // Too long to count exactly: read again unchanged.
    const exact = this.#view.getBigUint64(start + 1)
    const value = type === major.unsigned ? exact : -1n - exact
    if (value > 0x7fff_ffff_ffff_ffffn || value < -0x7fff_ffff_ffff_ffffn)
      throw new NotCanonical('a number beyond 64 bits', start)
    return value
  }

  /** A whole number from 0 that JavaScript counts exactly: a time, an account's number. */
  count(): number {
    const start = this.#at
    const value = this.peek() === major.unsigned ? this.#argument(major.unsigned) : Number.POSITIVE_INFINITY
    if (value > safeMax) throw new NotCanonical('not a count', start)
    return value
  }

  bytes(): Uint8Array {
    const length = this.#count(major.bytes, 'a byte string')
    const start = this.#skip(length)
    return this.#bytes.subarray(start, start + length)
  }

  text(): string {
    const length = this.#count(major.text, 'a text')
    const start = this.#skip(length)
    try {
      return decoder.decode(this.#bytes.subarray(start, start + length))
    } catch {
      throw new NotCanonical('not UTF-8', start)
    }
  }

  /** True, false or null. */
  simple(): boolean | undefined {
    const start = this.#at
    const byte = this.#byteAt(start)
    this.#at += 1
    switch (byte) {
      case simple.yes:
        return true
      case simple.no:
        return false
      case simple.nothing:
        return undefined
      default:
        throw new NotCanonical('not true, false or null', start)
    }
  }

  #count(type: number, what: string): number {
    const start = this.#at
    if (this.peek() !== type) throw new NotCanonical(`not ${what}`, start)
    const count = this.#argument(type)
    // Whatever is counted takes a byte at least: a count beyond the rest is refused before anything is allocated for it.
    if (count > this.#bytes.length - this.#at) throw new NotCanonical(`${what} beyond the end`, start)
    return count
  }

  /** What the next head says; beyond `safeMax` it is not exact. */
  #argument(type: number): number {
    const start = this.#at
    const short = this.#byteAt(start) - type
    this.#at = start + 1
    if (short < 24) return short
    if (short > 27) throw new NotCanonical('an item of no definite length', start)
    const width = 1 << (short - 24)
    const value = this.#unsigned(this.#skip(width), width)
    if (value < (leastOf[width] ?? 0)) throw new NotCanonical('a head longer than needed', start)
    return value
  }

  #unsigned(place: number, width: number): number {
    switch (width) {
      case 1:
        return this.#view.getUint8(place)
      case 2:
        return this.#view.getUint16(place)
      case 4:
        return this.#view.getUint32(place)
      default:
        return this.#view.getUint32(place) * two32 + this.#view.getUint32(place + 4)
    }
  }

  #byteAt(place: number): number {
    const byte = this.#bytes[place]
    if (byte === undefined) throw new NotCanonical('the end', place)
    return byte
  }

  #skip(count: number): number {
    const start = this.#at
    if (start + count > this.#bytes.length) throw new NotCanonical('the end', start)
    this.#at = start + count
    return start
  }
}
