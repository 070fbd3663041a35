import { deviationsOf, readGuards } from '@bolsillo/server-kit'
import { letOnlyServerIn, type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectedGuards } from './guards.ts'

let database: TestDatabase
beforeAll(async () => {
  // Databases of tests go without the trigger that holds entries against their grammar, unless it is asked for.
  database = await testDatabase({ grammar: true })
  await letOnlyServerIn(database)
})
afterAll(() => database.drop())

it('are what the migrations make: npm run guards writes guards.json anew', async () => {
  expect(deviationsOf(await readGuards(database.owner), expectedGuards())).toEqual([])
})
