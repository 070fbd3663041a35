import type { Call, ReplyOf, RequestInput } from '@bolsillo/contract'
import type { Answer } from '@bolsillo/web-kit'
import { readBooks, readConsistency, rejections } from '../../contract.ts'
import { hexBytesOf, isExtension, readPlainHead, type WitnessLine } from '../../domain/index.ts'
import type { DeviceHash } from './device-hash.ts'
import type { HeadMemory } from './remembered-head.ts'

/** Asks the server. */
export type AskServer = <C extends Call>(call: C, request: RequestInput<C>) => Promise<Answer<ReplyOf<C>>>

/** A signed head beside the last one this device was shown. */
export type HeadStanding =
  /** The first this device sees: kept from now on. */
  | { readonly kind: 'first'; readonly head: WitnessLine }
  /** The tree of the one is the beginning of the other's, seen here by the hashes between them. */
  | { readonly kind: 'extends'; readonly head: WitnessLine; readonly seen: WitnessLine }
  /** Two heads that cannot be of one journal: somebody rewrote it, or shows different people different ones. */
  | { readonly kind: 'contradicts'; readonly head: WitnessLine; readonly seen: WitnessLine }
  /** Not signed with the key it names, or without a tree. */
  | { readonly kind: 'unsigned' }
  /** No answer. Nothing is said of the head. */
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
  const contradicts = { kind: 'contradicts', head, seen } as const
  if (seen.key !== head.key) return contradicts
  const [from, to] = seen.tree.size <= head.tree.size ? [seen.tree, head.tree] : [head.tree, seen.tree]
  let path: readonly (Uint8Array | undefined)[] = []
  if (from.size < to.size) {
    const answer = await ask(readConsistency, { from: from.size.toString(), to: to.size.toString() })
    if (answer.kind === 'rejected' && answer.code === rejections.treeBeyond.number) return contradicts
    if (answer.kind !== 'reply') return { kind: 'unknown' }
    path = answer.data.path.map(hexBytesOf)
  }
  const known = path.filter((hash) => hash !== undefined)
  if (known.length !== path.length || !isExtension(from, to, known, device.sha256)) return contradicts
  if (head.tree.size >= seen.tree.size) memory.write(head)
  return { kind: 'extends', head, seen }
}

/** Asks for the newest signed head and follows it. */
export async function followNewestHead(following: HeadFollowing): Promise<HeadStanding> {
  const answer = await following.ask(readBooks, {})
  if (answer.kind !== 'reply') return { kind: 'unknown' }
  const { signed } = answer.data
  return await followHead(following, signed === undefined ? undefined : readPlainHead(signed))
}

/** Both heads, as they were signed: whoever holds them can show that they are of two journals. */
export function evidenceOf({ head, seen }: Extract<HeadStanding, { kind: 'contradicts' }>): string {
  const plain = [seen, head].map(({ seq, tree, ...one }) => ({
    ...one,
    seq: String(seq),
    size: String(tree?.size),
    root: tree?.root,
  }))
  return JSON.stringify({ kind: 'bolsillo.two-heads.1', heads: plain }, null, 1)
}
