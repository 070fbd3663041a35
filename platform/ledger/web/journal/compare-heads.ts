import type { WitnessLine } from '../../domain/index.ts'
import { compareTrees, evidenceOf, type HeadFollowing } from './follow-head.ts'
import { type Fork, keepFork } from './fork-found.ts'
import { readHeadCode } from './head-code.ts'

/** The result of comparing another phone's head with this one's. */
export type Comparison =
  /** Both saw one journal: the other up to this number. */
  | { readonly kind: 'same'; readonly other: WitnessLine }
  /** Two journals, both signed by the house. */
  | { readonly kind: 'contradicts'; readonly fork: Fork }
  /** Not such a code; of another house, or signed by nobody; nothing seen here yet; no answer. */
  | { readonly kind: 'not-a-code' | 'other-house' | 'nothing' | 'unknown' }

/** Holds the code another phone shows against the newest head this one saw. Two that contradict are kept as evidence. */
export async function compareHeads({ ask, memory, device }: HeadFollowing, code: string): Promise<Comparison> {
  const other = readHeadCode(code)
  if (other?.tree === undefined) return { kind: 'not-a-code' }
  const seen = memory.read()
  if (seen?.tree === undefined) return { kind: 'nothing' }
  // A code anybody can print frightens nobody: only what the house's own key signed is held against what was seen.
  if (other.key !== seen.key || !device.isSigned(other)) return { kind: 'other-house' }
  const found = await compareTrees({ ask, device }, seen.tree, other.tree)
  if (found === 'unknown') return { kind: 'unknown' }
  if (found === 'same') return { kind: 'same', other }
  const fork: Fork = { source: 'other', seen: seen.tree, head: other, evidence: evidenceOf({ seen, head: other }) }
  keepFork(fork)
  return { kind: 'contradicts', fork }
}
