import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Sql, Tx } from '../room.ts'
import { connect, transaction } from './connect.ts'

// One connection: whatever a transaction leaves behind is met by the next one.
let database: TestDatabase
let sql: Sql

beforeAll(async () => {
  database = await testDatabase()
  await database.owner`create table written (what text not null, at bigint generated always as identity)`
  sql = connect(database.address, { connectionsMax: 1, name: 'transaction-ends' })
})
beforeEach(async () => {
  await database.owner`truncate written`
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const write = (tx: Tx, what: string) => tx`insert into written (what) values (${what})`
const written = async (): Promise<readonly string[]> =>
  (await sql<{ what: string }[]>`select what from written order by at`).map(({ what }) => what)

/** A branch that sends one statement after another and does not see whether the others failed. */
async function branch(tx: Tx, name: string, steps: number): Promise<void> {
  for (let step = 1; step <= steps; step += 1) await write(tx, `${name} ${step}`)
}

const failures: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
  'a statement fails': async (tx) => await tx`select 1 / 0`,
  'the work throws': async (tx) => {
    await tx`select 1`
    throw new Error('division by zero')
  },
}

describe.each(Object.entries(failures))('a transaction of which %s', (_, fail) => {
  it('leaves nothing of its other branches behind', async () => {
    const ended: unknown[] = []
    const work = transaction(sql, async (tx) => {
      const others = ['left', 'right'].map((name) => branch(tx, name, 20).catch((error: unknown) => ended.push(error)))
      await Promise.all([fail(tx), ...others])
    })
    await expect(work).rejects.toThrow('division by zero')
    // When the caller receives the error, every branch has ended.
    expect(ended).toHaveLength(2)
    expect(await written()).toEqual([])
  })

  it('leaves nothing behind when the branches are in savepoints', async () => {
    const work = transaction(sql, async (tx) => {
      const inner = tx.savepoint(async (sp) => await branch(sp, 'inner', 20))
      await Promise.all([fail(tx), inner, branch(tx, 'beside', 20)])
    })
    await expect(work).rejects.toThrow('division by zero')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await written()).toEqual([])
    expect(await transaction(sql, async (tx) => [...(await tx`select 1 as one`)])).toEqual([{ one: 1 }])
  })
})

describe('a transaction that has ended', () => {
  it.each(['committed', 'rolled back'] as const)('refuses what comes after it was %s', async (how) => {
    let late: Tx | undefined
    const work = transaction(sql, async (tx) => {
      late = tx
      await write(tx, 'within')
      if (how === 'rolled back') throw new Error('no')
    })
    await (how === 'committed' ? work : expect(work).rejects.toThrow('no'))
    await expect(late === undefined ? undefined : write(late, 'after')).rejects.toThrow(
      'the transaction this statement belongs to has ended',
    )
    expect(await written()).toEqual(how === 'committed' ? ['within'] : [])
  })

  it('refuses what a statement that was asked for late would do in another transaction', async () => {
    let late: Promise<unknown> | undefined
    await transaction(sql, async (tx) => {
      late = new Promise((resolve) => setTimeout(resolve, 30)).then(async () => await write(tx, 'late'))
      late.catch(() => undefined)
    })
    await transaction(sql, async (tx) => {
      await write(tx, 'the next')
      await tx`select pg_sleep(0.1)`
    })
    await expect(late).rejects.toThrow('has ended')
    expect(await written()).toEqual(['the next'])
  })

  it('is not called committed when a statement nobody waited for failed', async () => {
    const work = transaction(sql, async (tx) => {
      await write(tx, 'kept?')
      tx`select 1 / 0`.catch(() => undefined)
    })
    await expect(work).rejects.toThrow('division by zero')
    expect(await written()).toEqual([])
  })

  it('keeps what a branch had asked before the work resolved', async () => {
    await transaction(sql, async (tx) => {
      write(tx, 'not waited for').catch(() => undefined)
    })
    expect(await written()).toEqual(['not waited for'])
  })
})

describe('a savepoint', () => {
  it('undoes what was within it and refuses what comes after it', async () => {
    let late: Tx | undefined
    await transaction(sql, async (tx) => {
      await write(tx, 'before')
      const failed = tx.savepoint(async (sp) => {
        late = sp
        await Promise.all([failures['the work throws']?.(sp), branch(sp, 'within', 10)])
      })
      await expect(failed).rejects.toThrow('division by zero')
      await expect(late === undefined ? undefined : write(late, 'late')).rejects.toThrow('has ended')
      await write(tx, 'after')
    })
    expect(await written()).toEqual(['before', 'after'])
  })
})

it('tries again after a lost race, with nothing left of the first attempt', async () => {
  let attempts = 0
  await transaction(sql, async (tx) => {
    attempts += 1
    const nth = attempts
    const race = nth === 1 ? tx`do $$ begin raise exception 'lost' using errcode = '40001'; end $$` : tx`select 1`
    await Promise.all([race, branch(tx, `attempt ${nth}`, 5)])
  })
  expect(attempts).toBe(2)
  expect(await written()).toEqual([1, 2, 3, 4, 5].map((step) => `attempt 2 ${step}`))
})
