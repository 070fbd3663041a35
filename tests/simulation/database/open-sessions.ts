import type { Faults } from '../faults.ts'
import type { Owner, Scheduler } from '../server/scheduler.ts'
import type { Alter, SimulatedQuery } from './simulated-query.ts'
import type { Connection, Wire } from './wire.ts'

/** What a simulated database is made of. */
export interface Outside {
  readonly wire: Wire
  readonly scheduler: Scheduler
  readonly faults: Faults
  readonly committed: (wroteJournal: boolean) => Promise<void>
  readonly alter: Alter | undefined
  readonly losesCommit: (() => boolean) | undefined
  /** A batch of a desk was committed although another process has the shard. */
  readonly twoDesks: (late: Owner, desk: Owner) => void
}

/** What all sessions of a simulated database share. */
export interface Inside extends Outside {
  readonly rng: Scheduler['rng']
  readonly trace: Scheduler['trace']
  readonly pools: Pool[]
  readonly sessions: Set<OpenSession>
  readonly failures: string[]
  /** How many statements began to wait for a lock. */
  waits: number
  /** Who has the shard. */
  desk: Owner | undefined
}

export interface Reply {
  readonly kind: 'value' | 'failure'
  readonly value: unknown
}

export interface Sent {
  readonly query: SimulatedQuery | string
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

export interface OpenSession {
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

export interface Pool {
  readonly owner: Owner
  readonly free: Connection[]
  readonly waiters: ((connection: Connection) => void)[]
}

export function acquire(pool: Pool): Promise<Connection> {
  const connection = pool.free.shift()
  return connection === undefined ? new Promise((resolve) => pool.waiters.push(resolve)) : Promise.resolve(connection)
}

export function release(inside: Inside, pool: Pool, session: OpenSession): void {
  const { sessions } = inside
  session.isOver = true
  sessions.delete(session)
  const waiter = pool.waiters.shift()
  if (waiter === undefined) pool.free.push(session.connection)
  else waiter(session.connection)
}

export function openSession(
  inside: Inside,
  pool: Pool,
  connection: Connection,
  isTransaction: boolean,
  begin = '',
): OpenSession {
  const { sessions } = inside
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
