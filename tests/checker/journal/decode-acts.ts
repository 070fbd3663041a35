import { isUtf8 } from 'node:buffer'

// Reads acts from the page that states how they are written (platform/ledger/domain/acts/README.md), and shares nothing with
// the program that writes them. Goes through the bytes once, item by item, and refuses what the page does not allow.

/** A value of a payload. */
export type DecodedValue = bigint | string | boolean | Uint8Array | readonly DecodedValue[]

export interface DecodedPosting {
  readonly account: number
  readonly posted: bigint
  readonly postedAfter: bigint
  readonly held: bigint
  /** The id of the reservation, `hld_…`; undefined when nothing is held. */
  readonly hold: string | undefined
  readonly heldAfter: bigint
}

export interface DecodedAct {
  readonly number: bigint
  readonly at: bigint
  readonly kind: string
  readonly actor: string
  readonly cause: string
  readonly subject: string
  readonly payload: ReadonlyMap<string, DecodedValue>
  readonly postings: readonly DecodedPosting[]
}

/** What was read, or what is wrong with the bytes. */
export type Decoded =
  | {
      readonly ok: true
      readonly acts: readonly DecodedAct[]
      /** Where each act begins. */
      readonly starts: readonly number[]
    }
  | { readonly ok: false; readonly problem: string }

class Wrong extends Error {}
const refuse = (what: string): never => {
  throw new Wrong(what)
}

/** The acts that these bytes are, one behind the other; or the first thing about them that the page does not allow. */
export function decodeActs(bytes: Uint8Array): Decoded {
  const acts: DecodedAct[] = []
  const starts: number[] = []
  const reader = new ActReader(bytes)
  try {
    while (reader.at < bytes.length) {
      starts.push(reader.at)
      acts.push(reader.act())
    }
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, problem: `act ${acts.length + 1}: ${error.message}` }
    throw error
  }
  return { ok: true, acts, starts }
}

/** The kinds of items, by the three bits they begin with. */
const kinds = { whole: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5 } as const
const [no, yes, nothing] = [0xf4, 0xf5, 0xf6]
const [mostAbove, mostBelow] = [2n ** 63n, 2n ** 63n - 1n]
/** The last millisecond of the year 9999. */
const latest = 253_402_300_799_999n
/** A byte with the low five bits set above this is followed by its argument. */
const shortMost = 23

const names = new Set<string>()
/** Names are few and come again in every act. */
function isName(text: string): boolean {
  if (names.has(text)) return true
  const isOne = /^[a-z][A-Za-z0-9]{0,39}$/.test(text)
  if (isOne && names.size < 1000) names.add(text)
  return isOne
}
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** An id is its 128 bits as 26 digits of five bits each, the first of three. */
export function idOf(prefix: string, bytes: Uint8Array): string {
  let [id, left, bits] = [`${prefix}_`, 0, 2]
  for (const byte of bytes) {
    left = ((left << 8) | byte) & 0xfff
    for (bits += 8; bits >= 5; bits -= 5) id += digits[(left >> (bits - 5)) & 31]
  }
  return id
}

class ActReader {
  readonly #bytes: Buffer
  at = 0
  /** Of the head that was read last; where it does not fit a number exactly, `#wide` reads it again. */
  #argument = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  }

  act(): DecodedAct {
    if (this.#count(kinds.list, 'an act') !== 9 || this.#whole() !== 1n) return refuse('not nine items of version 1')
    const number = this.#whole()
    if (number < 1n) return refuse('numbered below 1')
    const at = BigInt(this.#countable())
    if (at > latest) return refuse('a time after the year 9999')
    const [kind, actor, cause, subject] = [this.#text(), this.#text(), this.#text(), this.#text()]
    const payload = this.#payload()
    const lines = this.#count(kinds.list, 'postings')
    if (lines > 64) return refuse('more than 64 postings')
    const postings: DecodedPosting[] = []
    while (postings.length < lines) postings.push(this.#posting())
    return { number, at, kind, actor, cause, subject, payload, postings }
  }

  #payload(): ReadonlyMap<string, DecodedValue> {
    const payload = new Map<string, DecodedValue>()
    let before = ''
    for (let left = this.#count(kinds.map, 'a payload'); left > 0; left -= 1) {
      const own = this.#text()
      if (!isName(own)) return refuse('a name that is none')
      const isLater = own.length > before.length || (own.length === before.length && own > before)
      if (!isLater) return refuse(`the name ${own} out of order`)
      payload.set(own, this.#value(0))
      before = own
    }
    return payload
  }

  #value(arrays: number): DecodedValue {
    const first = this.#bytes[this.at] ?? refuse('cut off')
    if (first === no || first === yes) {
      this.at += 1
      return first === yes
    }
    switch (first >> 5) {
      case kinds.whole:
      case kinds.negative:
        return this.#whole()
      case kinds.bytes:
        return this.#slice(this.#count(kinds.bytes, 'bytes'))
      case kinds.text:
        return this.#text()
      case kinds.list: {
        if (arrays === 4) return refuse('more than four arrays within each other')
        const count = this.#count(kinds.list, 'a list')
        const list: DecodedValue[] = []
        while (list.length < count) list.push(this.#value(arrays + 1))
        return list
      }
      default:
        return refuse(`a value that begins with ${first}`)
    }
  }

  #posting(): DecodedPosting {
    const items = this.#count(kinds.list, 'a posting')
    if (items !== 3 && items !== 6) return refuse('a posting of neither three items nor six')
    const [account, posted, postedAfter] = [this.#countable(), this.#whole(), this.#whole()]
    if (items === 3) return { account, posted, postedAfter, held: 0n, hold: undefined, heldAfter: 0n }
    const [held, hold, heldAfter] = [this.#whole(), this.#hold(), this.#whole()]
    if ((held === 0n) !== (hold === undefined)) return refuse('held and hold that do not fit')
    if (hold === undefined && heldAfter === 0n) return refuse('a posting that could be shorter')
    return { account, posted, postedAfter, held, hold, heldAfter }
  }

  #hold(): string | undefined {
    if (this.#bytes[this.at] === nothing) {
      this.at += 1
      return undefined
    }
    if (this.#count(kinds.bytes, 'a hold') !== 16) return refuse('a hold of other than 16 bytes')
    return idOf('hld', this.#slice(16))
  }

  #text(): string {
    const length = this.#count(kinds.text, 'a text')
    const [from, to] = [this.at, this.at + length]
    if (to > this.#bytes.length) return refuse('cut off')
    this.at = to
    const text = this.#bytes.toString('utf8', from, to)
    // As many characters as bytes and none that stands for something unreadable: plain ASCII, as nearly every text.
    const isPlain = text.length === length && !text.includes('\ufffd')
    return isPlain || isUtf8(this.#bytes.subarray(from, to)) ? text : refuse('a text that is not UTF-8')
  }

  /** A whole number of 64 bits and a sign. */
  #whole(): bigint {
    const begins = this.at
    const kind = this.#head()
    if (kind !== kinds.whole && kind !== kinds.negative) return refuse('not a whole number')
    if (kind === kinds.whole && this.#argument === 0) return 0n
    const value = Number.isSafeInteger(this.#argument)
      ? BigInt(this.#argument)
      : this.#bytes.readBigUInt64BE(begins + 1)
    if (value >= (kind === kinds.negative ? mostBelow : mostAbove)) return refuse('beyond 64 bits')
    return kind === kinds.negative ? -1n - value : value
  }

  /** A whole number from 0 to 2^53 - 1. */
  #countable(): number {
    return this.#count(kinds.whole, 'a count')
  }

  /** The argument of an item of this kind: how much of it follows, or its value. */
  #count(kind: number, what: string): number {
    if (this.#head() !== kind) return refuse(`not ${what}`)
    return Number.isSafeInteger(this.#argument) ? this.#argument : refuse('beyond 2^53')
  }

  #slice(length: number): Uint8Array {
    const to = this.at + length
    if (to > this.#bytes.length) return refuse('cut off')
    const bytes = this.#bytes.subarray(this.at, to)
    this.at = to
    return bytes
  }

  /** Reads what an item begins with. @returns its kind; the argument is kept. */
  #head(): number {
    const first = this.#bytes[this.at] ?? refuse('cut off')
    const low = first & 31
    if (low <= shortMost) {
      this.#argument = low
      this.at += 1
      return first >> 5
    }
    if (low > shortMost + 4) return refuse('a length that is not definite')
    const width = 2 ** (low - shortMost - 1)
    if (this.at + 1 + width > this.#bytes.length) return refuse('cut off')
    let value = 0
    for (let at = this.at + 1; at <= this.at + width; at += 1) value = value * 256 + (this.#bytes[at] ?? 0)
    const least = width === 1 ? shortMost + 1 : 256 ** (width / 2)
    if (value < least) return refuse('a head that could be shorter')
    this.#argument = value
    this.at += 1 + width
    return first >> 5
  }
}
