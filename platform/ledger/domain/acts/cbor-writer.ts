import { assert } from '@bolsillo/kernel'

// The part of CBOR (RFC 8949) that acts need, in its deterministic form (4.2.1): integers, byte strings, texts, arrays and
// maps of definite length, true, false and null; every head as short as it can be.

/** Major types of RFC 8949, 3.1, in the three high bits of an item's first byte. */
export const major = {
  unsigned: 0x00,
  negative: 0x20,
  bytes: 0x40,
  text: 0x60,
  array: 0x80,
  map: 0xa0,
  simple: 0xe0,
} as const
/** The simple values that occur, as the whole byte. */
export const simple = { no: 0xf4, yes: 0xf5, nothing: 0xf6 } as const

const int64Max = 9_223_372_036_854_775_807n
// Node and browsers have it; the library of the language alone does not name it.
declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array }
const encoder = new TextEncoder()
/** Up to here a text is written letter by letter: ids, references, names. */
const shortText = 64
const two32 = 0x1_0000_0000
const safeMax = Number.MAX_SAFE_INTEGER

/** Writes items one behind the other into one buffer that grows. Used again after `reset`, so that a batch allocates once. */
export class CborWriter {
  #bytes: Uint8Array<ArrayBuffer>
  #view: DataView
  #end = 0

  constructor(capacity = 4096) {
    this.#bytes = new Uint8Array(capacity)
    this.#view = new DataView(this.#bytes.buffer)
  }

  /** How many bytes are written. */
  get length(): number {
    return this.#end
  }

  /** What is written from `start` on. Valid until the writer is reset or grows: copy what is kept. */
  bytesFrom(start: number): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(start, this.#end)
  }

  reset(): void {
    this.#end = 0
  }

  arrayOf(count: number): void {
    this.#head(major.array, count)
  }

  mapOf(count: number): void {
    this.#head(major.map, count)
  }

  /** A whole number of −2⁶³ + 1 to 2⁶³ − 1. */
  integer(value: bigint | number): void {
    if (typeof value === 'number') {
      assert(Number.isSafeInteger(value), 'a whole number is written')
      if (value >= 0) this.#head(major.unsigned, value)
      else this.#head(major.negative, -1 - value)
      return
    }
    const near = Number(value)
    if (near <= safeMax && near >= -safeMax) {
      this.integer(near)
      return
    }
    assert(value <= int64Max && value >= -int64Max, 'a number of 64 bits is written')
    const [type, rest] = value >= 0n ? [major.unsigned, value] : [major.negative, -1n - value]
    this.#room(9)
    this.#view.setUint8(this.#end, type | 27)
    this.#view.setBigUint64(this.#end + 1, rest)
    this.#end += 9
  }

  bytes(value: Uint8Array): void {
    this.#head(major.bytes, value.length)
    this.#room(value.length)
    this.#bytes.set(value, this.#end)
    this.#end += value.length
  }

  text(value: string): void {
    const { length } = value
    // Nearly all texts are short and of ASCII: written letter by letter, and again in full when one is not.
    if (length <= shortText) {
      const start = this.#end
      this.#head(major.text, length)
      this.#room(length)
      const [bytes, from] = [this.#bytes, this.#end]
      let place = 0
      for (; place < length; place += 1) {
        const unit = value.charCodeAt(place)
        if (unit > 0x7f) break
        bytes[from + place] = unit
      }
      if (place === length) {
        this.#end = from + length
        return
      }
      this.#end = start
    }
    assert(value.isWellFormed(), 'a text of Unicode is written')
    const encoded = encoder.encode(value)
    this.#head(major.text, encoded.length)
    this.#room(encoded.length)
    this.#bytes.set(encoded, this.#end)
    this.#end += encoded.length
  }

  boolean(value: boolean): void {
    this.#byte(value ? simple.yes : simple.no)
  }

  nothing(): void {
    this.#byte(simple.nothing)
  }

  #byte(value: number): void {
    this.#room(1)
    this.#bytes[this.#end] = value
    this.#end += 1
  }

  /** `argument`: a safe whole number from 0. */
  #head(type: number, argument: number): void {
    this.#room(9)
    const [view, end] = [this.#view, this.#end]
    if (argument < 24) {
      view.setUint8(end, type | argument)
      this.#end = end + 1
    } else if (argument < 0x100) {
      view.setUint8(end, type | 24)
      view.setUint8(end + 1, argument)
      this.#end = end + 2
    } else if (argument < 0x1_0000) {
      view.setUint8(end, type | 25)
      view.setUint16(end + 1, argument)
      this.#end = end + 3
    } else if (argument < two32) {
      view.setUint8(end, type | 26)
      view.setUint32(end + 1, argument)
      this.#end = end + 5
    } else {
      view.setUint8(end, type | 27)
      view.setUint32(end + 1, Math.floor(argument / two32))
      view.setUint32(end + 5, argument % two32)
      this.#end = end + 9
    }
  }

  #room(count: number): void {
    const needed = this.#end + count
    if (needed <= this.#bytes.length) return
    const larger = new Uint8Array(Math.max(needed, this.#bytes.length * 2))
    larger.set(this.#bytes.subarray(0, this.#end))
    this.#bytes = larger
    this.#view = new DataView(larger.buffer)
  }
}
