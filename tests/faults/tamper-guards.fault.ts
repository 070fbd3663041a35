import { expectedGuards, findDeviations } from '@bolsillo/app-server/guards'
import { freePort } from '@bolsillo/journeys/stage/server-process'
import { present } from '@bolsillo/kernel'
import { addressFor, connect, deviationsOf, type Guards, readGuardsIn, startEmbeddedServer } from '@bolsillo/server-kit'
import {
  letOnlyServerIn,
  newDataFolder,
  removeDataFolder,
  startServerProcess,
  type TestDatabase,
  testDatabase,
} from '@bolsillo/test-kit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordExperiment } from './experiment.ts'
import { type GuardEdit, guardEdits, statementsOf } from './tamper/guard-edits-store.ts'

// The superuser of the database takes away or changes what it defends itself with, everything of a kind at once, in a
// transaction that is looked at and undone. Each changed guard has to be named.

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase({ grammar: true })
  await letOnlyServerIn(database)
})
afterAll(() => database?.drop())

class Undone extends Error {
  override name = 'Undone'
}

interface Tried {
  readonly edits: number
  /** Of the guards that were changed those no deviation names. */
  readonly missed: readonly string[]
}

/** Does one way to everything; `expected` is what the guards are compared with, given what they are after it. */
async function tried(edit: GuardEdit, expected: (after: Guards) => Guards): Promise<Tried> {
  const { owner, address } = database
  const login = present(address.runtime, 'the login of the server').user
  const filled = (text: string): string =>
    text
      .replaceAll('{login}', login)
      .replaceAll('{app}', 'bolsillo_app_N')
      .replaceAll('{owner}', address.user)
      .replaceAll('{database}', address.database)
  let outcome: Tried = { edits: 0, missed: [] }
  const work = owner.begin(async (tx) => {
    const statements = await statementsOf(tx, edit)
    for (const { statement } of statements) await tx.unsafe(filled(statement))
    const after = await readGuardsIn(tx)
    const named = new Set(deviationsOf(after, expected(after)).map(({ object }) => object))
    const missed = statements.map(({ object }) => filled(object)).filter((object) => !named.has(object))
    outcome = { edits: statements.length, missed }
    throw new Undone()
  })
  await expect(work).rejects.toThrow(Undone)
  return outcome
}

test('whoever takes a guard of the database away is found, whichever it is', async () => {
  expect(await findDeviations(database.owner)).toEqual([])
  const table: { what: string; edits: number; found: number }[] = []
  const missed: string[] = []
  for (const edit of guardEdits) {
    const outcome = await tried(edit, expectedGuards)
    table.push({ what: edit.what, edits: outcome.edits, found: outcome.edits - outcome.missed.length })
    missed.push(...outcome.missed.map((object) => `${edit.what}: ${object}`))
  }
  // A list of what should be there that the database's owner can write, too, finds nothing.
  const [first] = guardEdits
  const blind = await tried(present(first, 'an edit'), (after) => after)
  const planted = table.reduce((sum, { edits }) => sum + edits, 0)
  const passed = missed.length === 0 && blind.missed.length === blind.edits && table.every(({ edits }) => edits > 0)
  recordExperiment({
    experiment: 'tamper-guards',
    done: 'the superuser took rights, triggers, constraints, functions, views, policies and roles of the database out of force, everything of a kind at once; each start and check:books compare them with a file of the program',
    command: 'npm run reliability -- tamper-guards',
    figures: { planted, found: planted - missed.length, 'ways tried': table.length },
    controls: [
      {
        planted: 'what should be there is kept in the database',
        caught: blind.missed.length === blind.edits,
        how: `${blind.missed.length} of ${blind.edits} changed guards unseen`,
      },
    ],
    table,
    passed,
  })
  expect(missed).toEqual([])
  expect(table.filter(({ edits }) => edits === 0)).toEqual([])
  expect(blind.missed).toHaveLength(blind.edits)
})

test('a server does not start on a database whose guards were changed, and starts when they are back', async () => {
  const dataDir = newDataFolder()
  const start = async () => startServerProcess({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  const asOwner = async (statement: string): Promise<void> => {
    const server = await startEmbeddedServer({ dataDir, durable: true })
    const owner = connect(addressFor(server.address, { database: 'bolsillo' }), { connectionsMax: 1, name: 'tamper' })
    await owner.unsafe(statement)
    await owner.end()
    await server.stop()
  }
  try {
    const first = await start()
    await first.block()
    await first.stop()
    await asOwner('alter table act_queue disable trigger insert_only; grant update on journal_block to bolsillo_app')
    const second = await start()
    expect(await second.ended).toBe(2)
    expect(second.said().trim().split('\n').at(-1)).toMatch(
      /^the database is not what its migrations made it \(table journal_block: .*bolsillo_app=select,update.*, and 1 more\): /,
    )
    await asOwner('alter table act_queue enable trigger insert_only; revoke update on journal_block from bolsillo_app')
    const third = await start()
    await third.block()
    await third.stop()
  } finally {
    removeDataFolder(dataDir)
  }
})
