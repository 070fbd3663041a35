import type { ApplicationColumns } from './applications.ts'
import { begin, block, compress, hashOf, hashWords, wordsText } from './sha256.ts'
import { inPieces, type Steps } from './steps.ts'

// The Merkle tree over applications (RFC 9162, 2.1) as it grows leaf by leaf: only the roots of its complete subtrees are
// kept. The same tree as the journal's, whose functions are written for stored subtrees; a test holds the two together.

/** Of 2^21 leaves, and one place more for the leaf that comes. */
const subtreesMax = 24

/** The hash of leaf: 0, id, tier in one byte, lots in four. */
function hashLeaf(into: Uint32Array, at: number, columns: ApplicationColumns, line: number): void {
  const { ids } = columns
  const lots = columns.lots[line] as number
  let before = 0
  for (let word = 0; word < hashWords; word += 1) {
    const here = ids[hashWords * line + word] as number
    block[word] = (before << 24) | (here >>> 8)
    before = here
  }
  block[8] = (before << 24) | ((columns.tiers[line] as number) << 16) | (lots >>> 16)
  block[9] = (lots << 16) | 0x8000
  block.fill(0, 10, 15)
  block[15] = 38 * 8
  begin(into, at)
  compress(into, at)
}

/** The hash of a node: 1, left, right. Both lie one after the other at `at`, where the node is put. */
function hashNode(hashes: Uint32Array, at: number): void {
  let before = 1
  for (let word = 0; word < 2 * hashWords; word += 1) {
    const here = hashes[at + word] as number
    block[word] = (before << 24) | (here >>> 8)
    before = here
  }
  begin(hashes, at)
  compress(hashes, at)
  block[0] = (before << 24) | 0x800000
  block.fill(0, 1, 15)
  block[15] = 65 * 8
  compress(hashes, at)
}

/** The root over sorted applications, 64 hex digits. */
export function* rootOf(columns: ApplicationColumns): Steps<string> {
  const { count } = columns
  if (count === 0) return wordsText(hashOf(new Uint8Array()))
  const hashes = new Uint32Array(hashWords * subtreesMax)
  let subtrees = 0
  const fold = (): void => {
    subtrees -= 1
    hashNode(hashes, hashWords * (subtrees - 1))
  }
  yield* inPieces('tree', count, (from, to) => {
    for (let line = from; line < to; line += 1) {
      hashLeaf(hashes, hashWords * subtrees, columns, line)
      subtrees += 1
      // A leaf completes as many subtrees as its number has zeros at the end.
      for (let number = line + 1; (number & 1) === 0; number >>>= 1) fold()
    }
  })
  while (subtrees > 1) fold()
  return wordsText(hashes)
}
