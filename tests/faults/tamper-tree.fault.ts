import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BooksRead } from '@bolsillo/checker/books-store'
import { editActs } from '@bolsillo/checker/testing/act-edits-store'
import { instant } from '@bolsillo/kernel'
import type { Act, WitnessLine } from '@bolsillo/ledger/domain'
import { custodyPesos, fixtureEntry, fundingEntry, mariaPesos, moves } from '@bolsillo/ledger/fixtures'
import { createLedger, createWitness, readWitness, type Verdict, verifyLedger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { disarm, growForgedTree, loadJournal, replaceJournal } from './tamper/tamper-store.ts'

// What the superuser of the database can do to the tree over a journal long enough to have stored nodes, and what finds
// it: ledger:verify by itself, or by the root that was signed.

const entriesCount = 530
let database: TestDatabase
let heads: readonly WitnessLine[]

beforeAll(async () => {
  database = await testDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'bolsillo-tree-'))
  const { sql, log } = testServices({ sql: database.sql })
  const file = join(folder, 'heads.jsonl')
  const witness = createWitness({ sql, log, seed: new Uint8Array(32).fill(1), file })
  const ledger = createLedger()
  const post = (from: number, to: number) =>
    transaction(sql, (tx) =>
      ledger.post(
        tx,
        Array.from({ length: to - from + 1 }, (_, at) => {
          const number = from + at
          const postings = [moves(mariaPesos, 1n), moves(custodyPesos, -1n)]
          return number === 1 ? fundingEntry(1, mariaPesos, 500n) : fixtureEntry(number, postings)
        }),
      ),
    )
  await post(1, 300)
  await witness.sign(instant(1))
  await post(301, entriesCount)
  await witness.sign(instant(2))
  const reading = readWitness(readFileSync(file, 'utf8'))
  rmSync(folder, { recursive: true })
  if (!reading.ok) throw new Error(reading.problem)
  heads = reading.heads
  expect(await verifyLedger(sql, { witnessed: heads })).toMatchObject({ ok: true })
})
afterAll(() => database?.drop())

class Undone extends Error {
  override name = 'Undone'
}

async function verdictsAfter(change: (tx: BooksRead) => Promise<void>) {
  let found: { readonly alone: Verdict; readonly witnessed: Verdict; readonly byRoot: Verdict } | undefined
  const work = async (tx: BooksRead): Promise<void> => {
    await disarm(tx)
    await change(tx)
    const { entries } = await loadJournal(tx)
    // A witness whose chain heads the forger could choose, and whose roots they could not: what only the tree tells.
    const byRoot = heads.map((head) => ({ ...head, hash: entries[Number(head.seq) - 1]?.block.head ?? '' }))
    found = {
      alone: await verifyLedger(tx),
      witnessed: await verifyLedger(tx, { witnessed: heads }),
      byRoot: await verifyLedger(tx, { witnessed: byRoot }),
    }
    throw new Undone()
  }
  await expect(database.owner.begin(work)).rejects.toThrow(Undone)
  if (found === undefined) throw new Error('nothing was verified')
  return found
}
const problemOf = (verdict: Verdict): string => (verdict.ok ? '' : verdict.problem)

const nodeEdits: readonly (readonly [what: string, sql: string, problem: RegExp])[] = [
  [
    'an edited node',
    'update ledger_tree set hash = sha256(hash) where place = 1',
    /^ledger_tree level=8 place=1: hash is/,
  ],
  [
    'a node of another place',
    'update ledger_tree set place = 2 where place = 1',
    /^ledger_tree level=8 place=1: the row is missing/,
  ],
  ['a node taken out', 'delete from ledger_tree where place = 0', /^ledger_tree level=8 place=0: the row is missing/],
  [
    'a node too many',
    'insert into ledger_tree select 8, 2, hash from ledger_tree where place = 0',
    /^ledger_tree level=8 place=2: the row does not follow/,
  ],
]

describe('the tree over a long journal', () => {
  it.each(nodeEdits)('is found with %s, without any witness', async (_, sql, problem) => {
    const { alone } = await verdictsAfter(async (tx) => void (await tx.unsafe(sql)))
    expect(problemOf(alone)).toMatch(problem)
  })

  it('is found with two leaves swapped, without any witness', async () => {
    const swap = (act: Act, other: Act | undefined): Act => ({ ...(other ?? act), number: act.number })
    const { alone } = await verdictsAfter(async (tx) => {
      const { entries } = await loadJournal(tx)
      const [sixth, seventh] = [entries[5], entries[6]]
      await editActs(tx, { of: 'select 6', change: (act) => [swap(act, seventh)] })
      await editActs(tx, { of: 'select 7', change: (act) => [swap(act, sixth)] })
    })
    expect(problemOf(alone)).toMatch(/is not what was recorded: its hash differs/)
  })

  it('is found with every hash and every node made anew: by the signed head, and by its root alone', async () => {
    const { alone, witnessed, byRoot } = await verdictsAfter(async (tx) => {
      const { entries } = await loadJournal(tx)
      const edited = entries.map((entry) => (entry.number === 9n ? { ...entry, actor: 'nobody' } : entry))
      await replaceJournal(tx, edited, { rechain: true })
      await growForgedTree(tx)
    })
    expect(alone).toMatchObject({ ok: true })
    expect(problemOf(witnessed)).toMatch(/^entry 302 was signed as .* the journal up to it was made anew$/)
    expect(problemOf(byRoot)).toMatch(/^the tree of the first 302 entries was signed with the root/)
  })

  it('says nothing of a forger who changes nothing', async () => {
    const { witnessed } = await verdictsAfter(async (tx) => {
      const { entries } = await loadJournal(tx)
      await replaceJournal(tx, entries, { rechain: true })
      await growForgedTree(tx)
    })
    expect(witnessed).toMatchObject({ ok: true })
  })

  it('is found with the end cut off, where nothing is left that disagrees', async () => {
    const { alone, witnessed } = await verdictsAfter(async (tx) => {
      const { entries } = await loadJournal(tx)
      await replaceJournal(tx, entries.slice(0, 400), { rechain: true })
      await growForgedTree(tx)
    })
    expect(alone).toMatchObject({ ok: true })
    expect(problemOf(witnessed)).toBe('entry 532 was signed, the journal ends at 400')
  })
})
