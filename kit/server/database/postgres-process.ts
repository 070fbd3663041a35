import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Log } from '../room.ts'
import type { ServerUser } from './postgres-program.ts'

/** A PostgreSQL that is there until it is stopped: when its process is killed, it is started again. */
export interface PostgresProcess {
  /** Whether there is no process now, because it ended by itself and was not started again (yet). */
  readonly hasEnded: () => boolean
  readonly stop: () => Promise<void>
}

export interface PostgresProcessOptions {
  readonly program: string
  readonly args: readonly string[]
  readonly user: ServerUser | undefined
  readonly logPath: string
  readonly log: Log | undefined
}

const stopTimeoutMs = 30_000
// A killed postmaster's children need a moment to notice; until then a new one refuses their shared memory.
const restartAfterMs = 300
const restartsMax = 20
const restartsForgottenAfterMs = 600_000

/** Starts the process. It is started again when it ends by itself, unless it keeps doing so. */
export function runPostgres(options: PostgresProcessOptions): PostgresProcess {
  const { log } = options
  let stopping = false
  let restarts = 0
  let restart: NodeJS.Timeout | undefined
  let current: { readonly child: ChildProcess; readonly end: Promise<void> } | undefined

  const launch = (): void => {
    const child = spawnPostgres(options)
    const end = new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.once('error', () => resolve())
    })
    current = { child, end }
    const forget = setTimeout(() => {
      restarts = 0
    }, restartsForgottenAfterMs)
    forget.unref()
    end.then(() => {
      clearTimeout(forget)
      current = undefined
      if (stopping) return
      restarts += 1
      const isHopeless = restarts > restartsMax
      log?.error(
        { restarts },
        isHopeless ? 'PostgreSQL keeps ending' : 'PostgreSQL ended by itself and is started again',
      )
      if (!isHopeless) restart = setTimeout(launch, restartAfterMs)
    })
  }

  launch()
  return {
    hasEnded: () => current === undefined,
    stop: async () => {
      stopping = true
      clearTimeout(restart)
      if (current === undefined) return
      const { child, end } = current
      child.kill('SIGINT')
      const impatient = setTimeout(() => child.kill('SIGQUIT'), stopTimeoutMs)
      await end
      clearTimeout(impatient)
    },
  }
}

function spawnPostgres({ program, args, user, logPath }: PostgresProcessOptions): ChildProcess {
  const logFile = openSync(logPath, 'a', 0o600)
  // A process group of its own: Ctrl-C reaches the whole group of a terminal, and the database must outlive our last
  // transaction. Its log is a file, so that it never waits for a pipe of ours.
  const child = spawn(program, args, {
    ...user,
    cwd: '/',
    detached: true,
    stdio: ['ignore', logFile, logFile],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  closeSync(logFile)
  child.unref()
  return child
}
