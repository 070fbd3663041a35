import { hash } from 'node:crypto'
import { assert, present } from '@bolsillo/kernel'
import { type Db, nextTurn } from '@bolsillo/server-kit'
import {
  auditRanges,
  consistencyRanges,
  foldSubtrees,
  hexText,
  type LeafRange,
  type Sha256Bytes,
  type Subtree,
  subtreesOf,
  treeHashBytes,
  treeLeafPreimage,
  treeNodePreimage,
} from '../../domain/index.ts'
import { findHashesBetween, findTreeEnd, findTreeNodes, insertTreeNodes } from './tree-store.ts'

/** Node's. */
export const sha256Bytes: Sha256Bytes = (bytes) => hash('sha256', bytes, 'buffer')

/** Levels a stored node is above the stored ones (or the leaves) it is made of. */
export const tileLevels = 8
const tileNodes = 2 ** tileLevels
/** Tiles that are read, hashed and stored at once: two milliseconds of work, then somebody else may have the processor. */
const tilesPerStep = 2

/**
 * Stores the nodes that are complete in a tree of `size` leaves and are not there yet, level by level: for each 256
 * entries one row, so what it costs is in the entries that are new.
 * @returns false when there was more to do than `tilesMax` tiles (the next call goes on), or when a node below is gone.
 */
export async function growTree(db: Db, size: bigint, tilesMax = 1024): Promise<boolean> {
  let left = tilesMax
  for (let level = tileLevels; size >> BigInt(level) > 0n; level += tileLevels) {
    const end = size >> BigInt(level)
    for (let at = await findTreeEnd(db, level); at < end; ) {
      if (left === 0) return false
      const count = Number(min(end - at, BigInt(Math.min(tilesPerStep, left))))
      const below = await readLevel(db, level - tileLevels, at * BigInt(tileNodes), count * tileNodes)
      if (below.length < count * tileNodes) return false
      const nodes = Array.from({ length: count }, (_, tile) =>
        climbed(below.slice(tile * tileNodes, (tile + 1) * tileNodes)),
      )
      await insertTreeNodes(db, level, at, nodes)
      at += BigInt(count)
      left -= count
      await nextTurn()
    }
  }
  return true
}

/** The root of the tree of the first `size` entries; undefined when an entry or a complete node is not there. */
export async function treeRoot(db: Db, size: bigint): Promise<string | undefined> {
  const read = await readRanges(db, [{ start: 0n, end: size }], size)
  return read?.[0]
}

/**
 * The way from the leaf of entry `seq` to the root of the tree of the first `size` entries, the neighbor first;
 * undefined when an entry or a complete node is not there.
 */
export async function auditPath(
  db: Db,
  seq: bigint,
  size: bigint,
  tiles?: TreeTiles,
): Promise<readonly string[] | undefined> {
  assert(seq >= 1n && seq <= size, `entry ${seq} is not in a tree of ${size}`)
  return await readRanges(db, auditRanges(seq - 1n, size), size, tiles)
}

/** What was read of one tree: for whoever wants several paths in it. */
export type TreeTiles = Map<string, readonly Uint8Array[]>

/** What shows that the tree of the first `from` entries is the beginning of that of the first `to`; undefined likewise. */
export async function consistencyPath(db: Db, from: bigint, to: bigint): Promise<readonly string[] | undefined> {
  assert(from >= 0n && from <= to, `${from} is not before ${to}`)
  return await readRanges(db, consistencyRanges(from, to), to)
}

/** The hashes of these ranges. What they are made of is read by whole tiles: at most a few for each eight levels. */
async function readRanges(
  db: Db,
  ranges: readonly LeafRange[],
  size: bigint,
  tiles: TreeTiles = new Map(),
): Promise<readonly string[] | undefined> {
  const nodeOf = async ({ level, place }: Subtree): Promise<Uint8Array | undefined> => {
    const base = Math.floor(level / tileLevels) * tileLevels
    const first = place << BigInt(level - base)
    const tile = first / BigInt(tileNodes)
    const name = `${base}.${tile}`
    const nodes = tiles.get(name) ?? (await readTile(db, base, tile, size))
    tiles.set(name, nodes)
    const from = Number(first % BigInt(tileNodes))
    const own = nodes.slice(from, from + 2 ** (level - base))
    return own.length === 2 ** (level - base) ? climbed(own) : undefined
  }
  const hashes: string[] = []
  for (const range of ranges) {
    const nodes: Uint8Array[] = []
    for (const subtree of subtreesOf(range)) {
      const node = await nodeOf(subtree)
      if (node === undefined) return undefined
      nodes.push(node)
    }
    hashes.push(hexText(foldSubtrees(nodes, sha256Bytes)))
  }
  return hashes
}

async function readTile(db: Db, base: number, tile: bigint, size: bigint): Promise<readonly Uint8Array[]> {
  const first = tile * BigInt(tileNodes)
  const count = min((size >> BigInt(base)) - first, BigInt(tileNodes))
  return await readLevel(db, base, first, Number(count))
}

/** Nodes of a stored level, or of the leaves: what the journal itself says they are. */
async function readLevel(db: Db, level: number, first: bigint, count: number): Promise<readonly Uint8Array[]> {
  if (level > 0) return sliced(await findTreeNodes(db, level, first, count))
  return (await findHashesBetween(db, first + 1n, first + BigInt(count))).map(leafOf)
}

/** The leaf of an act, or of an entry from before acts. */
export const leafOf = (hashed: Uint8Array): Uint8Array => sha256Bytes(treeLeafPreimage(hashed))

function sliced(bytes: Buffer): readonly Uint8Array[] {
  return Array.from({ length: bytes.length / treeHashBytes }, (_, place) =>
    bytes.subarray(place * treeHashBytes, (place + 1) * treeHashBytes),
  )
}

/** The top of a complete subtree from its nodes of one level: a power of two of them. */
function climbed(nodes: readonly Uint8Array[]): Uint8Array {
  let level = nodes
  while (level.length > 1) {
    const below = level
    level = Array.from({ length: below.length / 2 }, (_, place) =>
      sha256Bytes(treeNodePreimage(present(below[2 * place], 'left'), present(below[2 * place + 1], 'right'))),
    )
  }
  return present(level[0], 'the top of a subtree')
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
