import { hash } from 'node:crypto'
import { assert } from '@bolsillo/kernel'
import {
  hashBytes,
  heightFor,
  heightMax,
  isSum,
  nodeBytes,
  type ProofPath,
  type SumNode,
  sumBytes,
  sumEnd,
  tags,
} from '../domain/index.ts'

/** 256 neighbors of one level, as they are stored: each 32 bytes of hash and 16 of sum. */
export interface Tile {
  /** The level of its nodes: 0 for leaves, then every eighth. */
  readonly base: number
  readonly place: number
  readonly nodes: Buffer
}

/** A tree, made. */
export interface SumTree {
  readonly height: number
  readonly root: SumNode
  readonly tiles: readonly Tile[]
}

/** Levels in a tile. */
const tileLevels = 8
const tileNodes = 2 ** tileLevels

/** Nodes that are hashed before somebody else may have the processor. */
const nodesPerTurn = 2_000
const low64 = 2n ** 64n - 1n

/** Collects leaves and makes the tree of them. */
export interface TreeBuilder {
  readonly add: (leaf: Buffer, balance: bigint) => void
  readonly count: () => number
  /** Makes the tree. `padding` gives the leaf of an empty place. */
  readonly build: (padding: (place: number) => Buffer) => Promise<SumTree>
}

/** A builder of the tree of one asset; `breathe` is waited for between parts of the work. */
export function createTreeBuilder(breathe: () => Promise<void>): TreeBuilder {
  let leaves = Buffer.alloc(tileNodes * nodeBytes)
  let count = 0
  const add = (leaf: Buffer, balance: bigint): void => {
    assert(isSum(balance), `nobody can be owed ${balance}`)
    assert(leaf.length === hashBytes, 'a leaf is a SHA-256')
    if ((count + 1) * nodeBytes > leaves.length) leaves = Buffer.concat([leaves, Buffer.alloc(leaves.length)])
    leaf.copy(leaves, count * nodeBytes)
    writeSum(leaves, count * nodeBytes + hashBytes, balance)
    count += 1
  }
  return {
    add,
    count: () => count,
    build: async (padding) => {
      const height = heightFor(count)
      assert(height <= heightMax, `${count} leaves are too many`)
      for (let place = count; place < 2 ** height; place += 1) {
        add(padding(place), 0n)
        if (place % nodesPerTurn === 0) await breathe()
      }
      const level = await sorted(leaves.subarray(0, count * nodeBytes), breathe)
      return await climb(level, height, breathe)
    },
  }
}

/**
 * Sorts leaves by their hashes. Salts make hashes random, so the place of a leaf shows nothing of who it belongs to, and
 * nobody can choose a place; and two equal leaves would be side by side, where they are seen.
 */
async function sorted(leaves: Buffer, breathe: () => Promise<void>): Promise<Buffer> {
  const count = leaves.length / nodeBytes
  const prefixOf = (place: number): number => leaves.readUInt16BE(place * nodeBytes)
  const ends = new Uint32Array(2 ** 16 + 1)
  for (let place = 0; place < count; place += 1) ends[prefixOf(place) + 1] = (ends[prefixOf(place) + 1] ?? 0) + 1
  for (let prefix = 1; prefix < ends.length; prefix += 1) ends[prefix] = (ends[prefix] ?? 0) + (ends[prefix - 1] ?? 0)
  const next = ends.slice()
  const order = new Uint32Array(count)
  for (let place = 0; place < count; place += 1) {
    const prefix = prefixOf(place)
    order[next[prefix] ?? 0] = place
    next[prefix] = (next[prefix] ?? 0) + 1
  }
  const result = Buffer.alloc(leaves.length)
  const compare = (a: number, b: number): number =>
    leaves.compare(leaves, b * nodeBytes, b * nodeBytes + hashBytes, a * nodeBytes, a * nodeBytes + hashBytes)
  for (let prefix = 0; prefix + 1 < ends.length; prefix += 1) {
    const [start = 0, end = 0] = [ends[prefix], ends[prefix + 1]]
    if (start === end) continue
    const bucket = order.subarray(start, end).sort(compare)
    for (const [offset, place] of bucket.entries())
      leaves.copy(result, (start + offset) * nodeBytes, place * nodeBytes, (place + 1) * nodeBytes)
    if (prefix % 256 === 0) await breathe()
  }
  for (let place = 1; place < count; place += 1) {
    const at = place * nodeBytes
    const order = result.compare(result, at - nodeBytes, at - nodeBytes + hashBytes, at, at + hashBytes)
    assert(order > 0, 'two leaves are the same')
  }
  return result
}

/** Makes every level of the one below, up to the root. */
export async function climb(leaves: Buffer, height: number, breathe: () => Promise<void>): Promise<SumTree> {
  const tiles: Tile[] = []
  let level = leaves
  for (let at = 0; at < height; at += 1) {
    if (at % tileLevels === 0) tiles.push(...tilesOf(level, at))
    level = await parentsOf(level, breathe)
  }
  return { height, root: nodeAt(level, 0), tiles }
}

async function parentsOf(level: Buffer, breathe: () => Promise<void>): Promise<Buffer> {
  const parents = Buffer.alloc(level.length / 2)
  for (let place = 0; place * nodeBytes < parents.length; place += 1) {
    writeParent(level, place, parents)
    if (place % nodesPerTurn === nodesPerTurn - 1) await breathe()
  }
  return parents
}

const preimage = Buffer.alloc(1 + 2 * nodeBytes)
preimage[0] = tags.node

/** Two nodes side by side are, after the tag, exactly what their parent's hash is taken of. */
function writeParent(level: Buffer, place: number, parents: Buffer): void {
  const at = 2 * place * nodeBytes
  level.copy(preimage, 1, at, at + 2 * nodeBytes)
  const sum = readSum(level, at + hashBytes) + readSum(level, at + nodeBytes + hashBytes)
  assert(sum < sumEnd, 'a sum is out of range')
  hash('sha256', preimage, 'buffer').copy(parents, place * nodeBytes)
  writeSum(parents, place * nodeBytes + hashBytes, sum)
}

function tilesOf(level: Buffer, base: number): readonly Tile[] {
  const bytes = tileNodes * nodeBytes
  return Array.from({ length: Math.ceil(level.length / bytes) }, (_, place) => ({
    base,
    place,
    nodes: level.subarray(place * bytes, (place + 1) * bytes),
  }))
}

/** A tile by its place: what a path needs of the store. */
type TileAt = Pick<Tile, 'base' | 'place'>

/** The tiles above a tile of leaves that a path may go through; those beyond the tree's top do not exist. */
export function tilesAbove(bottom: TileAt): readonly TileAt[] {
  return [1, 2, 3].map((step) => ({
    base: step * tileLevels,
    place: Math.floor(bottom.place / tileNodes ** step),
  }))
}

/** The way from a leaf to the root, through the tile it is in and those above, lowest first; undefined without it. */
export function pathThrough([bottom, ...above]: readonly Tile[], leaf: Buffer): ProofPath | undefined {
  const place = bottom === undefined ? undefined : placeOfLeaf(bottom.nodes, leaf)
  if (bottom === undefined || place === undefined) return undefined
  const index = bottom.place * tileNodes + place
  const path = [...siblingsIn(bottom.nodes, place)]
  for (const { base, nodes } of above) path.push(...siblingsIn(nodes, Math.floor(index / 2 ** base) % tileNodes))
  return { index, path }
}

/** The nodes beside the way from one node of a tile up to the tile's own top, lowest first. */
function siblingsIn(nodes: Buffer, index: number): readonly SumNode[] {
  const siblings: SumNode[] = []
  let level = nodes
  let place = index
  while (level.length > nodeBytes) {
    siblings.push(nodeAt(level, place ^ 1))
    const parents = Buffer.alloc(level.length / 2)
    for (let parent = 0; parent * nodeBytes < parents.length; parent += 1) writeParent(level, parent, parents)
    level = parents
    place = Math.floor(place / 2)
  }
  return siblings
}

/** Where a leaf is in a tile of leaves; undefined when it is not there. */
function placeOfLeaf(nodes: Buffer, leaf: Buffer): number | undefined {
  let [low, high] = [0, nodes.length / nodeBytes]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const order = leaf.compare(nodes, middle * nodeBytes, middle * nodeBytes + hashBytes)
    if (order === 0) return middle
    if (order < 0) high = middle
    else low = middle + 1
  }
  return undefined
}

function nodeAt(level: Buffer, place: number): SumNode {
  const at = place * nodeBytes
  return { hash: level.toString('hex', at, at + hashBytes), sum: readSum(level, at + hashBytes) }
}

/** The sum of a node as it is stored. */
export function readSum(from: Buffer, at: number): bigint {
  return (from.readBigUInt64BE(at) << 64n) | from.readBigUInt64BE(at + sumBytes / 2)
}

function writeSum(into: Buffer, at: number, sum: bigint): void {
  into.writeBigUInt64BE(sum >> 64n, at)
  into.writeBigUInt64BE(sum & low64, at + sumBytes / 2)
}
