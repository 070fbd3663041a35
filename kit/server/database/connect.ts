import { present } from '@bolsillo/kernel'
import type { Sql, Tx } from '../room.ts'
import { type Cause, withCause } from './cause-store.ts'
import { openPool, PostgresError } from './driver.ts'
import type { DatabaseAddress } from './embedded-server.ts'

export interface ConnectOptions {
  readonly connectionsMax: number
  /** What `pg_stat_activity` shows. */
  readonly name: string
  /** The role to assume at once, for tools that log in as the owner and need only the server's rights. */
  readonly role?: string
  /** Called whenever a connection is lost. */
  readonly onLost?: () => void
  /**
   * Milliseconds without a byte from the database after which a connection that owes an answer is closed; ten times
   * as many for a statement with "takes long" in a comment. Omitted for migrations and verifiers.
   */
  readonly silentMaxMs?: number
}

/** Milliseconds a statement may wait for a lock before it fails, so that one stuck writer cannot stop all. */
const lockTimeoutMs = 3_000
const statementTimeoutMs = 30_000
/**
 * Milliseconds a transaction may be idle before PostgreSQL ends it: its client has vanished, and its locks block
 * others. No code of ours takes even a second between two statements.
 */
export const idleTransactionMs = 10_000
/** Seconds a connection may take to open. */
const openWithin = 3
/** Seconds of silence after which TCP keep-alive probes the other end. */
const keepAliveAfter = 30
/**
 * The `silentMaxMs` of a server's pools: longer than any lock wait, so that only a dead connection is silent for so
 * long.
 */
export const serverSilentMaxMs = 4_000
/**
 * Seconds a connection that was lost or refused waits before it is opened again. The driver's own delay grows to
 * twenty, and queries wait meanwhile. This many connections at this pace are no load for a server that is starting.
 */
const reopenAfter = 0.1

const int8 = {
  to: 20,
  from: [20],
  serialize: (value: bigint) => value.toString(),
  parse: (text: string) => BigInt(text),
}
const isoDate = { to: 1082, from: [1082], serialize: (value: string) => value, parse: (text: string) => text }

/** Opens a pool. int8 arrives as bigint, dates as text; nothing is ever a JavaScript Date. */
export function connect(
  address: DatabaseAddress,
  { connectionsMax, name, role, silentMaxMs, onLost }: ConnectOptions,
): Sql {
  const options = {
    host: address.host,
    port: address.port,
    database: address.database,
    username: address.user,
    password: address.password,
    max: connectionsMax,
    max_lifetime: null,
    connect_timeout: openWithin,
    keep_alive: keepAliveAfter,
    silence_timeout: silentMaxMs === undefined ? null : silentMaxMs / 1000,
    backoff: () => reopenAfter,
    onnotice: () => undefined,
    ...(onLost === undefined ? {} : { onclose: onLost }),
    connection: {
      application_name: name,
      TimeZone: 'UTC',
      lock_timeout: lockTimeoutMs,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: idleTransactionMs,
      tcp_keepalives_idle: keepAliveAfter,
      ...(role === undefined ? {} : { role }),
    },
    types: { bigint: int8, date: isoDate },
  }
  return openPool(options)
}

/** The address of another role or database of the same server. */
export function addressFor(
  address: DatabaseAddress,
  change: { readonly database?: string; readonly asApp?: boolean },
): DatabaseAddress {
  return {
    ...address,
    ...(change.database === undefined ? {} : { database: change.database }),
    ...(change.asApp === true ? present(address.runtime, 'the login of the running server') : {}),
  }
}

/** Reads a `postgres://user:password@host:port/database` address; undefined when it is none. */
export function readDatabaseUrl(text: string): DatabaseAddress | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  if (url.protocol !== 'postgres:' && url.protocol !== 'postgresql:') return undefined
  return {
    // A socket's folder is given as ?host=…, because a URL's host cannot hold slashes.
    host: url.searchParams.get('host') ?? (url.hostname === '' ? '127.0.0.1' : url.hostname),
    port: url.port === '' ? 5432 : Number(url.port),
    database: url.pathname.length > 1 ? decodeURIComponent(url.pathname.slice(1)) : 'postgres',
    user: url.username === '' ? 'postgres' : decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
  }
}

/** How often a transaction that lost a race (deadlock, serialization failure) is tried in all. */
const transactionTriesMax = 3
const lostRaceStates = new Set(['40001', '40P01'])

/**
 * Runs `work` in one transaction: committed when it resolves, rolled back when it throws. It ends once: all
 * statements sent before are answered first, and later ones are refused (`driver.ts`). A transaction that the
 * database aborted because of a deadlock is run again, so `work` must have no effect outside `tx`. `cause`: the name
 * of a background process without an audit record (decision 70).
 */
export async function transaction<T>(sql: Sql, work: (tx: Tx) => Promise<T>, cause?: Cause): Promise<T> {
  const caused = (tx: Tx): Promise<T> => (cause === undefined ? work(tx) : withCause(tx, cause, () => work(tx)))
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await sql.begin(caused)) as T
    } catch (error) {
      const lostRace = error instanceof PostgresError && lostRaceStates.has(error.code)
      if (!lostRace || attempt === transactionTriesMax) throw error
    }
  }
}
