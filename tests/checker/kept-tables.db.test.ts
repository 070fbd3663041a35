import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keptTables, otherTables } from './kept-tables.ts'

// The walls around what decides: a table nobody thought of is named here before it is anywhere else.

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const named = (rows: readonly { readonly name: string }[]): readonly string[] => rows.map(({ name }) => name)

describe('tables', () => {
  it('leave acts, or have a reason why not', async () => {
    const tables = named(
      await database.owner<{ name: string }[]>`
      select tablename as name from pg_tables where schemaname = 'public' order by tablename`,
    )
    expect(tables.filter((table) => !(table in keptTables) && !(table in otherTables))).toEqual([])
    const strange = [...Object.keys(keptTables), ...Object.keys(otherTables)].filter((name) => !tables.includes(name))
    expect(strange).toEqual([])
    expect(Object.keys(keptTables).filter((table) => table in otherTables)).toEqual([])
  })

  it('that leave acts do so as the checker expects, for every row that is written', async () => {
    const rows = await database.owner<
      { table_name: string; key_columns: string[]; left_out: string[]; has_personal_key: boolean; made: number }[]
    >`
      select keeping.*, (
        select count(*)::integer from pg_trigger
        where tgrelid = to_regclass(keeping.table_name) and tgname = 'row_written' and tgenabled = 'O'
          -- After each row: 1; insert: 4, delete: 8, update: 16.
          and tgtype = 29 and tgattr = '' and tgqual is null and tgfoid = 'row_written'::regproc
      ) as made from row_keeping as keeping order by table_name`
    expect(rows.filter(({ made }) => made !== 1).map(({ table_name }) => table_name)).toEqual([])
    const kept = rows.map(({ table_name, key_columns, left_out, has_personal_key }) => [
      table_name,
      { key: key_columns, leftOut: left_out, isPersonal: has_personal_key },
    ])
    const expected = Object.entries(keptTables).map(([table, { key, leftOut = {}, hasPersonalKey = false }]) => [
      table,
      { key, leftOut: Object.keys(leftOut), isPersonal: hasPersonalKey },
    ])
    expect(Object.fromEntries(kept)).toEqual(Object.fromEntries(expected))
  })

  it('are known by columns that are never the same in two rows', async () => {
    const keys = await database.owner<{ name: string; columns: string[] }[]>`
      select indrelid::regclass::text as name, array(
        select attname::text from pg_attribute where attrelid = indrelid and attnum = any (indkey::int2[]) order by attname) as columns
      from pg_index where indisunique and indpred is null`
    const unique = new Set(keys.map(({ name, columns }) => `${name} ${columns.join()}`))
    const loose = Object.entries(keptTables).filter(
      ([table, { key }]) => !unique.has(`${table} ${[...key].sort().join()}`),
    )
    // An entry becomes tradable once; the table itself does not say so.
    expect(loose.map(([table]) => table)).toEqual(['limit_counted'])
  })
})
