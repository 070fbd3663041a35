import type { Call, ReplyOf, RequestInput } from '@bolsillo/contract'
import type { Answer } from '@bolsillo/web-kit'
import { readBooks, readConsistency, rejections } from '../../contract/index.ts'
import {
  hexBytesOf,
  isExtension,
  plainHead,
  readPlainHead,
  type TreeHead,
  type WitnessLine,
} from '../../domain/index.ts'
import type { DeviceHash } from './device-hash.ts'
import type { HeadMemory } from './remembered-head.ts'

/** Asks the server. */
export type AskServer = <C extends Call>(call: C, request: RequestInput<C>) => Promise<Answer<ReplyOf<C>>>

/** A signed head beside the last one this device was shown. */
export type HeadStanding =
  /** The first this device sees, or a continuation of it while the page of that visit is open: kept from now on. */
  | { readonly kind: 'first'; readonly head: WitnessLine }
  /** The tree of the one is the beginning of the other's, seen here by the hashes between them. */
  | { readonly kind: 'extends'; readonly head: WitnessLine; readonly seen: WitnessLine }
  /** Two heads that cannot be of one journal: somebody rewrote it, or shows different people different ones. */
  | { readonly kind: 'contradicts'; readonly head: WitnessLine; readonly seen: WitnessLine }
  /** Not signed with the key it names, or without a tree. */
  | { readonly kind: 'unsigned' }
  /** No answer: the head is not judged. */
  | { readonly kind: 'unknown' }

/** What a device follows heads with. */
export interface HeadFollowing {
  readonly ask: AskServer
  readonly memory: HeadMemory
  readonly device: DeviceHash
  /** Lets some time pass before the server is asked again; left out: it is not asked again. */
  readonly pause?: (ms: number) => Promise<void>
}

/**
 * Holds a head against the last one this device was shown, and remembers the newer when both are of one journal. What
 * contradicts is not remembered: what was seen first stays, as the evidence.
 */
export async function followHead(
  { ask, memory, device }: HeadFollowing,
  head: WitnessLine | undefined,
): Promise<HeadStanding> {
  if (head?.tree === undefined || !device.isSigned(head)) return { kind: 'unsigned' }
  const seen = memory.read()
  if (seen?.tree === undefined) {
    memory.write(head)
    return { kind: 'first', head }
  }
  const found = seen.key === head.key ? await compareTrees({ ask, device }, seen.tree, head.tree) : 'contradicts'
  if (found === 'contradicts') return { kind: 'contradicts', head, seen }
  if (found === 'unknown') return { kind: 'unknown' }
  if (head.tree.size >= seen.tree.size) memory.write(head)
  // A page follows the head in several places: all of them report the first visit, whichever asks first.
  return memory.isNew?.() === true ? { kind: 'first', head } : { kind: 'extends', head, seen }
}

/** Whether two trees are of one journal: the one is the beginning of the other, by the hashes between them. */
export async function compareTrees(
  { ask, device }: Pick<HeadFollowing, 'ask' | 'device'>,
  one: TreeHead,
  other: TreeHead,
): Promise<'same' | 'contradicts' | 'unknown'> {
  const [from, to] = one.size <= other.size ? [one, other] : [other, one]
  let path: readonly (Uint8Array | undefined)[] = []
  if (from.size < to.size) {
    const answer = await ask(readConsistency, { from: from.size.toString(), to: to.size.toString() })
    if (answer.kind === 'rejected' && answer.code === rejections.treeBeyond.number) return 'contradicts'
    if (answer.kind !== 'reply') return 'unknown'
    path = answer.data.path.map(hexBytesOf)
  }
  const known = path.filter((hash) => hash !== undefined)
  return known.length === path.length && isExtension(from, to, known, device.sha256) ? 'same' : 'contradicts'
}

/** Asks for the newest signed head and follows it. */
export async function followNewestHead(following: HeadFollowing): Promise<HeadStanding> {
  const answer = await following.ask(readBooks, {})
  if (answer.kind !== 'reply') return { kind: 'unknown' }
  const { signed } = answer.data
  return await followHead(following, signed === undefined ? undefined : readPlainHead(signed))
}

/** Both heads, as they were signed: whoever holds them can show that they are of two journals. */
export function evidenceOf({
  head,
  seen,
}: Pick<Extract<HeadStanding, { kind: 'contradicts' }>, 'head' | 'seen'>): string {
  return writeEvidence([plainHead(seen), plainHead(head)])
}

/** Two things that were signed, as the verifier reads them (tools/proof/verifier.mjs). */
export function writeEvidence(heads: readonly [object, object]): string {
  return JSON.stringify({ kind: 'bolsillo.two-heads.1', heads }, null, 1)
}
