import { type DatabaseAddress, connect as open, PostgresError, type Sql } from '@bolsillo/server-kit'

/** A real connection, used for one thing at a time. */
export interface Connection {
  readonly sql: Sql
  /** Its process at PostgreSQL. */
  readonly backend: number
}

/** The real connections of a simulation: what the simulated pools are made of, and one that watches the locks. */
export interface Wire {
  readonly free: Connection[]
  readonly isBlocked: (connection: Connection) => Promise<boolean>
  /** Stops the process behind a connection where it waits, or lets it go on. */
  readonly hold: (connection: Connection) => void
  readonly resume: (connection: Connection) => void
  readonly cancel: (connection: Connection) => Promise<void>
  readonly close: () => Promise<void>
}

const lookEveryMs = 2
/**
 * How long something may take is a matter of the machine, which the seed knows nothing of: on a busy one a transaction
 * waits for its turn longer than the product's connections allow, and PostgreSQL would end it.
 */
const patient = ['idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout']

/** Opens so many connections for the rooms, and one for ourselves. */
export async function openWire(app: DatabaseAddress, owner: DatabaseAddress, count: number): Promise<Wire> {
  const watcher = open(owner, { connectionsMax: 1, name: 'simulation locks' })
  const free: Connection[] = []
  for (let number = 0; number < count; number += 1) {
    const sql = open(app, { connectionsMax: 1, name: `simulation ${number}` })
    for (const name of patient) await sql.unsafe(`set ${name} = '10min'`)
    const [row] = await sql<{ backend: number }[]>`select pg_backend_pid() as backend`
    free.push({ sql, backend: row?.backend ?? 0 })
  }
  const all = [...free]
  return {
    free,
    isBlocked: async ({ backend }) => {
      const [row] = await watcher<{ is: boolean }[]>`select cardinality(pg_blocking_pids(${backend})) > 0 as is`
      return row?.is === true
    },
    hold: ({ backend }) => process.kill(backend, 'SIGSTOP'),
    resume: ({ backend }) => process.kill(backend, 'SIGCONT'),
    cancel: async ({ backend }) => {
      await watcher`select pg_cancel_backend(${backend})`
    },
    close: async () => {
      for (const { sql } of all) await sql.end({ timeout: 5 })
      await watcher.end({ timeout: 5 })
    },
  }
}

/**
 * The outcome of something sent: its value, or undefined while the database waits for a lock of somebody else's.
 * `mayWait`: somebody else has a transaction open; where nobody has, nobody looks.
 */
export async function arrival<T>(
  wire: Wire,
  connection: Connection,
  reply: Promise<T>,
  mayWait: boolean,
): Promise<{ readonly value: T } | undefined> {
  if (!mayWait) return { value: await reply }
  const arrived: { value?: { readonly value: T } } = {}
  const noted = reply.then((value) => {
    arrived.value = { value }
  })
  for (;;) {
    let look: NodeJS.Timeout | undefined
    await Promise.race([
      noted,
      new Promise((resolve) => {
        look = setTimeout(resolve, lookEveryMs)
      }),
    ])
    clearTimeout(look)
    if (arrived.value !== undefined) return arrived.value
    // Nothing else runs meanwhile: a statement that waits for a lock now goes on waiting until somebody else is let on.
    if (await wire.isBlocked(connection)) {
      // Of several that wait for one row, which is next would be a race among processes: they go on one by one, by us.
      wire.hold(connection)
      return undefined
    }
  }
}

/** An error as PostgreSQL sends it. */
export function stateError(code: string): Error {
  const Failure = PostgresError as unknown as new (fields: object) => Error
  return new Failure({ severity: 'ERROR', code, message: `injected ${code}` })
}

/** An error as the driver makes it when a connection is gone. */
export function lostError(): Error {
  return Object.assign(new Error('write CONNECTION_CLOSED simulated'), { code: 'CONNECTION_CLOSED' })
}
