import { verifyAudit } from '@bolsillo/audit/server'
import type { BooksRead } from '@bolsillo/checker/books-store'
import { editActs } from '@bolsillo/checker/testing/act-edits-store'
import { type LivingBooks, livingBooks } from '@bolsillo/checker/testing/living-books'
import { oldBooks, oldEdits } from '@bolsillo/checker/testing/old-books'
import { auditRows, readWitness, verifyLedger, type WitnessReading } from '@bolsillo/ledger/server'
import type { TestDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordExperiment } from './experiment.ts'
import { type JournalEdit, journalEdits } from './tamper/journal-edits.ts'
import { rawEdits, recordWaits } from './tamper/raw-edits.ts'
import { disarm, loadJournal, replaceJournal, restoreSnapshot, takeSnapshot } from './tamper/tamper-store.ts'

// Somebody who is the superuser of the database changes the books a server has written. Each change is made in a
// transaction that is looked at and undone.

let books: LivingBooks
/** Books with blocks from before acts. */
let old: TestDatabase
let witness: Extract<WitnessReading, { ok: true }>
beforeAll(async () => {
  books = await livingBooks()
  old = await oldBooks()
  const reading = readWitness(books.witness)
  if (!reading.ok) throw new Error(`the server's own witness file does not verify: ${reading.problem}`)
  witness = reading
})
afterAll(async () => {
  await books?.drop()
  await old?.drop()
})

class Undone extends Error {
  override name = 'Undone'
}

interface Looked {
  readonly ok: boolean
  readonly problem?: string
}

/** What `npm run ledger:verify` looks at: the books with the audit, and the chain of its older records. */
async function verify(tx: BooksRead | TestDatabase['owner'], witnessed: typeof witness.heads = []): Promise<Looked> {
  const verdict = await verifyLedger(tx, { witnessed, sources: [auditRows] })
  return verdict.ok ? await verifyAudit(tx, verdict.auditHeads) : verdict
}

interface Found {
  /** What the verifier says of the database alone, and with the signed heads. */
  readonly alone: Looked
  readonly witnessed: Looked
}

async function verdictsAfter(
  change: (tx: BooksRead) => Promise<void>,
  owner: TestDatabase['owner'] = books.database.owner,
): Promise<Found> {
  let found: Found | undefined
  const work = async (tx: BooksRead): Promise<void> => {
    await disarm(tx)
    await change(tx)
    const alone = await verify(tx)
    // Only the heads of the books a server wrote were signed.
    const isSigned = owner === books.database.owner
    found = { alone, witnessed: isSigned ? await verify(tx, witness.heads) : alone }
    throw new Undone()
  }
  await expect(owner.begin(work)).rejects.toThrow(Undone)
  if (found === undefined) throw new Error('nothing was verified')
  return found
}

interface Row extends Record<string, string> {
  readonly tampering: string
  readonly 'row by row': string
  readonly 'sums mended': string
  readonly 'chain made anew': string
}

const edit = ({ change }: JournalEdit, rechain: boolean) =>
  verdictsAfter(async (tx) => {
    const { entries, nameOf } = await loadJournal(tx)
    await replaceJournal(tx, change(entries, nameOf), { rechain })
  })

/** Which of the two finds it, as the table of the report says it. */
const finder = ({ alone, witnessed }: Found): string =>
  alone.ok ? (witnessed.ok ? 'nobody' : 'the signed head') : 'ledger:verify'

/** Each edit of the tables by itself, of books with acts and of older ones. */
async function editRows(): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (const { table, what, sql, acts } of rawEdits) {
    const found = finder(
      await verdictsAfter(async (tx) => {
        if (sql !== undefined) await tx.unsafe(sql)
        if (acts !== undefined) await editActs(tx, acts)
      }),
    )
    rows.push({ tampering: `${table}: ${what}`, 'row by row': found, 'sums mended': '', 'chain made anew': '' })
  }
  for (const { what, sql } of oldEdits) {
    const found = finder(await verdictsAfter(async (tx) => void (await tx.unsafe(sql)), old.owner))
    rows.push({ tampering: `ledger_block: ${what}`, 'row by row': found, 'sums mended': '', 'chain made anew': '' })
  }
  return rows
}

/** Each edit of the journal with its sums mended, and with every hash recomputed. */
async function editJournal() {
  const rows: Row[] = []
  const chained = { found: 0, missed: 0 }
  for (const one of journalEdits) {
    const [mended, anew] = [await edit(one, false), await edit(one, true)]
    chained.found += mended.alone.ok ? 0 : 1
    chained.missed += !mended.alone.ok && anew.alone.ok ? 1 : 0
    const tampering = `journal: ${one.what}`
    rows.push({ tampering, 'row by row': '', 'sums mended': finder(mended), 'chain made anew': finder(anew) })
  }
  return { rows, chained }
}

async function putCopyBack(): Promise<Row> {
  const restored = await verdictsAfter(async (tx) => {
    const { entries } = await loadJournal(tx)
    await replaceJournal(tx, entries.slice(0, -2), { rechain: true })
    await takeSnapshot(tx)
    await replaceJournal(tx, entries, { rechain: true })
    await restoreSnapshot(tx)
  })
  const tampering = 'all tables: put an older copy back'
  return { tampering, 'row by row': '', 'sums mended': '', 'chain made anew': finder(restored) }
}

test('every tampering is found: by the chain, or by the head that was signed', async () => {
  const untouched = await verdictsAfter(async () => undefined)
  expect(finder(untouched)).toBe('nobody')
  expect(finder(await verdictsAfter(async () => undefined, old.owner))).toBe('nobody')
  expect(finder(await verdictsAfter(async (tx) => void (await tx.unsafe(recordWaits))))).toBe('nobody')
  const remade = await verdictsAfter(async (tx) => {
    const { entries } = await loadJournal(tx)
    await replaceJournal(tx, entries, { rechain: true })
  })
  // The forger's tools are good enough to make the very same journal, so what is found below is the change.
  expect(finder(remade)).toBe('nobody')

  const rowEdits = await editRows()
  const { rows: journalEdited, chained } = await editJournal()
  const rows = [...rowEdits, ...journalEdited, await putCopyBack()]
  const startedAt = performance.now()
  await verify(books.database.owner, witness.heads)
  const verifyMs = Math.round(performance.now() - startedAt)
  const finders = rows.flatMap((row) => [row['row by row'], row['sums mended'], row['chain made anew']]).filter(Boolean)
  const by = (name: string): number => finders.filter((found) => found === name).length
  const [planted, found] = [finders.length, finders.length - by('nobody')]
  recordExperiment({
    experiment: 'tamper',
    done: 'As the superuser of the database, the books of a server and its audit were edited, deleted from, inserted into, backdated, swapped, cut off, made anew from the first entry and put back from an older copy; each table by itself, then with every sum mended, then with every hash made anew.',
    command: 'npm run reliability -- tests/faults/tamper',
    figures: {
      planted,
      found,
      'found by ledger:verify alone': by('ledger:verify'),
      'found by the signed head only': by('the signed head'),
      'milliseconds to verify these books': verifyMs,
    },
    controls: [
      {
        planted: 'the chain is taken out of the check: each change of the journal with every hash made anew',
        caught: chained.found > 0 && chained.missed === chained.found,
        how: `the verifier alone misses ${chained.missed} of ${chained.found} changes that it finds by the chain`,
      },
      {
        planted: 'a forger who changes nothing: the journal made anew as it was',
        caught: finder(remade) === 'nobody',
        how: 'neither the verifier nor the signed head says anything of it',
      },
    ],
    table: rows,
    passed: found === planted,
  })
  expect(rows.filter((row) => Object.values(row).includes('nobody'))).toEqual([])
  expect(by('the signed head')).toBeGreaterThan(journalEdits.length)
  expect([chained.found, chained.missed]).toEqual([journalEdits.length - 1, journalEdits.length - 1])
})
