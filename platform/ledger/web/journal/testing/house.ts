import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { instant } from '@bolsillo/kernel'
import {
  auditRanges,
  consistencyRanges,
  foldSubtrees,
  type HashedEntry,
  headStatement,
  hexText,
  type LeafRange,
  noLineBefore,
  plainHead,
  type Sha256Bytes,
  type Subtree,
  subtreesOf,
  treeLeafPreimage,
  treeNodePreimage,
  type WitnessLine,
} from '../../../domain/index.ts'
import type { Inclusion } from '../check-inclusion.ts'

export const nodes256: Sha256Bytes = (bytes) => hash('sha256', bytes, 'buffer')

export const makeKeys = () => generateKeyPairSync('ed25519')

/** A server that signs the tree of these hashes and shows these entries of it. */
export function houseOf(
  hashes: readonly Uint8Array[],
  shown: readonly HashedEntry[],
  keys: ReturnType<typeof makeKeys>,
  firstAt = 1000,
) {
  const node = ({ level, place }: Subtree): Uint8Array => {
    if (level === 0) return nodes256(treeLeafPreimage(hashes[Number(place)] ?? new Uint8Array()))
    const below = { level: level - 1, place: 2n * place }
    return nodes256(treeNodePreimage(node(below), node({ ...below, place: below.place + 1n })))
  }
  const range = (one: LeafRange): string => hexText(foldSubtrees(subtreesOf(one).map(node), nodes256))
  const head = (count: number): WitnessLine => {
    const size = BigInt(count)
    const tree = { size, root: range({ start: 0n, end: size }) }
    const seqHash = hexText(hashes[count - 1] ?? new Uint8Array())
    const signed = { seq: size, hash: seqHash, at: instant(firstAt + count), previous: noLineBefore, tree }
    return {
      ...signed,
      key: String(keys.publicKey.export({ format: 'jwk' }).x),
      signature: sign(null, Buffer.from(headStatement(signed)), keys.privateKey).toString('base64url'),
    }
  }
  const wayOf = (seq: string, count: number) => ({
    index: String(BigInt(seq) - 1n),
    path: auditRanges(BigInt(seq) - 1n, BigInt(count)).map(range),
  })
  const showing = (entry: HashedEntry | undefined, count: number): Inclusion => {
    if (entry === undefined) throw new Error('no such entry')
    const names = entry.names?.map(({ seq }) => wayOf(seq, count))
    const proof = { ...wayOf(entry.seq, count), size: String(count), head: plainHead(head(count)) }
    return { state: 'signed', ...entry, proof: { ...proof, ...(names === undefined ? {} : { names }) } }
  }
  const inclusion = (seq: number, count: number) =>
    showing(
      shown.find((entry) => entry.seq === String(seq)),
      count,
    )
  const inclusionOf = (entryId: string | undefined, count: number) =>
    showing(
      shown.find((entry) => entry.entryId === entryId),
      count,
    )
  const consistency = (from: number, to: number) => ({
    from: String(from),
    to: String(to),
    path: consistencyRanges(BigInt(from), BigInt(to)).map(range),
    head: plainHead(head(to)),
  })
  return { keys, head, inclusion, inclusionOf, wayOf, consistency }
}
export type House = ReturnType<typeof houseOf>

/** What a device remembers. */
export function memoryWith(head?: WitnessLine) {
  let kept = head
  const write = (next: WitnessLine): void => {
    kept = next
  }
  return { read: () => kept, write }
}
