import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

it('functions that run as another role look at temporary tables of their caller last', async () => {
  const rows = await database.owner<{ name: string; path: string | null }[]>`
    select oid::regprocedure::text as name, (
      select substring(setting from 'search_path=(.*)') from unnest(proconfig) as setting
      where starts_with(setting, 'search_path=')) as path
    from pg_proc where prosecdef and pronamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace) order by 1`
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ path }) => path !== 'pg_catalog, public, pg_temp')).toEqual([])
})
