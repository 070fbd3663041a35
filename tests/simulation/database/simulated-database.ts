import { integerBetween } from '@bolsillo/kernel'
import type { Sql } from '@bolsillo/server-kit'
import type { Faults } from '../faults.ts'
import { type Owner, type Scheduler, settle } from '../server/scheduler.ts'
import { type Alter, nameOf, realQuery, SimulatedQuery } from './simulated-query.ts'
import { createScope, type Session } from './transaction-scope.ts'
import { arrival, type Connection, lostError, stateError, type Wire } from './wire.ts'

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

interface Reply {
  readonly kind: 'value' | 'failure'
  readonly value: unknown
}

interface Sent {
  readonly query: SimulatedQuery | string
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

interface OpenSession {
  readonly owner: Owner
  readonly connection: Connection
  readonly queue: Sent[]
  readonly isTransaction: boolean
  readonly begin: string
  isBegun: boolean
  wroteJournal: boolean
  heldLease: boolean
  isScheduled: boolean
  /** Sent, and waiting for a lock. */
  blocked:
    | { readonly reply: Promise<readonly Reply[]>; readonly sent: readonly Sent[]; readonly since: number }
    | undefined
  isAborted: boolean
  isOver: boolean
  lost: (error: Error) => void
}

interface Pool {
  readonly owner: Owner
  readonly free: Connection[]
  readonly waiters: ((connection: Connection) => void)[]
}

const harmless = new Set(['23505', '25P02', '57014'])

/** Simulated pools over real connections. `committed` is called after every commit, before its reply arrives. */
export function createSimulatedDatabase(world: {
  readonly wire: Wire
  readonly scheduler: Scheduler
  readonly faults: Faults
  readonly committed: (wroteJournal: boolean) => Promise<void>
  readonly alter: Alter | undefined
  readonly losesCommit: (() => boolean) | undefined
  /** A batch of a desk was committed although another process has the shard. */
  readonly twoDesks: (late: Owner, desk: Owner) => void
}): SimulatedDatabase {
  const { wire, scheduler, faults, committed, alter, losesCommit, twoDesks } = world
  const { rng, trace } = scheduler
  const pools: Pool[] = []
  const sessions = new Set<OpenSession>()
  const failures: string[] = []
  let waits = 0
  let desk: Owner | undefined

  const acquire = (pool: Pool): Promise<Connection> => {
    const connection = pool.free.shift()
    return connection === undefined ? new Promise((resolve) => pool.waiters.push(resolve)) : Promise.resolve(connection)
  }
  const release = (pool: Pool, session: OpenSession): void => {
    session.isOver = true
    sessions.delete(session)
    const waiter = pool.waiters.shift()
    if (waiter === undefined) pool.free.push(session.connection)
    else waiter(session.connection)
  }
  const open = (pool: Pool, connection: Connection, isTransaction: boolean, begin = ''): OpenSession => {
    const session: OpenSession = {
      owner: pool.owner,
      connection,
      queue: [],
      isTransaction,
      begin,
      isBegun: false,
      wroteJournal: false,
      heldLease: false,
      isScheduled: false,
      blocked: undefined,
      isAborted: false,
      isOver: false,
      lost: () => undefined,
    }
    sessions.add(session)
    return session
  }

  const real = async (session: OpenSession, { query }: Sent): Promise<Reply> => {
    const { sql } = session.connection
    try {
      const value = await (typeof query === 'string' ? sql.unsafe(query) : realQuery(sql, query, alter))
      return { kind: 'value', value }
    } catch (error) {
      const code = String((error as { readonly code?: unknown }).code)
      if (!harmless.has(code)) failures.push(`${code} ${error instanceof Error ? error.message : ''}`)
      return { kind: 'failure', value: error }
    }
  }

  const deliver = (session: OpenSession, sent: readonly Sent[], replies: readonly Reply[]): void => {
    for (const [index, { query, resolve, reject }] of sent.entries()) {
      const reply = replies[index]
      if (reply === undefined) continue
      const name = typeof query === 'string' ? query : nameOf(query)
      if (reply.kind === 'value') {
        const rows = Array.isArray(reply.value) ? reply.value.length : 0
        trace.add(`  ${name}: ${rows}`)
        if (rows > 0 && /^(insert into|update) desk_lease/.test(name)) desk = session.owner
        resolve(reply.value)
      } else {
        trace.add(`  ${name}: failed, ${String((reply.value as { code?: unknown }).code)}`)
        reject(reply.value)
      }
    }
  }

  /** Lets every statement on that waited for a lock and has it now, in the order they began to wait. */
  const goOn = async (): Promise<void> => {
    const waiting = [...sessions].sort((a, b) => (a.blocked?.since ?? 0) - (b.blocked?.since ?? 0))
    for (const session of waiting) {
      const { blocked } = session
      if (blocked === undefined) continue
      wire.resume(session.connection)
      const arrived = await arrival(wire, session.connection, blocked.reply, true)
      if (arrived === undefined) continue
      session.blocked = undefined
      deliver(session, blocked.sent, arrived.value)
      // What follows from it follows now: a reply that is here already must not overtake one that is still coming.
      await settle()
      if (session.queue.length > 0) schedule(session)
    }
  }

  /** What still waits for a lock is canceled, and nobody gets its result. */
  const giveUp = async (session: OpenSession): Promise<void> => {
    if (session.blocked === undefined) return
    wire.resume(session.connection)
    await wire.cancel(session.connection)
    await session.blocked.reply
    session.blocked = undefined
  }

  const rollBack = async (session: OpenSession): Promise<void> => {
    await giveUp(session)
    if (session.isTransaction && session.isBegun) await session.connection.sql.unsafe('rollback')
    await goOn()
  }

  const lose = async (session: OpenSession, sent: readonly Sent[], error: Error): Promise<void> => {
    await rollBack(session)
    session.isOver = true
    trace.add('  connection lost')
    for (const one of [...sent, ...session.queue.splice(0)]) one.reject(error)
    session.lost(error)
  }

  const send = async (session: OpenSession, sent: readonly Sent[]): Promise<void> => {
    const begin =
      session.isTransaction && !session.isBegun ? [session.connection.sql.unsafe(session.begin).execute()] : []
    session.isBegun = true
    session.heldLease ||= sent.some(({ query }) => typeof query !== 'string' && holdsLease(query))
    session.wroteJournal ||= sent.some(({ query }) => typeof query !== 'string' && writesJournal(query))
    const reply = Promise.all([...begin, ...sent.map((one) => real(session, one))]).then(
      (all) => all.slice(begin.length) as Reply[],
    )
    const hasOthers = [...sessions].some((one) => one !== session && (one.isBegun || one.blocked !== undefined))
    const arrived = await arrival(wire, session.connection, reply, hasOthers)
    if (arrived === undefined) {
      trace.add('  waits for a lock')
      waits += 1
      session.blocked = { reply, sent, since: waits }
      return
    }
    if (!session.isTransaction && sent.some(({ query }) => typeof query !== 'string' && !isRead(query)))
      await committed(false)
    deliver(session, sent, arrived.value)
    await settle()
    await goOn()
  }

  const flush = async (session: OpenSession): Promise<void> => {
    session.isScheduled = false
    if (session.isOver || session.blocked !== undefined) return
    const sent = session.queue.splice(0)
    const targets = sent.flatMap(({ query }, index) => (typeof query === 'string' ? [] : [index]))
    if (targets.length > 0 && faults.strikes('connection-lost-in-statement')) {
      await lose(session, sent, lostError())
      return
    }
    const state = targets.length > 0 ? faults.sqlState() : undefined
    if (state === '08006') {
      await lose(session, sent, stateError(state))
      return
    }
    if (session.isAborted) {
      const back = sent.findIndex(({ query }) => typeof query === 'string' && query.startsWith('rollback'))
      const refused = back < 0 ? sent : sent.slice(0, back)
      for (const one of refused) one.reject(stateError('25P02'))
      if (back < 0) return
      session.isAborted = false
      await send(session, sent.slice(back))
      return
    }
    const cut = state === undefined ? sent.length : (targets[integerBetween(rng, 0, targets.length - 1)] ?? 0)
    const [whole, rest] = [sent.slice(0, cut), sent.slice(cut)]
    if (whole.length > 0) await send(session, whole)
    if (state === undefined) return
    if (session.blocked !== undefined) {
      // PostgreSQL answers in order: while what was sent before waits for a lock, nothing behind it can fail.
      session.queue.unshift(...rest)
      return
    }
    session.isAborted = session.isTransaction
    trace.add(`  injected ${state}`)
    for (const [index, one] of rest.entries()) one.reject(stateError(index === 0 ? state : '25P02'))
  }

  const schedule = (session: OpenSession): void => {
    if (session.isScheduled || session.isOver || session.blocked !== undefined) return
    session.isScheduled = true
    scheduler.add('sql', session.owner, () => flush(session))
  }

  const ask = (session: OpenSession, query: SimulatedQuery | string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (session.isOver) {
        reject(lostError())
        return
      }
      session.queue.push({ query, resolve, reject })
      schedule(session)
    })

  const commit = async (session: OpenSession, resolve: () => void, reject: (error: Error) => void): Promise<void> => {
    if (session.isOver) {
      reject(lostError())
      return
    }
    const refuse = async (error: Error): Promise<void> => {
      await rollBack(session)
      reject(error)
    }
    if (faults.strikes('connection-lost-before-commit')) return await refuse(lostError())
    if (faults.strikes('sqlstate-at-commit'))
      return await refuse(stateError(integerBetween(rng, 0, 1) ? '53100' : '40001'))
    if (session.isBegun) await session.connection.sql.unsafe(losesCommit?.() === true ? 'rollback' : 'commit')
    if (session.heldLease && session.wroteJournal && desk !== undefined && desk !== session.owner)
      twoDesks(session.owner, desk)
    await committed(session.wroteJournal)
    await goOn()
    if (faults.strikes('reply-lost-after-commit')) reject(lostError())
    else resolve()
  }

  const alone = async (pool: Pool, query: SimulatedQuery): Promise<unknown> => {
    const session = open(pool, await acquire(pool), false)
    try {
      const value = await ask(session, query)
      if (!isRead(query) && faults.strikes('reply-lost-after-commit')) throw lostError()
      return value
    } finally {
      release(pool, session)
    }
  }

  const begin = async (pool: Pool, how: string, work: (tx: unknown) => unknown): Promise<unknown> => {
    const session = open(pool, await acquire(pool), true, `begin ${how}`)
    const handed: Session = {
      ask: (query) => ask(session, query),
      helper: session.connection.sql,
    }
    try {
      return await Promise.race([
        createScope(handed, work, {
          commit: () =>
            new Promise<void>((resolve, reject) => {
              scheduler.add('commit', pool.owner, () => commit(session, resolve, reject))
            }),
          rollBack: () =>
            new Promise<void>((resolve) => {
              if (session.isOver) {
                resolve()
                return
              }
              scheduler.add('rollback', pool.owner, async () => {
                if (!session.isOver) await rollBack(session)
                resolve()
              })
            }),
        }),
        new Promise((_, reject) => {
          session.lost = reject
        }),
      ])
    } finally {
      release(pool, session)
    }
  }

  return {
    pool: (owner, connectionsMax) => {
      const pool: Pool = { owner, free: wire.free.splice(0, connectionsMax), waiters: [] }
      const [first] = pool.free
      if (first === undefined) throw new Error('no connection left for another process')
      pools.push(pool)
      const call = (strings: unknown, ...args: readonly unknown[]): unknown =>
        isTemplate(strings)
          ? new SimulatedQuery(strings, args, (query) => alone(pool, query))
          : (first.sql as unknown as (...given: readonly unknown[]) => unknown)(strings, ...args)
      return Object.assign(call, {
        begin: (...given: readonly unknown[]) =>
          begin(pool, typeof given[0] === 'string' ? given[0] : '', given.at(-1) as (tx: unknown) => unknown),
        end: async () => undefined,
      }) as unknown as Sql
    },
    crash: async (owner) => {
      for (const session of [...sessions].filter((one) => one.owner === owner)) {
        await giveUp(session)
        session.isOver = true
        sessions.delete(session)
        if (session.isTransaction && session.isBegun) await session.connection.sql.unsafe('rollback')
        wire.free.push(session.connection)
      }
      for (const pool of pools.filter((one) => one.owner === owner)) wire.free.push(...pool.free.splice(0))
      wire.free.sort((a, b) => a.backend - b.backend)
      await goOn()
    },
    waiting: () => [...sessions].filter(({ blocked }) => blocked !== undefined).length,
    realFailures: () => failures,
  }
}

function isTemplate(strings: unknown): strings is TemplateStringsArray {
  return Array.isArray(strings) && 'raw' in strings
}

function writesJournal({ strings }: SimulatedQuery): boolean {
  return /journal_append/.test(strings[0] ?? '')
}

function holdsLease({ strings }: SimulatedQuery): boolean {
  return /from desk_lease/.test(strings[0] ?? '')
}

function isRead({ strings }: SimulatedQuery): boolean {
  return /^\s*select/i.test(strings[0] ?? '')
}
