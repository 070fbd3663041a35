import type { ReplyOf } from '@bolsillo/contract'
import { readInclusion } from '../../contract/index.ts'
import {
  hexBytesOf,
  hexText,
  isAsHashed,
  parseHashedEntry,
  readPlainHead,
  rootThrough,
  type Sha256Bytes,
  type TreeHead,
  treeLeafPreimage,
  type WitnessLine,
} from '../../domain/index.ts'
import type { DeviceHash } from './device-hash.ts'
import { followHead, type HeadFollowing, type HeadStanding } from './follow-head.ts'

export type Inclusion = ReplyOf<typeof readInclusion>

/** An entry a receipt names: its id, and its hash and the acts that name its accounts where the receipt gave them. */
export interface NamedEntry {
  readonly entryId: string
  readonly hash?: string | undefined
  readonly names?: Names | undefined
}
type Names = readonly { readonly seq: string; readonly act: string }[]

/** The result of following a receipt's entries to a signed head. */
export type InclusionFinding =
  /** Every entry leads to a head that continues what this device saw before. `file` can be checked elsewhere. */
  | { readonly kind: 'signed'; readonly head: WitnessLine; readonly file: string }
  | { readonly kind: 'waiting'; readonly nextAt: number | undefined }
  /** No heads are kept; the server stopped signing; no answer; there is nothing in the journal yet. */
  | { readonly kind: 'unsigned' | 'stopped' | 'unavailable' | 'nothing' }
  /** What was answered does not lead from this entry to a signed head. */
  | { readonly kind: 'false'; readonly entryId: string }
  | Extract<HeadStanding, { kind: 'contradicts' }>

/** The head moves on once a second for who asks; a receipt of what was just done is under the next. */
const waitMs = 1100
const waitsMax = 3

/** Follows each entry of a receipt to the signed head of the journal, on this device. */
export async function checkInclusion(
  following: HeadFollowing,
  entries: readonly NamedEntry[],
): Promise<InclusionFinding> {
  const found: Inclusion[] = []
  let head: WitnessLine | undefined
  for (const named of entries) {
    const answer = await askInclusion(following, named)
    if (answer.kind === 'unknown') return { kind: 'unavailable' }
    // An entry of one's own receipt that the server does not know.
    if (answer.kind === 'rejected') return { kind: 'false', entryId: named.entryId }
    const { data } = answer
    if (data.state === 'waiting') return { kind: 'waiting', nextAt: data.nextAt }
    if (data.state !== 'signed') return { kind: data.state }
    head = readPlainHead(data.proof?.head ?? {})
    if (!leadsToHead(data, named, head, following.device)) return { kind: 'false', entryId: named.entryId }
    const standing = await followHead(following, head)
    if (standing.kind === 'contradicts') return standing
    if (standing.kind === 'unknown') return { kind: 'unavailable' }
    if (standing.kind === 'unsigned') return { kind: 'false', entryId: named.entryId }
    found.push(data)
  }
  if (head === undefined) return { kind: 'nothing' }
  return { kind: 'signed', head, file: receiptFile(found) }
}

/** The way of an entry; of one that is not under a head yet, asked for again a few times. */
async function askInclusion({ ask, pause }: HeadFollowing, { entryId }: NamedEntry) {
  for (let waits = 0; ; waits += 1) {
    const answer = await ask(readInclusion, { entryId })
    const isWaiting = answer.kind === 'reply' && answer.data.state === 'waiting'
    if (!isWaiting || pause === undefined || waits === waitsMax) return answer
    await pause(waitMs)
  }
}

/**
 * Whether an answer leads from what the entry's hash is taken of over its hash and leaf to the root the head names, and
 * from each act that names one of its accounts too.
 */
export function leadsToHead(
  { proof, ...entry }: Inclusion,
  named: NamedEntry,
  head: WitnessLine | undefined,
  { sha256 }: Pick<DeviceHash, 'sha256'>,
): boolean {
  const { entryId, seq, hash } = entry
  const bytes = hexBytesOf(hash)
  if (proof === undefined || head?.tree === undefined || bytes === undefined) return false
  if (entryId !== named.entryId || (named.hash ?? hash) !== hash || proof.size !== String(head.tree.size)) return false
  // What the receipt was checked with are the names that are followed here, and no others.
  if (named.names !== undefined && !areSame(named.names, entry.names)) return false
  const isInTree = inTree(head.tree, sha256)
  if (!isInTree(proof, seq, bytes)) return false
  // It names another customer: then the hash alone is followed.
  if (entry.act === undefined && entry.canonical === undefined) return entry.names === undefined
  const parsed = parseHashedEntry(entry)
  if (parsed === undefined || !isAsHashed(entry, parsed, hexText(sha256(parsed.preimage)))) return false
  const ways = proof.names ?? []
  return (
    ways.length === parsed.names.length &&
    parsed.names.every((name, place) => {
      const way = ways[place]
      return way !== undefined && isInTree(way, String(name.seq), sha256(name.preimage))
    })
  )
}

function areSame(names: Names, others: Names = []): boolean {
  const same = ({ seq, act }: Names[number], place: number) => others[place]?.seq === seq && others[place].act === act
  return names.length === others.length && names.every(same)
}

interface LeafWay {
  readonly index: string
  readonly path: readonly string[]
}

/** Whether what is hashed so, and has this number, has its leaf at this place of the tree. */
export function inTree({ size, root }: TreeHead, sha256: Sha256Bytes) {
  return (way: LeafWay, seq: string, hash: Uint8Array): boolean => {
    const path = way.path.map(hexBytesOf).filter((step) => step !== undefined)
    if (path.length !== way.path.length || !isWhole(way.index)) return false
    // A number is a place: the same bytes cannot be in the journal twice.
    const index = BigInt(way.index)
    if (String(index + 1n) !== seq) return false
    const found = rootThrough({ leaf: sha256(treeLeafPreimage(hash)), index, size, path }, sha256)
    return found !== undefined && hexText(found) === root
  }
}

const isWhole = (text: string): boolean => /^(?:0|[1-9]\d{0,17})$/.test(text)

/** What the customer may take away and check without us: tools/proof/verifier.mjs reads it. */
function receiptFile(entries: readonly Inclusion[]): string {
  return JSON.stringify({ kind: 'bolsillo.receipt-file.1', entries }, null, 1)
}
