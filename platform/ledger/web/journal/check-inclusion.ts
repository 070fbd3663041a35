import type { ReplyOf } from '@bolsillo/contract'
import { readInclusion } from '../../contract.ts'
import {
  hexBytesOf,
  hexText,
  isChained,
  parseCanonicalEntry,
  readPlainHead,
  rootThrough,
  treeLeafPreimage,
  type WitnessLine,
} from '../../domain/index.ts'
import type { DeviceHash } from './device-hash.ts'
import { followHead, type HeadFollowing, type HeadStanding } from './follow-head.ts'

export type Inclusion = ReplyOf<typeof readInclusion>

/** An entry a receipt names: its id, and its hash where the receipt gave one. */
export interface NamedEntry {
  readonly entryId: string
  readonly hash?: string | undefined
}

/** What came of following a receipt's entries to a signed head. */
export type InclusionFinding =
  /** Every entry leads to a head that continues what this device saw before. `file` can be checked elsewhere. */
  | { readonly kind: 'signed'; readonly head: WitnessLine; readonly file: string }
  | { readonly kind: 'waiting'; readonly nextAt: number | undefined }
  /** No heads are kept; the server stopped signing; no answer; there is nothing in the journal yet. */
  | { readonly kind: 'unsigned' | 'stopped' | 'unavailable' | 'nothing' }
  /** What was answered does not lead from this entry to a signed head. */
  | { readonly kind: 'false'; readonly entryId: string }
  | Extract<HeadStanding, { kind: 'contradicts' }>

/** Follows each entry of a receipt to the signed head of the journal, on this device. */
export async function checkInclusion(
  following: HeadFollowing,
  entries: readonly NamedEntry[],
): Promise<InclusionFinding> {
  const found: Inclusion[] = []
  let head: WitnessLine | undefined
  for (const named of entries) {
    const answer = await following.ask(readInclusion, { entryId: named.entryId })
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

/** Whether an answer leads from the text of the entry over its hash and leaf to the root the head names. */
export function leadsToHead(
  { entryId, seq, hash, previousHash, canonical, proof }: Inclusion,
  named: NamedEntry,
  head: WitnessLine | undefined,
  { sha256 }: Pick<DeviceHash, 'sha256'>,
): boolean {
  const bytes = hexBytesOf(hash)
  const path = proof?.path.map(hexBytesOf).filter((step) => step !== undefined) ?? []
  if (proof === undefined || head?.tree === undefined || bytes === undefined) return false
  if (path.length !== proof.path.length || !isWhole(proof.index) || proof.size !== String(head.tree.size)) return false
  if (entryId !== named.entryId || (named.hash ?? hash) !== hash) return false
  // The entry's number is its place: the same text cannot stand in the journal twice.
  const index = BigInt(proof.index)
  if (String(index + 1n) !== seq) return false
  if (canonical !== undefined) {
    const made = hexText(sha256(new TextEncoder().encode(canonical)))
    if (!isChained({ entryId, seq, previousHash, hash, canonical }, parseCanonicalEntry(canonical), made)) return false
  }
  const leaf = sha256(treeLeafPreimage(bytes))
  const root = rootThrough({ leaf, index, size: head.tree.size, path }, sha256)
  return root !== undefined && hexText(root) === head.tree.root
}

const isWhole = (text: string): boolean => /^(?:0|[1-9]\d{0,17})$/.test(text)

/** What the customer may take away and check without us: tools/proof/verifier.mjs reads it. */
function receiptFile(entries: readonly Inclusion[]): string {
  return JSON.stringify({ kind: 'bolsillo.receipt-file.1', entries }, null, 1)
}
