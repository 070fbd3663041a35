import { present } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { foldSubtrees, hexBytesOf, hexText, type TreeHead, treeNodePreimage } from '../domain/index.ts'
import { leafOf, sha256Bytes, tileLevels } from './journal-tree.ts'
import { countTreeNodes, findTreeNodes } from './tree-store.ts'
import type { StoredFault } from './verify-store.ts'

/** Makes the tree anew beside somebody who reads the journal, and compares what is stored of it and what was signed. */
export interface TreeFollower {
  /** The hash of the next entry, in the order of the journal. */
  readonly add: (entryHash: string) => void
  /** Compares the stored nodes that became complete since the last call. */
  readonly compare: (tx: Tx) => Promise<StoredFault | undefined>
  /** After the last entry: whether more is stored than follows, and whether every signed root is what came out. */
  readonly finish: (tx: Tx) => Promise<StoredFault | undefined>
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
  const compared = new Map<number, bigint>()
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
    compare: async (tx) => {
      for (const [level, nodes] of made) {
        const from = compared.get(level) ?? 0n
        const stored = await findTreeNodes(tx, level, from, nodes.length)
        const place = nodes.findIndex((hash, at) => {
          const kept = stored.subarray(at * hash.length, (at + 1) * hash.length)
          // What is not stored yet is missing at the end, which the next signature adds; a gap is found when finishing.
          return kept.length > 0 && !kept.equals(hash)
        })
        if (place >= 0)
          return {
            problem: `node ${from + BigInt(place)} of level ${level} of the tree is not what its entries come to`,
          }
        compared.set(level, from + BigInt(nodes.length))
      }
      made.clear()
      return undefined
    },
    finish: async (tx) => {
      for (const { level, rows, end } of await countTreeNodes(tx)) {
        const complete = level % tileLevels === 0 ? size >> BigInt(level) : 0n
        if (end > complete)
          return { problem: `the tree has nodes of level ${level} up to ${end}, the journal makes ${complete}` }
        if (rows !== end) return { problem: `the tree lacks a node of level ${level}` }
      }
      const wrong = signed.find((head) => head.size <= size && roots.get(head.size) !== head.root)
      if (wrong === undefined) return undefined
      const problem = `the tree of the first ${wrong.size} entries was signed with the root ${wrong.root}, it is ${roots.get(wrong.size)}`
      return { seq: wrong.size, problem }
    },
  }
}
