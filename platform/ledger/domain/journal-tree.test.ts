import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  auditRanges,
  consistencyRanges,
  foldSubtrees,
  hexBytesOf,
  hexText,
  isExtension,
  type LeafRange,
  rootThrough,
  type Sha256Bytes,
  type Subtree,
  subtreesOf,
} from './journal-tree.ts'

const sha256: Sha256Bytes = (bytes) => hash('sha256', bytes, 'buffer')
const joined = (...parts: readonly Uint8Array[]): Uint8Array => Buffer.concat(parts)

const sizesMax = 200
const data = Array.from({ length: sizesMax }, (_, at) => sha256(Buffer.from(`entry ${at}`)))
const leaves = data.map((one) => sha256(joined(Uint8Array.of(0), one)))

/** The largest power of two smaller than a number. */
function splitAt(count: number): number {
  let k = 1
  while (k * 2 < count) k *= 2
  return k
}

const known = new Map<string, Uint8Array>()

/** MTH(D[start:end]) by the definition of RFC 9162, 2.1.1, word for word: shares nothing with what is tested. */
function mth(start: number, end: number): Uint8Array {
  const name = `${start}:${end}`
  const found = known.get(name)
  if (found !== undefined) return found
  const made = define(start, end)
  known.set(name, made)
  return made
}

function define(start: number, end: number): Uint8Array {
  if (end === start) return sha256(new Uint8Array())
  if (end - start === 1) return sha256(joined(Uint8Array.of(0), data[start] ?? new Uint8Array()))
  const k = splitAt(end - start)
  return sha256(joined(Uint8Array.of(1), mth(start, start + k), mth(start + k, end)))
}

/** PATH(index, D[start:end]) of RFC 9162, 2.1.3.1. */
function pathOf(index: number, start: number, end: number): Uint8Array[] {
  if (end - start <= 1) return []
  const k = splitAt(end - start)
  return index < k
    ? [...pathOf(index, start, start + k), mth(start + k, end)]
    : [...pathOf(index - k, start + k, end), mth(start, start + k)]
}

/** SUBPROOF(from, D[start:end], isWhole) of RFC 9162, 2.1.4.1. */
function subproof(from: number, start: number, end: number, isWhole: boolean): Uint8Array[] {
  if (from === end - start) return isWhole ? [] : [mth(start, end)]
  const k = splitAt(end - start)
  return from <= k
    ? [...subproof(from, start, start + k, isWhole), mth(start + k, end)]
    : [...subproof(from - k, start + k, end, false), mth(start, start + k)]
}

const subtree = ({ level, place }: Subtree): Uint8Array => {
  const start = Number(place) * 2 ** level
  return mth(start, start + 2 ** level)
}
const folded = new Map<string, Uint8Array>()
const hashOf = (range: LeafRange): Uint8Array => {
  const name = `${range.start}:${range.end}`
  const made = folded.get(name) ?? foldSubtrees(subtreesOf(range).map(subtree), sha256)
  folded.set(name, made)
  return made
}
const roots = Array.from({ length: sizesMax + 1 }, (_, size) => mth(0, size))
const rootTexts = roots.map(hexText)
const rootOf = (size: number): string => rootTexts[size] ?? ''
const headOf = (size: number) => ({ size: BigInt(size), root: rootOf(size) })
const texts = (path: readonly Uint8Array[]): string[] => path.map(hexText)
const flipped = (bytes: Uint8Array): Uint8Array => bytes.with(7, (bytes[7] ?? 0) ^ 1)

describe('the tree of the journal', () => {
  it('has the root of the definition, at every size', () => {
    for (let size = 0; size <= sizesMax; size += 1)
      expect(hexText(hashOf({ start: 0n, end: BigInt(size) })), `size ${size}`).toBe(rootOf(size))
  })

  it('leads from every leaf to the root, at every size, and by no other place', () => {
    const wrong: string[] = []
    for (let size = 1; size <= sizesMax; size += 1) {
      for (let at = 0; at < size; at += 1) {
        const path = auditRanges(BigInt(at), BigInt(size)).map(hashOf)
        const leaf = leaves[at] ?? new Uint8Array()
        const through = (index: bigint, way = path, of = BigInt(size)) =>
          hexText(rootThrough({ leaf, index, size: of, path: way }, sha256) ?? new Uint8Array())
        if (through(BigInt(at)) !== rootOf(size)) wrong.push(`leaf ${at} of ${size}`)
        if ((size + at) % 31 !== 0) continue
        expect(texts(path)).toEqual(texts(pathOf(at, 0, size)))
        for (const other of [at - 1, at + 1, at + size, at + 2 ** 20])
          expect(through(BigInt(other)), `leaf ${at} of ${size} as ${other}`).not.toBe(rootOf(size))
        expect(through(BigInt(at), [...path, leaf])).not.toBe(rootOf(size))
        if (path.length === 0) continue
        expect(through(BigInt(at), path.slice(1))).not.toBe(rootOf(size))
        expect(through(BigInt(at), path.slice(0, -1))).not.toBe(rootOf(size))
        expect(through(BigInt(at), [flipped(path[0] ?? leaf), ...path.slice(1)])).not.toBe(rootOf(size))
      }
    }
    expect(wrong).toEqual([])
  })

  it('shows of every pair of sizes that one is the beginning of the other, and not of another tree', () => {
    const wrong: string[] = []
    for (let to = 1; to <= sizesMax; to += 1) {
      for (let from = 1; from <= to; from += 1) {
        const path = consistencyRanges(BigInt(from), BigInt(to)).map(hashOf)
        if (!isExtension(headOf(from), headOf(to), path, sha256)) wrong.push(`${from} in ${to}`)
        if ((from + to) % 31 !== 0) continue
        expect(texts(path)).toEqual(texts(subproof(from, 0, to, true)))
        const other = { size: BigInt(from), root: hexText(flipped(roots[from] ?? new Uint8Array())) }
        expect(isExtension(other, headOf(to), path, sha256)).toBe(false)
        expect(isExtension(headOf(from), { ...headOf(to), root: other.root }, path, sha256)).toBe(false)
        expect(isExtension(headOf(from), headOf(to), [...path, leaves[0] ?? new Uint8Array()], sha256)).toBe(false)
        if (from === to) continue
        expect(isExtension(headOf(from), headOf(to), path.slice(0, -1), sha256)).toBe(false)
        expect(isExtension(headOf(from), headOf(to), [], sha256)).toBe(false)
        expect(isExtension(headOf(to), headOf(from), path, sha256)).toBe(false)
        expect(isExtension({ ...headOf(from), size: BigInt(from) + 1n }, headOf(to), path, sha256)).toBe(false)
      }
    }
    expect(wrong).toEqual([])
  })

  it('begins empty, and everything extends that', () => {
    const empty = headOf(0)
    expect(empty.root).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(isExtension(empty, headOf(5), [], sha256)).toBe(true)
    expect(isExtension({ ...empty, root: rootOf(1) }, headOf(5), [], sha256)).toBe(false)
    expect(isExtension({ ...empty, size: -1n }, headOf(5), [], sha256)).toBe(false)
    expect(rootThrough({ leaf: leaves[0] ?? new Uint8Array(), index: 0n, size: 0n, path: [] }, sha256)).toBeUndefined()
    expect(rootThrough({ leaf: leaves[0] ?? new Uint8Array(), index: -1n, size: 4n, path: [] }, sha256)).toBeUndefined()
  })

  it('reads a hash only where there is one', () => {
    expect(hexBytesOf(rootOf(3))).toEqual(Uint8Array.from(roots[3] ?? []))
    for (const text of ['', 'ab', `${rootOf(3)}0`, rootOf(3).toUpperCase(), 'g'.repeat(64)])
      expect(hexBytesOf(text)).toBeUndefined()
  })
})

// Of the reference implementation of Certificate Transparency, whose tree this is.
describe('the vectors others publish', () => {
  const inputs = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
  const published = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ]
  const nodes = inputs.map((text) => sha256(joined(Uint8Array.of(0), Buffer.from(text, 'hex'))))
  const perfect = ({ level, place }: Subtree): Uint8Array => {
    if (level === 0) return nodes[Number(place)] ?? new Uint8Array()
    const below = { level: level - 1, place: place * 2n }
    return sha256(joined(Uint8Array.of(1), perfect(below), perfect({ ...below, place: below.place + 1n })))
  }
  const range = (one: LeafRange): Uint8Array => foldSubtrees(subtreesOf(one).map(perfect), sha256)

  it('has their roots', () => {
    for (const [at, root] of published.entries())
      expect(hexText(range({ start: 0n, end: BigInt(at + 1) })), `size ${at + 1}`).toBe(root)
  })

  it.each([
    [0n, 1n, []],
    [
      0n,
      8n,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      5n,
      8n,
      [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
    [2n, 3n, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
    [
      1n,
      5n,
      [
        '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    ],
  ])('has their path of leaf %s in a tree of %s', (index, size, path) => {
    expect(auditRanges(index, size).map((one) => hexText(range(one)))).toEqual(path)
  })
})
