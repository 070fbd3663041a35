import { instant } from '@bolsillo/kernel'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transaction } from './connect.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
})

describe('a test database', () => {
  it('has the schema, the runtime role and types that do not lose digits', async () => {
    const [row] =
      await database.sql`select current_user as who, 9007199254740993::int8 as big, date '2026-02-28' as day`
    expect(row).toEqual({ who: database.address.runtime?.user, big: 9_007_199_254_740_993n, day: '2026-02-28' })
  })

  it('takes arrays of bigints and texts for set-based statements', async () => {
    const rows = await database.sql`
      select * from unnest(${['a', 'b']}::text[], ${[1n, 2n].map(String)}::bigint[]) as row (name, amount)`
    expect([...rows]).toEqual([
      { name: 'a', amount: 1n },
      { name: 'b', amount: 2n },
    ])
  })

  it('does not let the runtime role change the schema or who it is', async () => {
    await expect(database.sql`create table mine (a int)`).rejects.toThrow(/permission denied/)
    await expect(database.sql`delete from installation`).rejects.toThrow(/permission denied/)
  })

  it('rolls a transaction back when its work throws', async () => {
    const { sql } = database
    const attempt = transaction(sql, async (tx) => {
      await tx`insert into outbox (topic, key, payload, created_at) values ('t', 'k', '{}', ${instant(1)})`
      throw new Error('no')
    })
    await expect(attempt).rejects.toThrow('no')
    expect(await sql`select 1 from outbox`).toHaveLength(0)
  })
})
