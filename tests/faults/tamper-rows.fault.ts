import type { BooksRead } from '@bolsillo/checker/books-store'
import { checkDecisions } from '@bolsillo/checker/check-books'
import { keptTables } from '@bolsillo/checker/kept-tables'
import { sealActs } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordExperiment } from './experiment.ts'
import {
  disarmRows,
  editsOf,
  fillTables,
  findColumns,
  makeSaltTool,
  openEdits,
  type RowEdit,
  writeCursor,
} from './tamper/row-edits-store.ts'

// The superuser of the database edits every column of every row that decides something. Each edit is made in a transaction
// that is looked at by the independent checker and undone.

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database?.drop())

class Undone extends Error {
  override name = 'Undone'
}

/** Whether the checker says anything after a change, and what. */
async function foundAfter(change: (tx: BooksRead) => Promise<void>): Promise<readonly string[]> {
  let found: readonly string[] = []
  const work = async (tx: BooksRead): Promise<void> => {
    await change(tx)
    found = (await checkDecisions(tx, 3)).map(({ what }) => what)
    throw new Undone()
  }
  await expect(database.owner.begin(work)).rejects.toThrow(Undone)
  return found
}

/** Edits row by row; those of columns that commitments leave out must not be found. */
async function editRows(edits: readonly RowEdit[]) {
  const missed: string[] = []
  const leftOut: string[] = []
  for (const { table, what, sql: statement, isLeftOut } of edits) {
    const found = await foundAfter(async (tx) => {
      await disarmRows(tx)
      await tx.unsafe(statement)
    })
    if (isLeftOut) leftOut.push(`${table}: ${what}`)
    if (found.length === 0 && !isLeftOut) missed.push(`${table}: ${what}`)
    if (found.length > 0 && isLeftOut) missed.push(`${table}: ${what} is left out, and is found: ${found.join()}`)
  }
  return { missed, leftOut }
}

/** Rows written with plain SQL, and acts edited that wait for their numbers; answers what is not found. */
async function editOpenly(): Promise<readonly string[]> {
  const missed: string[] = []
  for (const { what, sql: statement, waiting } of openEdits) {
    const found = await foundAfter(async (tx) => {
      if (waiting === true) {
        await writeCursor(tx)
        await disarmRows(tx)
      }
      await tx.unsafe(statement)
    })
    if (found.length === 0) missed.push(what)
  }
  return missed
}

test('every edit of a row that decides something is found', async () => {
  const { owner, sql } = database
  const { clock } = testServices({ sql })
  const columns = await findColumns(owner)
  await makeSaltTool(owner)
  const tables = Object.keys(keptTables)
  await transaction(owner, (tx) => fillTables(tx, columns, tables), { cause: 'job:experiment' })
  await sealActs(sql, clock)
  expect(await foundAfter(async () => undefined)).toEqual([])

  const edits = editsOf(columns)
  const { missed: missedRows, leftOut } = await editRows(edits)
  const missed = [...missedRows, ...(await editOpenly())]
  const untouched = await foundAfter(writeCursor)
  expect(untouched).toEqual([])
  const planted = edits.length - leftOut.length + openEdits.length
  const found = planted - missed.length
  recordExperiment({
    experiment: 'tamper-rows',
    done: 'As the superuser of the database, every column of every table whose rows decide something was edited and emptied, rows were deleted, inserted and truncated, their salts edited and deleted; then rows were written with plain SQL, and acts that wait for their numbers were edited.',
    command: 'npm run reliability -- tests/faults/tamper-rows',
    figures: {
      planted,
      found,
      tables: tables.length,
      columns: columns.length,
      'columns that are left out': new Set(leftOut.map((one) => one.replace(/: \w+/, ''))).size,
    },
    controls: [
      {
        planted: 'an edit of a column that commitments leave out',
        caught: leftOut.length > 0 && missed.length === 0,
        how: `none of ${leftOut.length} is found: the others are found by their commitments and nothing else`,
      },
      {
        planted: 'a row written by the product, with its cause, whose act waits',
        caught: untouched.length === 0,
        how: 'the checker says nothing of it',
      },
    ],
    passed: missed.length === 0,
  })
  expect(missed).toEqual([])
}, 600_000)
