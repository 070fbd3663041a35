import { instant } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hexBytesOf, hexText, isExtension, rootThrough, treeNodePreimage } from '../../domain/index.ts'
import { custodyPesos, fixtureEntry, fundingEntry, mariaPesos, moves } from '../../fixtures.ts'
import { createLedger } from '../create-ledger.ts'
import { verifyLedger } from '../verify/verify-ledger.ts'
import { auditPath, consistencyPath, growTree, leafOf, sha256Bytes, treeRoot } from './journal-tree.ts'
import { findHashesBetween, insertTreeNodes } from './tree-store.ts'

/** With the two acts that give the accounts their numbers. */
const actsCount = 900
let database: TestDatabase
let leaves: Uint8Array[]

beforeAll(async () => {
  database = await testDatabase()
  const ledger = createLedger()
  // Blocks of very different lengths, as batches of a desk and single deposits make them.
  const lengths = [1, 1, 253, 1, 1, 300, 2, 339]
  let number = 0
  for (const length of lengths) {
    const entries = Array.from({ length }, () => {
      number += 1
      return number === 1
        ? fundingEntry(1, mariaPesos, 5000n)
        : fixtureEntry(number, [moves(mariaPesos, 1n), moves(custodyPesos, -1n)], { at: instant(number) })
    })
    await transaction(database.sql, (tx) => ledger.post(tx, entries))
  }
  expect(number + 2).toBe(actsCount)
  const hashes = await findHashesBetween(database.sql, 1n, BigInt(actsCount))
  leaves = hashes.map(leafOf)
})
afterAll(() => database.drop())

/** The definition, over the leaves' hashes. */
function defined(start: number, end: number): Uint8Array {
  if (end - start === 1) return leaves[start] ?? new Uint8Array()
  let k = 1
  while (k * 2 < end - start) k *= 2
  return sha256Bytes(treeNodePreimage(defined(start, start + k), defined(start + k, end)))
}
const rootOf = (size: number) => hexText(defined(0, size))
const bytesOf = (path: readonly string[] | undefined) =>
  (path ?? []).map((text) => hexBytesOf(text) ?? new Uint8Array())
const stored = async () =>
  (
    await database.sql<{ level: number; place: bigint }[]>`select level, place from ledger_tree order by level, place`
  ).map(({ level, place }) => `${level}.${place}`)

describe('the tree in the database', () => {
  it('grows by what is new, a part at a time, and is what its entries come to', async () => {
    expect(await growTree(database.sql, 255n)).toBe(true)
    expect(await stored()).toEqual([])
    expect(await growTree(database.sql, 300n)).toBe(true)
    expect(await stored()).toEqual(['8.0'])
    expect(await growTree(database.sql, 900n, 1)).toBe(false)
    expect(await growTree(database.sql, 900n, 1)).toBe(true)
    expect(await stored()).toEqual(['8.0', '8.1', '8.2'])
    expect(await verifyLedger(database.sql)).toMatchObject({ ok: true })
  })

  it('has the root of the definition at every size around the edges of blocks and tiles', async () => {
    for (const size of [1, 2, 3, 254, 255, 256, 257, 258, 511, 512, 513, 556, 557, 558, 559, 768, 769, 899, 900])
      expect(await treeRoot(database.sql, BigInt(size)), `size ${size}`).toBe(rootOf(size))
    expect(await treeRoot(database.sql, 0n)).toMatch(/^e3b0c442/)
    expect(await treeRoot(database.sql, 901n)).toBeUndefined()
  })

  it('leads from entries to the root, and from a root to a later one', async () => {
    for (const size of [1, 256, 257, 600, 900]) {
      for (const seq of [1, 2, 255, 256, 257, 512, 513, 599, 900].filter((one) => one <= size)) {
        const path = bytesOf(await auditPath(database.sql, BigInt(seq), BigInt(size)))
        const leaf = leaves[seq - 1] ?? new Uint8Array()
        const root = rootThrough({ leaf, index: BigInt(seq - 1), size: BigInt(size), path }, sha256Bytes)
        expect(hexText(root ?? new Uint8Array()), `${seq} in ${size}`).toBe(rootOf(size))
        const way = bytesOf(await consistencyPath(database.sql, BigInt(seq), BigInt(size)))
        const [from, to] = [seq, size].map((one) => ({ size: BigInt(one), root: rootOf(one) }))
        expect(from && to && isExtension(from, to, way, sha256Bytes), `${seq} before ${size}`).toBe(true)
      }
    }
  })

  it('takes no gap, no other node, none beyond the journal, and no change', async () => {
    const node = [new Uint8Array(32).fill(7)]
    await expect(insertTreeNodes(database.sql, 8, 5n, node)).rejects.toThrow(/gap before node 5 of level 8/)
    await expect(insertTreeNodes(database.sql, 8, 2n, node)).rejects.toThrow(/another node there/)
    await expect(insertTreeNodes(database.sql, 8, 3n, node)).rejects.toThrow(/not long enough/)
    await expect(insertTreeNodes(database.sql, 12, 0n, node)).rejects.toThrow()
    await expect(database.sql`insert into ledger_tree values (8, 3, ${Buffer.alloc(32)})`).rejects.toThrow(/permission/)
    await expect(database.owner`update ledger_tree set place = place + 1`).rejects.toThrow(/insert-only/)
    await expect(database.owner`delete from ledger_tree`).rejects.toThrow(/insert-only/)
    await growTree(database.sql, 900n)
    expect(await stored()).toEqual(['8.0', '8.1', '8.2'])
  })

  class Undone extends Error {
    override name = 'Undone'
  }
  const problemAfter = async (change: string): Promise<string> => {
    let problem = ''
    const work = database.owner.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx.unsafe(change)
      const verdict = await verifyLedger(tx)
      problem = verdict.ok ? 'nothing' : verdict.problem
      throw new Undone()
    })
    await expect(work).rejects.toThrow(Undone)
    return problem
  }

  it.each([
    [
      'an edited node',
      'update ledger_tree set hash = sha256(hash) where place = 1',
      /^ledger_tree level=8 place=1: hash is/,
    ],
    [
      'two nodes swapped',
      'update ledger_tree set place = 9 - place where place < 2; update ledger_tree set place = place - 8 where place > 7',
      /^ledger_tree level=8 place=0: hash is/,
    ],
    ['a node taken out', 'delete from ledger_tree where place = 1', /^ledger_tree level=8 place=1: the row is missing/],
    [
      'a node too many',
      'insert into ledger_tree select 8, 3, hash from ledger_tree where place = 0',
      /^ledger_tree level=8 place=3: the row does not follow/,
    ],
    [
      'a level nobody keeps',
      'alter table ledger_tree drop constraint ledger_tree_level_check; insert into ledger_tree select 9, 0, hash from ledger_tree where place = 0',
      /^ledger_tree level=9 place=0: the row does not follow/,
    ],
  ])('finds %s', async (_, change, problem) => {
    expect(await problemAfter(change)).toMatch(problem)
  })
})
