import { setTimeout as sleep } from 'node:timers/promises'
import type { Log, Sql } from '../room.ts'
import { PostgresError } from './driver.ts'

/**
 * Knows whether PostgreSQL accepts connections, so that requests that need it are rejected at once instead of
 * waiting.
 */
export interface OutageWatch {
  readonly isDown: () => boolean
  /** Called when a connection was lost: checks whether PostgreSQL is down. */
  readonly suspect: () => void
  readonly stop: () => Promise<void>
}

const lookEveryMs = 50

/** Probes through its own pool of one connection, and only while an outage is suspected. */
export function watchOutages(sql: Sql, log: Log): OutageWatch {
  let isDown = false
  let isStopped = false
  let looking: Promise<void> | undefined

  const look = async (): Promise<void> => {
    while (!isStopped) {
      try {
        await sql`select 1`
        if (isDown) log.info({}, 'PostgreSQL takes connections again')
        isDown = false
        return
      } catch (error) {
        if (!isDown) log.error({ error }, 'PostgreSQL takes no connections: whoever needs it is turned away')
        isDown = true
      }
      await sleep(lookEveryMs)
    }
  }
  return {
    isDown: () => isDown,
    suspect: () => {
      if (isStopped) return
      looking ??= look().finally(() => {
        looking = undefined
      })
    },
    stop: async () => {
      isStopped = true
      await sql.end({ timeout: 1 })
      await looking
    },
  }
}

const lostCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
])
// Terminated by an administrator or a crash, not started yet, and all connection exceptions.
const lostStates = /^(?:57P0[123]|08...)$/

/**
 * Whether an error means that PostgreSQL was unreachable. The outcome is still unknown: a COMMIT that was sent may
 * have been executed.
 */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return false
  return error instanceof PostgresError ? lostStates.test(error.code) : lostCodes.has(error.code)
}
