// The shape of a tree of liabilities, byte for byte. Whoever builds, shows or checks one follows this; the verifier in
// tools/ spells it again by itself. Why it is so: docs/decisions/0030.

/** A node as its parent commits to it: a hash, and what everybody below it is owed together. */
export interface SumNode {
  /** SHA-256, 64 hex digits. */
  readonly hash: string
  readonly sum: bigint
}

/** The way from a leaf to the root: the sibling at each height, the leaf's own first. */
export interface ProofPath {
  /** Place of the leaf, from 0; its bits say on which side each sibling is. */
  readonly index: number
  readonly path: readonly SumNode[]
}

/** Every sum is in [0, 2^127): nobody can be owed less than nothing, and no sum can run over. */
export const sumEnd = 2n ** 127n
export const hashBytes = 32
export const sumBytes = 16
/** A node as it is stored: hash, then sum. */
export const nodeBytes = hashBytes + sumBytes

/** A tree has 2^height leaves. It is never smaller than this, however few customers there are. */
export const heightMin = 8
/** Far beyond anybody's customers; keeps a path below 4 kB. */
export const heightMax = 30

/** What is hashed begins with one of these, so that no hash of one kind can be taken for one of another. */
export const tags = { leaf: 0x00, node: 0x01, account: 0x02 } as const

/** The height of a tree with room for so many leaves. */
export function heightFor(leaves: number): number {
  let height = heightMin
  while (2 ** height < leaves) height += 1
  return height
}

/** Whether a number may be a sum. */
export function isSum(value: bigint): boolean {
  return value >= 0n && value < sumEnd
}

/** What the hash of a customer's commitment is taken of: the number the customer knows as theirs. */
export function accountPreimage(customerNumber: string): Uint8Array {
  return joined([Uint8Array.of(tags.account), asciiBytes(customerNumber)])
}

/** What the hash of a leaf is taken of: commitment and salt of 32 bytes each, and the balance at fixed width. */
export function leafPreimage(commitment: Uint8Array, salt: Uint8Array, balance: bigint): Uint8Array {
  return joined([Uint8Array.of(tags.leaf), commitment, salt, sumBytesOf(balance)])
}

/** What the hash of a node is taken of: both hashes and both sums. */
export function nodePreimage(left: SumNode, right: SumNode): Uint8Array {
  return joined([
    Uint8Array.of(tags.node),
    hexBytes(left.hash),
    sumBytesOf(left.sum),
    hexBytes(right.hash),
    sumBytesOf(right.sum),
  ])
}

/** A sum as 16 bytes, most significant first. */
function sumBytesOf(sum: bigint): Uint8Array {
  const bytes = new Uint8Array(sumBytes)
  const view = new DataView(bytes.buffer)
  view.setBigUint64(0, BigInt.asUintN(64, sum >> 64n))
  view.setBigUint64(sumBytes / 2, BigInt.asUintN(64, sum))
  return bytes
}

/** The bytes of a hex text. */
export function hexBytes(text: string): Uint8Array {
  return Uint8Array.from({ length: text.length / 2 }, (_, place) =>
    Number.parseInt(text.slice(place * 2, place * 2 + 2), 16),
  )
}

/** Bytes as hex. */
export function hexOf(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0')
  return text
}

/** The bytes of a text of ASCII: ids and statements hold nothing else. */
export function asciiBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length)
  for (let place = 0; place < text.length; place += 1) bytes[place] = text.charCodeAt(place)
  return bytes
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let place = 0
  for (const part of parts) {
    all.set(part, place)
    place += part.length
  }
  return all
}
