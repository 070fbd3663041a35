import type { Sql } from '@bolsillo/server-kit'
import type { Owner } from '../server/scheduler.ts'
import {
  acquire,
  type Inside,
  type OpenSession,
  type Outside,
  openSession,
  type Pool,
  release,
} from './open-sessions.ts'
import { SimulatedQuery } from './simulated-query.ts'
import { ask, commit, giveUp, goOn, isRead, rollBack } from './statements.ts'
import { createScope, type Session } from './transaction-scope.ts'
import { lostError } from './wire.ts'

/** PostgreSQL as a process of the simulated world sees it: real statements, one at a time, whose replies the seed orders. */
export interface SimulatedDatabase {
  readonly pool: (owner: Owner, connectionsMax: number) => Sql
  /** Ends what a process that died had open, as PostgreSQL does when its connections break. */
  readonly crash: (owner: Owner) => Promise<void>
  /** Statements that wait for a lock of another transaction. */
  readonly waiting: () => number
  /** Failures no fault was behind, by their SQL state. */
  readonly realFailures: () => readonly string[]
}

/** Simulated pools over real connections. `committed` is called after every commit, before its reply arrives. */
export function createSimulatedDatabase(outside: Outside): SimulatedDatabase {
  const { wire, scheduler } = outside
  const { rng, trace } = scheduler
  const pools: Pool[] = []
  const sessions = new Set<OpenSession>()
  const failures: string[] = []
  const inside: Inside = { ...outside, rng, trace, pools, sessions, failures, waits: 0, desk: undefined }
  return {
    pool: (owner, connectionsMax) => {
      const pool: Pool = { owner, free: wire.free.splice(0, connectionsMax), waiters: [] }
      const [first] = pool.free
      if (first === undefined) throw new Error('no connection left for another process')
      pools.push(pool)
      const call = (strings: unknown, ...args: readonly unknown[]): unknown =>
        isTemplate(strings)
          ? new SimulatedQuery(strings, args, (query) => alone(inside, pool, query))
          : (first.sql as unknown as (...given: readonly unknown[]) => unknown)(strings, ...args)
      return Object.assign(call, {
        begin: (...given: readonly unknown[]) =>
          begin(inside, pool, typeof given[0] === 'string' ? given[0] : '', given.at(-1) as (tx: unknown) => unknown),
        end: async () => undefined,
      }) as unknown as Sql
    },
    crash: async (owner) => {
      for (const session of [...sessions].filter((one) => one.owner === owner)) {
        await giveUp(inside, session)
        session.isOver = true
        sessions.delete(session)
        if (session.isTransaction && session.isBegun) await session.connection.sql.unsafe('rollback')
        wire.free.push(session.connection)
      }
      for (const pool of pools.filter((one) => one.owner === owner)) wire.free.push(...pool.free.splice(0))
      wire.free.sort((a, b) => a.backend - b.backend)
      await goOn(inside)
    },
    waiting: () => [...sessions].filter(({ blocked }) => blocked !== undefined).length,
    realFailures: () => failures,
  }
}

async function begin(inside: Inside, pool: Pool, how: string, work: (tx: unknown) => unknown): Promise<unknown> {
  const { scheduler } = inside
  const session = openSession(inside, pool, await acquire(pool), true, `begin ${how}`)
  const handed: Session = {
    ask: (query) => ask(inside, session, query),
    helper: session.connection.sql,
  }
  try {
    return await Promise.race([
      createScope(handed, work, {
        commit: () =>
          new Promise<void>((resolve, reject) => {
            scheduler.add('commit', pool.owner, () => commit(inside, session, resolve, reject))
          }),
        rollBack: () =>
          new Promise<void>((resolve) => {
            if (session.isOver) {
              resolve()
              return
            }
            scheduler.add('rollback', pool.owner, async () => {
              if (!session.isOver) await rollBack(inside, session)
              resolve()
            })
          }),
      }),
      new Promise((_, reject) => {
        session.lost = reject
      }),
    ])
  } finally {
    release(inside, pool, session)
  }
}

async function alone(inside: Inside, pool: Pool, query: SimulatedQuery): Promise<unknown> {
  const { faults } = inside
  const session = openSession(inside, pool, await acquire(pool), false)
  try {
    const value = await ask(inside, session, query)
    if (!isRead(query) && faults.strikes('reply-lost-after-commit')) throw lostError()
    return value
  } finally {
    release(inside, pool, session)
  }
}

function isTemplate(strings: unknown): strings is TemplateStringsArray {
  return Array.isArray(strings) && 'raw' in strings
}
