import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tuneCollector } from '../collector.ts'
import type { Sql } from '../room.ts'

// What a query holds has to go with the young. V8 makes a function that is written straight into a property in the old
// generation at once; a driver that does so keeps every query and its rows until a whole collection. See decision 51.

// As the server is: without it V8 makes some of the load itself old at once, having seen that it is kept for a while.
tuneCollector()
setFlagsFromString('--expose-gc')
const collect: (options?: { readonly type: 'minor' }) => void = runInNewContext('gc')

let sql: Sql
let drop: () => Promise<void>
beforeAll(async () => {
  const database = await testDatabase()
  sql = database.sql
  drop = database.drop
})
afterAll(async () => {
  await drop()
})

const rounds = 40
/** Some 240 kB of small objects. */
const load = (): unknown[] => Array.from({ length: 5000 }, (_, at) => ({ at, text: String(at) }))

const oldMegabytes = (): number => {
  const old = getHeapSpaceStatistics().filter(({ space_name: name }) => name.startsWith('old_'))
  return old.reduce((sum, { space_used_size: bytes }) => sum + bytes, 0) / 2 ** 20
}

/** Megabytes the old generation grew by while rounds of work came and went. */
async function growth(work: () => Promise<unknown>): Promise<number> {
  for (let round = 0; round < 5; round += 1) await work()
  collect()
  const before = oldMegabytes()
  for (let round = 0; round < rounds; round += 1) {
    await work()
    // What survives two collections of the young is old.
    collect({ type: 'minor' })
    collect({ type: 'minor' })
  }
  return oldMegabytes() - before
}

describe('what a query held', () => {
  it('goes with the young: of a query, of a query in a transaction, of a transaction', async () => {
    const query = await growth(() => Object.assign(sql`select 1`, { load: load() }))
    const inside = await growth(() => sql.begin(async (tx) => await Object.assign(tx`select 1`, { load: load() })))
    const transaction = await growth(() =>
      sql.begin(async (tx) => {
        Object.assign(tx, { load: load() })
        await tx`select 1`
      }),
    )
    expect(Math.max(query, inside, transaction)).toBeLessThan(3)
  })

  it('would be seen if it stayed', async () => {
    const kept: unknown[] = []
    const grown = await growth(() => {
      kept.push(load())
      return sql`select 1`
    })
    expect(kept.length).toBeGreaterThan(rounds)
    expect(grown).toBeGreaterThan(8)
  })
})
