import { type ApplicationColumns, columnsOf } from './applications.ts'
import { tierRules } from './plan.ts'
import { type AllotmentPlan, lotsMax } from './rule.ts'
import { hashWords } from './sha256.ts'

// Reads lines of a published allotment from bytes. A text for each of a million lines would cost more than all hashes.

/** What was read, in the order of the file. */
export interface ReadLines {
  readonly columns: ApplicationColumns
  /** What the file says each line got, in lots; −1 where it is no whole lots. */
  readonly stated: Float64Array
  /** Lines whose tier or quantity the plan does not know. */
  readonly unfit: readonly number[]
}

const comma = 0x2c
const unitsDigitsMax = 40
/** Digits of a number that is exact without more care. */
const plainDigitsMax = 15

/** Values of the bytes of hex digits; 16 for others. */
const hexValues = Uint8Array.from({ length: 256 }, (_, byte) => {
  const place = '0123456789abcdef'.indexOf(String.fromCharCode(byte))
  return place < 0 ? 16 : place
})

/** The end of the digits of a number; −1 where there is none, it is too long, or it begins with a zero it does not need. */
function numberEnd(bytes: Uint8Array, from: number, end: number): number {
  let to = from
  while (to < end && (bytes[to] as number) >= 0x30 && (bytes[to] as number) <= 0x39) to += 1
  const isNumber = to > from && to - from <= unitsDigitsMax && (bytes[from] !== 0x30 || to === from + 1)
  return isNumber ? to : -1
}

/** The whole lots a number of units is; −1 where it is none, or more than a line can have. */
function lotsIn(bytes: Uint8Array, from: number, to: number, lot: bigint): number {
  if (to - from <= plainDigitsMax && lot <= BigInt(Number.MAX_SAFE_INTEGER)) {
    const size = Number(lot)
    let units = 0
    for (let digit = from; digit < to; digit += 1) units = units * 10 + (bytes[digit] as number) - 0x30
    // A multiple divided is exact.
    return units % size === 0 && units / size <= lotsMax ? units / size : -1
  }
  const units = BigInt(String.fromCharCode(...bytes.subarray(from, to)))
  return units % lot === 0n && units / lot <= BigInt(lotsMax) ? Number(units / lot) : -1
}

/** Reads eight words of hex from a place on; whether all were digits. */
function readId(bytes: Uint8Array, from: number, ids: Uint32Array, at: number): boolean {
  let seen = 0
  for (let word = 0; word < hashWords; word += 1) {
    let value = 0
    for (let digit = from + 8 * word; digit < from + 8 * word + 8; digit += 1) {
      const part = hexValues[bytes[digit] as number] as number
      seen |= part
      value = (value << 4) | part
    }
    ids[at + word] = value
  }
  return seen < 16
}

/** Writes lines into columns for as many as a header announces. */
export function lineReader(plan: AllotmentPlan, count: number) {
  const columns = columnsOf(count)
  const stated = new Float64Array(count)
  const unfit: number[] = []
  const tiers = tierRules(plan.rule).length
  let at = 0

  /** Reads the line of bytes `from` to `end`, without its end of line; whether it is one. */
  const read = (bytes: Uint8Array, from: number, end: number): boolean => {
    const idEnd = from + 2 * 4 * hashWords
    if (at >= count || end <= idEnd || bytes[idEnd] !== comma) return false
    if (!readId(bytes, from, columns.ids, hashWords * at)) return false
    const tierEnd = numberEnd(bytes, idEnd + 1, end)
    if (tierEnd < 0 || tierEnd > idEnd + 3 || bytes[tierEnd] !== comma) return false
    const askedEnd = numberEnd(bytes, tierEnd + 1, end)
    if (askedEnd < 0 || bytes[askedEnd] !== comma || numberEnd(bytes, askedEnd + 1, end) !== end) return false
    const tier = Number(String.fromCharCode(...bytes.subarray(idEnd + 1, tierEnd)))
    const asked = lotsIn(bytes, tierEnd + 1, askedEnd, plan.lot)
    if (tier >= tiers || asked < 1) unfit.push(at)
    columns.tiers[at] = tier
    columns.lots[at] = Math.max(asked, 0)
    stated[at] = lotsIn(bytes, askedEnd + 1, end, plan.lot)
    at += 1
    return true
  }

  return { read, result: { columns, stated, unfit } satisfies ReadLines, linesRead: () => at }
}
