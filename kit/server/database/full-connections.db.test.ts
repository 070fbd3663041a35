import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Sql } from '../room.ts'
import { connect } from './connect.ts'

// More is asked at once than connections take: a transaction has its connection to itself all the same.
let database: TestDatabase
let sql: Sql

beforeAll(async () => {
  database = await testDatabase()
  await database.owner`create table counted (by text not null)`
  sql = connect(database.address, { connectionsMax: 3, name: 'full-connections' })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

it('carries out and commits a transaction that comes when connections are full', async () => {
  // The hundred and first statement of a connection is the one it takes nothing after.
  for (let each = 97; each <= 104; each += 1) {
    const asked = Array.from({ length: 3 * each }, () => sql`select ${each}::integer as number`.execute())
    const transactions = ['one', 'two'].map((name) =>
      sql.begin((tx) => tx`insert into counted (by) values (${`${each} ${name}`})`),
    )
    await Promise.all([...asked, ...transactions])
  }
  const [row] = await database.owner<{ count: number }[]>`select count(*)::integer as count from counted`
  expect(row?.count).toBe(16)
})
