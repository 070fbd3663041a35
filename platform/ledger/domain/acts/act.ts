import { assert, type Id, type Instant, idBytes, idOfBytes, instant } from '@bolsillo/kernel'
import { CborReader, NotCanonical } from './cbor-reader.ts'
import { CborWriter, major } from './cbor-writer.ts'

/** A value of a payload. Whole numbers are bigint, of 64 bits. */
export type ActValue = string | bigint | boolean | Uint8Array | readonly ActValue[]

/** One line of an act: what it moved on an account and reserved there, and what the account has after it. Minor units. */
export interface ActPosting {
  /** The number that an act of kind `account` gave the account. */
  readonly account: number
  readonly posted: bigint
  readonly held: bigint
  /** The reservation that `held` opens or draws on; with `held` 0 there is none. */
  readonly holdId?: Id<'hld'>
  readonly postedAfter: bigint
  readonly heldAfter: bigint
}

/** One thing that happened, as the journal keeps it for ever. */
export interface Act {
  /** Without gaps, from 1. */
  readonly number: bigint
  readonly at: Instant
  /** What happened: a word in kebab-case. */
  readonly kind: string
  /** Who caused it: an id, or the name of a process of ours. */
  readonly actor: string
  /** What makes it happen once: the id of an entry, the key of a request. */
  readonly cause: string
  /** What it concerns: `order:ord_…`. */
  readonly subject: string
  readonly payload: Readonly<Record<string, ActValue>>
  /** 0 to 64; per asset they sum to zero. */
  readonly postings: readonly ActPosting[]
}

/** The first item of every act: which layout follows. */
const actVersion = 1
/** The most postings of one act, and how deep arrays of a payload are nested. */
const actLimits = { postings: 64, payloadDepth: 4 } as const

const actItems = 9
const shortPosting = 3
const longPosting = 6

/**
 * Writes an act in its one encoding: an array of nine items in deterministic CBOR (RFC 8949, 4.2.1), laid out as
 * `acts/README.md` states. What is written is what is hashed, stored and sent.
 */
export function writeAct(writer: CborWriter, act: Act): void {
  assert(act.number > 0n, 'acts are numbered from 1')
  assert(act.postings.length <= actLimits.postings, `more than ${actLimits.postings} postings in an act`)
  writer.arrayOf(actItems)
  writer.integer(actVersion)
  writer.integer(act.number)
  writer.integer(act.at)
  writer.text(act.kind)
  writer.text(act.actor)
  writer.text(act.cause)
  writer.text(act.subject)
  writePayload(writer, act.payload)
  writer.arrayOf(act.postings.length)
  for (const posting of act.postings) writePosting(writer, posting)
}

/** The bytes of one act. */
export function actBytes(act: Act): Uint8Array<ArrayBuffer> {
  const writer = new CborWriter(512)
  writeAct(writer, act)
  return writer.bytesFrom(0).slice()
}

function writePosting(writer: CborWriter, posting: ActPosting): void {
  const { account, posted, held, holdId, postedAfter, heldAfter } = posting
  assert((held === 0n) === (holdId === undefined), 'what is held names its hold, what is not names none')
  // Most lines reserve nothing on an account of which nothing is reserved: they have no room for it.
  if (holdId === undefined && heldAfter === 0n) {
    writer.arrayOf(shortPosting)
    writer.integer(account)
    writer.integer(posted)
    writer.integer(postedAfter)
    return
  }
  writer.arrayOf(longPosting)
  writer.integer(account)
  writer.integer(posted)
  writer.integer(postedAfter)
  writer.integer(held)
  if (holdId === undefined) writer.nothing()
  else writer.bytes(idBytes(holdId))
  writer.integer(heldAfter)
}

function writePayload(writer: CborWriter, payload: Readonly<Record<string, ActValue>>): void {
  const keys = Object.keys(payload).sort(byKey)
  writer.mapOf(keys.length)
  for (const key of keys) {
    assert(nameShape.test(key), `a name of a payload is letters and digits: ${key}`)
    writer.text(key)
    writeValue(writer, payload[key] ?? '', 0)
  }
}

function writeValue(writer: CborWriter, value: ActValue, depth: number): void {
  switch (typeof value) {
    case 'string':
      writer.text(value)
      return
    case 'bigint':
      writer.integer(value)
      return
    case 'boolean':
      writer.boolean(value)
      return
    default:
  }
  if (value instanceof Uint8Array) {
    writer.bytes(value)
    return
  }
  assert(depth < actLimits.payloadDepth, 'a payload is no deeper')
  writer.arrayOf(value.length)
  for (const one of value) writeValue(writer, one, depth + 1)
}

/** Names of payloads are ASCII; of their encodings the shorter comes first, then the letters decide (RFC 8949, 4.2.1). */
function byKey(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1)
}
const nameShape = /^[a-z][A-Za-z0-9]{0,39}$/

/**
 * Reads the act at the reader's place; every other encoding of the same act is refused.
 * @throws NotCanonical naming the byte.
 */
export function readAct(reader: CborReader): Act {
  const start = reader.at
  if (reader.array() !== actItems || reader.count() !== actVersion) throw new NotCanonical('not an act', start)
  const number = reader.integer()
  if (number <= 0n) throw new NotCanonical('acts are numbered from 1', start)
  const act = {
    number,
    at: readTime(reader),
    kind: reader.text(),
    actor: reader.text(),
    cause: reader.text(),
    subject: reader.text(),
    payload: readPayload(reader),
  }
  const place = reader.at
  const count = reader.array()
  if (count > actLimits.postings) throw new NotCanonical(`more than ${actLimits.postings} postings`, place)
  const postings = Array.from({ length: count }, () => readPosting(reader))
  return { ...act, postings }
}

/** Reads bytes that are acts and nothing else, one behind the other: the body of a block. */
export function readActs(bytes: Uint8Array): readonly Act[] {
  const reader = new CborReader(bytes)
  const acts: Act[] = []
  while (!reader.isAtEnd) acts.push(readAct(reader))
  return acts
}

function readTime(reader: CborReader): Instant {
  const start = reader.at
  const at = reader.count()
  if (at > timeMax) throw new NotCanonical('a time after the year 9999', start)
  return instant(at)
}
/** The last millisecond of the year 9999: what follows is written with more digits than any reader of dates takes. */
const timeMax = 253_402_300_799_999

function readPosting(reader: CborReader): ActPosting {
  const start = reader.at
  const items = reader.array()
  const [account, posted, postedAfter] = [reader.count(), reader.integer(), reader.integer()]
  if (items === shortPosting) return { account, posted, held: 0n, postedAfter, heldAfter: 0n }
  if (items !== longPosting) throw new NotCanonical('a posting has three items or six', start)
  const held = reader.integer()
  const holdId = reader.peek() === major.bytes ? readHold(reader) : readNothing(reader)
  const heldAfter = reader.integer()
  if ((held === 0n) !== (holdId === undefined)) throw new NotCanonical('held and hold do not fit', start)
  if (holdId === undefined && heldAfter === 0n) throw new NotCanonical('a posting longer than needed', start)
  const base = { account, posted, held, postedAfter, heldAfter }
  return holdId === undefined ? base : { ...base, holdId }
}

function readHold(reader: CborReader): Id<'hld'> {
  const start = reader.at
  const bytes = reader.bytes()
  if (bytes.length !== 16) throw new NotCanonical('a hold has 16 bytes', start)
  return idOfBytes('hld', bytes)
}

function readNothing(reader: CborReader): undefined {
  const start = reader.at
  if (reader.simple() !== undefined) throw new NotCanonical('neither a hold nor none', start)
  return undefined
}

function readPayload(reader: CborReader): Readonly<Record<string, ActValue>> {
  const payload: Record<string, ActValue> = {}
  let before: string | undefined
  for (let left = reader.map(); left > 0; left -= 1) {
    const start = reader.at
    const name = reader.text()
    if (!nameShape.test(name)) throw new NotCanonical('not the name of a value', start)
    if (before !== undefined && byKey(before, name) >= 0) throw new NotCanonical('names out of order', start)
    before = name
    payload[name] = readValue(reader, 0)
  }
  return payload
}

function readValue(reader: CborReader, depth: number): ActValue {
  const start = reader.at
  switch (reader.peek()) {
    case major.unsigned:
    case major.negative:
      return reader.integer()
    case major.bytes:
      return new Uint8Array(reader.bytes())
    case major.text:
      return reader.text()
    case major.array:
      if (depth === actLimits.payloadDepth) throw new NotCanonical('a payload is no deeper', start)
      return Array.from({ length: reader.array() }, () => readValue(reader, depth + 1))
    default: {
      const value = reader.simple()
      if (value === undefined) throw new NotCanonical('a value is never null', start)
      return value
    }
  }
}
