import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Sql, Tx } from '../room.ts'
import { connect } from './connect.ts'
import { PostgresError } from './driver.ts'

// What the driver did not survive before it was mended: each of these crashed the process, hung, or wrote where it
// should not have.

let database: TestDatabase
let pool: Sql
beforeAll(async () => {
  database = await testDatabase()
  return async () => {
    await pool.end({ timeout: 1 })
    await database.drop()
  }
})
/** A pool of one connection: whatever is wrong with it meets the next statement. */
const onlyOne = (): Sql => connect(database.address, { connectionsMax: 1, name: 'to be killed' })
afterEach(async () => {
  await pool.end({ timeout: 1 })
})

const pidOf = async (sql: Sql | Tx): Promise<number> => {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row?.pid ?? 0
}
const end = async (pid: number): Promise<void> => {
  await database.owner`select pg_terminate_backend(${pid}, 5000)`
}

describe('a connection that dies', () => {
  it('fails the transaction it was in, and the next statement opens another', async () => {
    pool = onlyOne()
    for (let round = 0; round < 20; round += 1) {
      const work = pool.begin(async (tx) => {
        await end(await pidOf(tx))
        await tx`select 1`
      })
      await expect(work).rejects.toThrow()
      expect(await pool`select 1 as one`).toEqual([{ one: 1 }])
    }
  })

  it('in the middle of a statement gives its error to that statement and to no other', async () => {
    pool = onlyOne()
    for (let round = 0; round < 20; round += 1) {
      const pid = await pidOf(pool)
      const asleep = pool`select pg_sleep(5)`.catch((error: unknown) => error)
      await sleep(round)
      await end(pid)
      expect(await asleep).toBeInstanceOf(Error)
      expect(await pool`select 2 as two`).toEqual([{ two: 2 }])
    }
  })

  it('refuses what is left of its transaction, also when the connection is open again for somebody else', async () => {
    pool = onlyOne()
    const note = (sql: Tx, key: string) =>
      sql`insert into outbox (topic, key, payload, created_at) values ('lost', ${key}, '{}', 0)`
    let goOn = (): void => undefined
    const waits = new Promise<void>((resolve) => {
      goOn = resolve
    })
    let late: unknown
    const dead = pool.begin(async (tx) => {
      await note(tx, 'before')
      await end(await pidOf(tx))
      await waits
      late = await note(tx, 'late').catch((error: unknown) => error)
      throw new Error('over')
    })
    dead.catch(() => undefined)
    await sleep(200)
    await pool.begin(async (tx) => {
      await note(tx, 'other')
      goOn()
      await sleep(50)
    })
    await expect(dead).rejects.toThrow()
    expect(late).toBeInstanceOf(Error)
    const rows = await database.owner`select key from outbox where topic = 'lost'`
    expect([...rows]).toEqual([{ key: 'other' }])
  })

  it('takes none of many others with it: every statement is answered, and afterwards all work', async () => {
    pool = connect(database.address, { connectionsMax: 5, name: 'to be killed' })
    const answers: Promise<unknown>[] = []
    for (let round = 0; round < 30; round += 1) {
      for (let nth = 0; nth < 10; nth += 1) {
        answers.push(pool.begin(async (tx) => await tx`select ${nth}::int`).catch((error: unknown) => error))
        answers.push(pool`select ${nth}::int`.catch((error: unknown) => error))
      }
      await database.owner`select count(pg_terminate_backend(pid)) from pg_stat_activity where application_name = 'to be killed'`
      await sleep(round % 4)
    }
    expect(await Promise.all(answers)).toHaveLength(600)
    expect(await Promise.all(Array.from({ length: 20 }, () => pool`select 3 as three`))).toEqual(
      Array.from({ length: 20 }, () => [{ three: 3 }]),
    )
  })

  it('leaves refusals of PostgreSQL what they are', async () => {
    pool = onlyOne()
    const refused = pool`select * from no_such_table`
    await expect(refused).rejects.toBeInstanceOf(PostgresError)
    await expect(refused).rejects.toMatchObject({ code: '42P01' })
  })
})

describe('rows that are copied', () => {
  const many = "copy (select repeat('x', 1000) from generate_series(1, 3000)) to stdout"
  const isOpen = async (): Promise<void> => {
    expect(await pool`select 1 as one`).toEqual([{ one: 1 }])
  }

  it('reach a reader that is slow, to the last', async () => {
    pool = onlyOne()
    for (const everyMs of [0, 1, 2, 3, 4, 5]) {
      let bytes = 0
      const slow = new Writable({
        highWaterMark: 1,
        write: (chunk: Buffer, _, done) => {
          bytes += chunk.length
          if (bytes % 50_050 === 0) setTimeout(done, everyMs)
          else done()
        },
      })
      await pool.begin(async (tx) => pipeline(await tx.unsafe(many).readable(), slow))
      expect(bytes).toBe(3000 * 1001)
      await isOpen()
    }
  })

  it('do not hold the connection when their reader fails', async () => {
    pool = onlyOne()
    const full = new Writable({ write: (_, __, done) => done(new Error('the disk is full')) })
    const work = pool.begin(async (tx) => pipeline(await tx.unsafe(many).readable(), full))
    await expect(work).rejects.toThrow('the disk is full')
    await isOpen()
  })

  it('end with an error when the connection dies, in either direction', async () => {
    pool = onlyOne()
    const out = pool.begin(async (tx) => {
      const pid = await pidOf(tx)
      const rows = await tx.unsafe(many.replace('3000', '300000')).readable()
      const read = pipeline(rows, new Writable({ write: (_, __, done) => setTimeout(done, 1) }))
      await Promise.all([read, end(pid)])
    })
    await expect(out).rejects.toThrow()
    await isOpen()
    const into = pool.begin(async (tx) => {
      const pid = await pidOf(tx)
      await tx.unsafe('create temporary table copied (text text) on commit drop')
      const target = await tx.unsafe('copy copied from stdin').writable()
      const rows = async function* (): AsyncGenerator<string> {
        for (let row = 0; row < 3; row += 1) {
          if (row === 1) await end(pid)
          await sleep(20)
          yield 'x\n'
        }
      }
      await pipeline(Readable.from(rows()), target)
    })
    await expect(into).rejects.toThrow()
    await isOpen()
  })

  it('that PostgreSQL does not take are refused with its error', async () => {
    pool = onlyOne()
    const into = pool.begin(async (tx) => {
      await tx.unsafe('create temporary table copied (number int) on commit drop')
      await pipeline(Readable.from(['no number\n']), await tx.unsafe('copy copied from stdin').writable())
    })
    await expect(into).rejects.toThrow(/invalid input syntax/)
    await isOpen()
  })
})
