import { present } from '@bolsillo/kernel'
import { foldSubtrees, hexBytesOf, hexText, type TreeHead, treeNodePreimage } from '../../domain/index.ts'
import type { FoldFault } from '../rows/row-source.ts'
import { leafOf, sha256Bytes, tileLevels } from './journal-tree.ts'

/** A node that is stored once it is complete. */
interface TreeNode {
  readonly level: number
  readonly place: bigint
  readonly hash: Uint8Array
}

/** Makes the tree anew beside somebody who reads the journal, and compares what was signed of it. */
export interface TreeFollower {
  /** The hash of the next entry, in the order of the journal. */
  readonly add: (entryHash: string) => void
  /** The nodes that became complete since the last call. */
  readonly takeNodes: () => readonly TreeNode[]
  /** After the last entry: the first signed root that is not what came out. */
  readonly findForged: () => FoldFault | undefined
}

/**
 * A follower that knows the signed trees. Each signed root is compared with the root of that many first entries of one
 * and the same journal; so whatever was signed later extends what was signed before, without a proof in between.
 */
export function createTreeFollower(signed: readonly TreeHead[]): TreeFollower {
  // The tops of the complete subtrees so far, the largest first: the binary digits of the count.
  const tops: { readonly level: number; readonly hash: Uint8Array }[] = []
  const wanted = new Set(signed.map(({ size }) => size))
  const roots = new Map<bigint, string>()
  const made = new Map<number, Uint8Array[]>()
  const taken = new Map<number, bigint>()
  let size = 0n
  const rootNow = (): string =>
    hexText(
      foldSubtrees(
        tops.map(({ hash }) => hash),
        sha256Bytes,
      ),
    )
  const note = (): void => {
    if (wanted.has(size)) roots.set(size, rootNow())
  }
  note()
  return {
    add: (entryHash) => {
      size += 1n
      let top = { level: 0, hash: leafOf(present(hexBytesOf(entryHash), 'the hash of an entry')) }
      for (let left = tops.at(-1); left?.level === top.level; left = tops.at(-1)) {
        tops.pop()
        top = { level: top.level + 1, hash: sha256Bytes(treeNodePreimage(left.hash, top.hash)) }
        if (top.level % tileLevels === 0) made.set(top.level, [...(made.get(top.level) ?? []), top.hash])
      }
      tops.push(top)
      note()
    },
    takeNodes: () => {
      const nodes = [...made].flatMap(([level, hashes]) => {
        const from = taken.get(level) ?? 0n
        taken.set(level, from + BigInt(hashes.length))
        return hashes.map((hash, at) => ({ level, place: from + BigInt(at), hash }))
      })
      made.clear()
      return nodes
    },
    findForged: () => {
      const wrong = signed.find((head) => head.size <= size && roots.get(head.size) !== head.root)
      if (wrong === undefined) return undefined
      const problem = `the tree of the first ${wrong.size} entries was signed with the root ${wrong.root}, it is ${roots.get(wrong.size)}`
      return { seq: wrong.size, problem }
    },
  }
}
