import { setTimeout as sleep } from 'node:timers/promises'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, idleTransactionMs } from './connect.ts'

// A connection whose other end is gone without a word looks exactly like one whose statement takes its time. These
// statements do take their time.

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
})

describe('a connection that owes an answer', () => {
  it('is given up when it says nothing for too long, and the next statement opens another', async () => {
    const pool = connect(database.address, { connectionsMax: 1, name: 'silent', silentMaxMs: 300 })
    await pool`select 1`
    let isOver = false
    const slow = pool`select pg_sleep(60)`
    slow.then(
      () => {
        isOver = true
      },
      () => undefined,
    )
    await expect(slow).rejects.toThrow('CONNECTION_SILENT')
    expect(isOver).toBe(false)
    expect(await pool`select 1 as one`).toEqual([{ one: 1 }])
    await pool.end({ timeout: 1 })
  })

  it('takes its transaction with it, and what waited behind it', async () => {
    const pool = connect(database.address, { connectionsMax: 1, name: 'silent', silentMaxMs: 300 })
    const slow = pool.begin(async (tx) => await Promise.all([tx`select pg_sleep(5)`, tx`select 1`]))
    const behind = pool`select 2 as two`
    await expect(slow).rejects.toThrow(/CONNECTION_(?:SILENT|CLOSED)/)
    expect(await behind).toEqual([{ two: 2 }])
    await pool.end({ timeout: 1 })
  })

  it('is waited for while bytes come, where its statement says that it takes long, and where nobody set a bound', async () => {
    const pool = connect(database.address, { connectionsMax: 1, name: 'patient', silentMaxMs: 400 })
    const wide = 'x'.repeat(9_000)
    const rows = await pool`select pg_sleep(0.1), ${wide}::text from generate_series(1, 12)`
    expect(rows).toHaveLength(12)
    expect(await pool`/* takes long */ select 1 as one from pg_sleep(1)`).toEqual([{ one: 1 }])
    await pool.end({ timeout: 1 })
    const unbound = connect(database.address, { connectionsMax: 1, name: 'unbound' })
    expect(await unbound`select 1 as one from pg_sleep(1)`).toEqual([{ one: 1 }])
    await unbound.end({ timeout: 1 })
  })

  it('is not missed when nothing is owed', async () => {
    const pool = connect(database.address, { connectionsMax: 1, name: 'idle', silentMaxMs: 200 })
    const pid = await pool`select pg_backend_pid() as pid`
    await sleep(700)
    expect(await pool`select pg_backend_pid() as pid`).toEqual(pid)
    await pool.end({ timeout: 1 })
  })
})

describe('a transaction nobody goes on with', () => {
  it('is ended by PostgreSQL, whoever set it up', async () => {
    const pool = connect(database.address, { connectionsMax: 1, name: 'idle in transaction' })
    const [row] = await pool`show idle_in_transaction_session_timeout`
    expect(row).toEqual({ idle_in_transaction_session_timeout: `${idleTransactionMs / 1000}s` })
    await pool`set idle_in_transaction_session_timeout = 300`
    const left = pool.begin(async (tx) => {
      await tx`select 1`
      await sleep(1_000)
      await tx`select 1`
    })
    await expect(left).rejects.toThrow()
    await pool.end({ timeout: 1 })
  })
})
