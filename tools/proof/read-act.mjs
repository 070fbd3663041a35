// Reads an act of the journal. Shares no code with what writes one: it was written from
// platform/ledger/domain/acts/README.md alone.

/** Why bytes are no act, or not written the one way an act is. */
export class NotAnAct extends Error {}

function demand(holds, problem) {
  if (!holds) throw new NotAnAct(problem)
}

const integerEnd = 2n ** 63n
const countEnd = 2n ** 53n
const lastTime = 253402300799999n
// By how many bytes an argument takes, the least that needs them.
const leastOf = new Map([
  [1, 24n],
  [2, 2n ** 8n],
  [4, 2n ** 16n],
  [8, 2n ** 32n],
])
// No act nests arrays deeper than this; hostile input might.
const depthMax = 8

/**
 * The one act that these bytes are.
 * @param {Uint8Array} data
 */
export function readAct(data) {
  const source = { data, at: 0 }
  const items = item(source, 0)
  demand(source.at === data.length, 'something follows the act')
  demand(Array.isArray(items) && items.length === 9 && items[0] === 1n, 'this is no act')
  const [, number, at, kind, actor, cause, subject, payload, postings] = items
  demand(typeof number === 'bigint' && number >= 1n, 'the act has no number')
  demand(isCount(at) && at <= lastTime, 'the act has no time')
  for (const text of [kind, actor, cause, subject]) demand(typeof text === 'string', 'a text of the act is none')
  demand(payload instanceof Map, 'the act has no payload')
  for (const value of payload.values()) checkValue(value, 0)
  demand(Array.isArray(postings) && postings.length <= 64, 'the act has no list of postings')
  return { number, at: Number(at), kind, actor, cause, subject, payload, postings: postings.map(readPosting) }
}

function readPosting(items) {
  demand(Array.isArray(items) && (items.length === 3 || items.length === 6), 'a posting has three items or six')
  const [account, posted, postedAfter, held = 0n, hold = null, heldAfter = 0n] = items
  demand(isCount(account), 'a posting names no account')
  for (const amount of [posted, postedAfter, held, heldAfter]) demand(typeof amount === 'bigint', 'an amount is none')
  demand(hold === null || (hold instanceof Uint8Array && hold.length === 16), 'a hold has 16 bytes')
  demand((held === 0n) === (hold === null), 'what is held names its hold, what is not names none')
  demand(items.length === 3 || hold !== null || heldAfter !== 0n, 'a posting is longer than it needs to be')
  return { account, posted, postedAfter, held, hold, heldAfter }
}

function isCount(value) {
  return typeof value === 'bigint' && value >= 0n && value < countEnd
}

function checkValue(value, depth) {
  demand(value !== null && !(value instanceof Map), 'a value is of no kind that a payload has')
  if (!Array.isArray(value)) return
  demand(depth < 4, 'a payload is too deep')
  for (const one of value) checkValue(one, depth + 1)
}

/** The next item: a whole number as bigint, bytes, a text, an array, a map, true, false or null. */
function item(source, depth) {
  demand(depth <= depthMax, 'arrays stand too deep in each other')
  const [type, argument] = head(source)
  switch (type) {
    case 0:
      demand(argument < integerEnd, 'a number is too large')
      return argument
    case 1:
      demand(argument < integerEnd - 1n, 'a number is too small')
      return -1n - argument
    case 2:
      return take(source, argument)
    case 3:
      return textOf(take(source, argument))
    case 4:
      return Array.from({ length: countOf(source, argument) }, () => item(source, depth + 1))
    case 5:
      return mapOf(source, countOf(source, argument), depth)
    case 7:
      demand(argument >= 20n && argument <= 22n, 'only true, false and null are written so')
      return argument === 22n ? null : argument === 21n
    default:
      throw new NotAnAct('an item is of no kind that acts have')
  }
}

/** Type and argument of an item, the argument in as few bytes as it takes. */
function head(source) {
  const [first] = take(source, 1n)
  const short = first & 31
  if (short < 24) return [first >> 5, BigInt(short)]
  demand(short < 28, 'an item has no definite length')
  const width = 1 << (short - 24)
  let argument = 0n
  for (const byte of take(source, BigInt(width))) argument = argument * 256n + BigInt(byte)
  demand(argument >= leastOf.get(width), 'a number takes more bytes than it needs')
  return [first >> 5, argument]
}

function take(source, count) {
  demand(count <= BigInt(source.data.length - source.at), 'the act ends too early')
  const start = source.at
  source.at += Number(count)
  return source.data.subarray(start, source.at)
}

/** Each item takes a byte at least, so there are no more than bytes are left. */
function countOf(source, count) {
  demand(count <= BigInt(source.data.length - source.at), 'the act ends too early')
  return Number(count)
}

function textOf(data) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(data)
  } catch {
    throw new NotAnAct('a text is not UTF-8')
  }
}

function mapOf(source, count, depth) {
  const map = new Map()
  let before = ''
  for (let left = count; left > 0; left -= 1) {
    const name = item(source, depth + 1)
    demand(typeof name === 'string' && /^[a-z][A-Za-z0-9]{0,39}$/.test(name), 'a name of the payload is none')
    const follows = name.length === before.length ? name > before : name.length > before.length
    demand(follows, 'the names of the payload are out of order')
    map.set(name, item(source, depth + 1))
    before = name
  }
  return map
}
