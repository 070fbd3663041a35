// Reads acts from the page that states how they are written (platform/ledger/domain/acts/README.md), and shares nothing with
// the program that writes them. First any item of CBOR, then whether the items are an act.

type Item = bigint | string | boolean | null | Uint8Array | readonly Item[] | ReadonlyMap<string, Item>

/** A value of a payload: `Item` without null and maps. */
export type DecodedValue = bigint | string | boolean | Uint8Array | readonly DecodedValue[]

export interface DecodedPosting {
  readonly account: bigint
  readonly posted: bigint
  readonly postedAfter: bigint
  readonly held: bigint
  /** 32 hex digits; undefined when nothing is held. */
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
  | { readonly ok: true; readonly acts: readonly DecodedAct[] }
  | { readonly ok: false; readonly problem: string }

class Wrong extends Error {}
const refuse = (what: string): never => {
  throw new Wrong(what)
}

/** The acts that these bytes are, one behind the other; or the first thing about them that the page does not allow. */
export function decodeActs(bytes: Uint8Array): Decoded {
  const acts: DecodedAct[] = []
  let at = 0
  try {
    while (at < bytes.length) {
      const { item, next } = itemAt(bytes, at, 0)
      acts.push(actOf(item))
      at = next
    }
  } catch (error) {
    if (error instanceof Wrong) return { ok: false, problem: `act ${acts.length + 1}: ${error.message}` }
    throw error
  }
  return { ok: true, acts }
}

interface Read<T> {
  readonly item: T
  /** Where the next item begins. */
  readonly next: number
}

/** An act nests an array of postings in an array, and arrays of values in a map: no item lies deeper than this. */
const deepest = 7

function itemAt(bytes: Uint8Array, at: number, depth: number): Read<Item> {
  if (depth > deepest) return refuse('too deep')
  const first = bytes[at] ?? refuse('cut off')
  if (first === 0xf4 || first === 0xf5) return { item: first === 0xf5, next: at + 1 }
  if (first === 0xf6) return { item: null, next: at + 1 }
  const { item: argument, next } = argumentAt(bytes, at)
  switch (first >> 5) {
    case 0:
      return { item: within64(argument), next }
    case 1:
      return { item: within64(-argument - 1n), next }
    case 2:
      return { item: slice(bytes, next, argument), next: next + Number(argument) }
    case 3:
      return { item: textOf(slice(bytes, next, argument)), next: next + Number(argument) }
    case 4:
      return listAt(bytes, next, argument, depth)
    case 5:
      return mapAt(bytes, next, argument, depth)
    default:
      return refuse(`an item that begins with ${first}`)
  }
}

function argumentAt(bytes: Uint8Array, at: number): Read<bigint> {
  const low = (bytes[at] ?? 0) % 32
  if (low < 24) return { item: BigInt(low), next: at + 1 }
  if (low > 27) return refuse('a length that is not definite')
  const width = 2 ** (low - 24)
  let value = 0n
  for (const byte of slice(bytes, at + 1, BigInt(width))) value = value * 256n + BigInt(byte)
  const fitsLess = width === 1 ? value < 24n : value < 256n ** BigInt(width / 2)
  return fitsLess ? refuse('a head that could be shorter') : { item: value, next: at + 1 + width }
}

const within64 = (value: bigint): bigint =>
  value > -(2n ** 63n) && value < 2n ** 63n ? value : refuse('beyond 64 bits')

function slice(bytes: Uint8Array, from: number, length: bigint): Uint8Array {
  return length > BigInt(bytes.length - from) ? refuse('cut off') : bytes.slice(from, from + Number(length))
}

function textOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? text : refuse('a text that is not UTF-8')
}

function listAt(bytes: Uint8Array, from: number, count: bigint, depth: number): Read<Item> {
  const list: Item[] = []
  let at = from
  for (let left = count; left > 0n; left -= 1n) {
    const { item, next } = itemAt(bytes, at, depth + 1)
    list.push(item)
    at = next
  }
  return { item: list, next: at }
}

function mapAt(bytes: Uint8Array, from: number, count: bigint, depth: number): Read<Item> {
  const map = new Map<string, Item>()
  let [at, before] = [from, '']
  for (let left = count; left > 0n; left -= 1n) {
    const name = itemAt(bytes, at, depth + 1)
    if (typeof name.item !== 'string' || !/^[a-z][A-Za-z0-9]{0,39}$/.test(name.item))
      return refuse('a name that is none')
    const isLater = name.item.length > before.length || (name.item.length === before.length && name.item > before)
    if (!isLater) return refuse(`the name ${name.item} out of order`)
    const value = itemAt(bytes, name.next, depth + 1)
    map.set(name.item, value.item)
    before = name.item
    at = value.next
  }
  return { item: map, next: at }
}

function actOf(item: Item): DecodedAct {
  const items = listOf(item, 'an act')
  const [version, number, at, kind, actor, cause, subject, payload, postings] = items
  if (items.length !== 9 || version !== 1n) return refuse('not nine items of version 1')
  if (!(payload instanceof Map)) return refuse('no payload')
  const lines = listOf(postings, 'postings')
  if (lines.length > 64) return refuse('more than 64 postings')
  const values = [...payload].map(([name, value]): [string, DecodedValue] => [name, payloadValue(value, 0)])
  return {
    number: atLeast(1n, number),
    at: countOf(at),
    kind: wordOf(kind),
    actor: wordOf(actor),
    cause: wordOf(cause),
    subject: wordOf(subject),
    payload: new Map(values),
    postings: lines.map(postingOf),
  }
}

function listOf(item: Item | undefined, what: string): readonly Item[] {
  return Array.isArray(item) ? item : refuse(`not ${what}`)
}
const wordOf = (item: Item | undefined): string => (typeof item === 'string' ? item : refuse('not a text'))
const numberOf = (item: Item | undefined): bigint => (typeof item === 'bigint' ? item : refuse('not a whole number'))

function atLeast(least: bigint, item: Item | undefined): bigint {
  const value = numberOf(item)
  return value >= least ? value : refuse(`below ${least}`)
}

function countOf(item: Item | undefined): bigint {
  const value = atLeast(0n, item)
  return value < 2n ** 53n ? value : refuse('not a count')
}

function payloadValue(item: Item, arrays: number): DecodedValue {
  if (item === null || item instanceof Map) return refuse('a value that is none')
  if (typeof item !== 'object' || item instanceof Uint8Array) return item
  if (arrays === 4) return refuse('more than four arrays within each other')
  return listOf(item, 'a value').map((one) => payloadValue(one, arrays + 1))
}

function postingOf(item: Item): DecodedPosting {
  const items = listOf(item, 'a posting')
  const [account, posted, postedAfter, held = 0n, hold = null, heldAfter = 0n] = items
  const isLong = items.length === 6
  if (!isLong && items.length !== 3) return refuse('a posting of neither three items nor six')
  const line = {
    account: countOf(account),
    posted: numberOf(posted),
    postedAfter: numberOf(postedAfter),
    held: numberOf(held),
    hold: holdOf(hold),
    heldAfter: numberOf(heldAfter),
  }
  if ((line.held === 0n) !== (line.hold === undefined)) return refuse('held and hold that do not fit')
  if (isLong && line.hold === undefined && line.heldAfter === 0n) return refuse('a posting that could be shorter')
  return line
}

function holdOf(item: Item): string | undefined {
  if (item === null) return undefined
  return item instanceof Uint8Array && item.length === 16 ? Buffer.from(item).toString('hex') : refuse('not a hold')
}
