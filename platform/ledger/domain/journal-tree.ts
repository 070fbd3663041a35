// The Merkle tree of the journal, as RFC 9162 has it (section 2.1): leaf i is the hash of entry i + 1. What is pure of it,
// for the server that makes paths and the device that follows them. Why it is so: docs/decisions/0044.

/** SHA-256 of bytes: Node's, or a library's on a phone. */
export type Sha256Bytes = (bytes: Uint8Array) => Uint8Array

/** How many leaves a tree has and what they come to. */
export interface TreeHead {
  readonly size: bigint
  /** Merkle tree hash, 64 hex digits. */
  readonly root: string
}

/** Leaves `start` (inclusive, from 0) to `end` (exclusive). */
export interface LeafRange {
  readonly start: bigint
  readonly end: bigint
}

/** A complete subtree: of 2^level leaves, the `place`-th of its level. */
export interface Subtree {
  readonly level: number
  readonly place: bigint
}

export const treeHashBytes = 32

// RFC 9162, 2.1.1: what is hashed begins with one of these, so that no leaf can be taken for a node.
const leafTag = 0x00
const nodeTag = 0x01

/** What the hash of a leaf is taken of: the entry's own hash, 32 bytes. */
export function treeLeafPreimage(entryHash: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + entryHash.length)
  bytes[0] = leafTag
  bytes.set(entryHash, 1)
  return bytes
}

/** What the hash of a node is taken of: both hashes below it. */
export function treeNodePreimage(left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + 2 * treeHashBytes)
  bytes[0] = nodeTag
  bytes.set(left, 1)
  bytes.set(right, 1 + treeHashBytes)
  return bytes
}

/** Where a range is divided: the largest power of two smaller than its length. */
function splitOf({ start, end }: LeafRange): bigint {
  let half = 1n
  while (2n * half < end - start) half *= 2n
  return start + half
}

/**
 * Which ranges' hashes lead from a leaf to the root of a tree, the leaf's neighbor first (RFC 9162, 2.1.3.1).
 * 0 ≤ index < size.
 */
export function auditRanges(index: bigint, size: bigint): readonly LeafRange[] {
  const ranges: LeafRange[] = []
  let within: LeafRange = { start: 0n, end: size }
  while (within.end - within.start > 1n) {
    const middle = splitOf(within)
    const left = { start: within.start, end: middle }
    const right = { start: middle, end: within.end }
    ranges.unshift(index < middle ? right : left)
    within = index < middle ? left : right
  }
  return ranges
}

/**
 * Which ranges' hashes show that a tree of `from` leaves is the beginning of one of `to` (RFC 9162, 2.1.4.1).
 * 0 ≤ from ≤ to; none are needed when from is 0 or both are the same.
 */
export function consistencyRanges(from: bigint, to: bigint): readonly LeafRange[] {
  if (from === 0n || from === to) return []
  const ranges: LeafRange[] = []
  let within: LeafRange = { start: 0n, end: to }
  // Whether the range still begins where the smaller tree does, whose root is known.
  let isWhole = true
  while (from < within.end) {
    const middle = splitOf(within)
    const left = { start: within.start, end: middle }
    const right = { start: middle, end: within.end }
    const goesLeft = from <= middle
    ranges.unshift(goesLeft ? right : left)
    if (!goesLeft) isWhole = false
    within = goesLeft ? left : right
  }
  return isWhole ? ranges : [within, ...ranges]
}

/** The complete subtrees a range of a tree is made of, the largest first. */
export function subtreesOf({ start, end }: LeafRange): readonly Subtree[] {
  const subtrees: Subtree[] = []
  let at = start
  while (at < end) {
    let level = 0
    while (2n ** BigInt(level + 1) <= end - at) level += 1
    subtrees.push({ level, place: at >> BigInt(level) })
    at += 2n ** BigInt(level)
  }
  return subtrees
}

/** The hash of a range from those of its complete subtrees, the largest first; none at all: the hash of an empty tree. */
export function foldSubtrees(hashes: readonly Uint8Array[], sha256: Sha256Bytes): Uint8Array {
  const folded = hashes.reduceRight<Uint8Array | undefined>(
    (right, left) => (right === undefined ? left : sha256(treeNodePreimage(left, right))),
    undefined,
  )
  return folded ?? sha256(new Uint8Array())
}

/**
 * The root a leaf leads to along an audit path (RFC 9162, 2.1.3.2); undefined when there is no such leaf or the path is
 * not as long as it must be. `leaf` is the leaf's hash.
 */
export function rootThrough(
  way: {
    readonly leaf: Uint8Array
    readonly index: bigint
    readonly size: bigint
    readonly path: readonly Uint8Array[]
  },
  sha256: Sha256Bytes,
): Uint8Array | undefined {
  if (way.index < 0n || way.index >= way.size) return undefined
  let [here, last] = [way.index, way.size - 1n]
  let hash = way.leaf
  for (const step of way.path) {
    if (last === 0n) return undefined
    if (isOdd(here) || here === last) {
      hash = sha256(treeNodePreimage(step, hash))
      // A leaf at the right edge has no neighbor on the levels that are skipped.
      while (!isOdd(here) && here !== 0n) [here, last] = [here >> 1n, last >> 1n]
    } else hash = sha256(treeNodePreimage(hash, step))
    ;[here, last] = [here >> 1n, last >> 1n]
  }
  return last === 0n ? hash : undefined
}

/** Whether the leaves of one tree are the beginning of another's, as a consistency proof shows it (RFC 9162, 2.1.4.2). */
export function isExtension(from: TreeHead, to: TreeHead, path: readonly Uint8Array[], sha256: Sha256Bytes): boolean {
  if (from.size < 0n || from.size > to.size) return false
  if (from.size === to.size) return path.length === 0 && from.root === to.root
  if (from.size === 0n) return path.length === 0 && from.root === hexText(sha256(new Uint8Array()))
  let [here, last] = [from.size - 1n, to.size - 1n]
  while (isOdd(here)) [here, last] = [here >> 1n, last >> 1n]
  // Of a complete tree the root itself is where both begin, and is not sent.
  const isComplete = here === 0n
  const steps = isComplete ? path : path.slice(1)
  const start = isComplete ? hexBytesOf(from.root) : path[0]
  if (start === undefined || path.length === 0) return false
  let [smaller, larger] = [start, start]
  for (const step of steps) {
    if (last === 0n) return false
    if (isOdd(here) || here === last) {
      smaller = sha256(treeNodePreimage(step, smaller))
      larger = sha256(treeNodePreimage(step, larger))
      while (!isOdd(here) && here !== 0n) [here, last] = [here >> 1n, last >> 1n]
    } else larger = sha256(treeNodePreimage(larger, step))
    ;[here, last] = [here >> 1n, last >> 1n]
  }
  return last === 0n && hexText(smaller) === from.root && hexText(larger) === to.root
}

const isOdd = (value: bigint): boolean => (value & 1n) === 1n

/** Bytes as hex. */
export function hexText(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

const hexShape = /^(?:[0-9a-f]{2})*$/

/** Bytes written as lower case hex; undefined when the text is anything else. */
export function bytesOfHex(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!hexShape.test(text)) return undefined
  return Uint8Array.from({ length: text.length / 2 }, (_, place) =>
    Number.parseInt(text.slice(place * 2, place * 2 + 2), 16),
  )
}

/** The 32 bytes of a hash written as hex; undefined when it is no hash. */
export function hexBytesOf(text: string): Uint8Array | undefined {
  return text.length === 2 * treeHashBytes ? bytesOfHex(text) : undefined
}
