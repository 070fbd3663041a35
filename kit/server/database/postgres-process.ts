import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Log } from '../room.ts'
import type { ServerUser } from './postgres-program.ts'

/** A PostgreSQL process that is restarted whenever it ends by itself. */
interface PostgresProcess {
  /** Whether the process ended by itself and is not restarted yet. */
  readonly hasEnded: () => boolean
  /** Its current pid; undefined while there is no process. */
  readonly pid: () => number | undefined
  readonly stop: () => Promise<void>
}

interface PostgresProcessOptions {
  readonly program: string
  readonly args: readonly string[]
  readonly user: ServerUser | undefined
  readonly logPath: string
  readonly log: Log | undefined
}

const stopTimeoutMs = 30_000
/**
 * The wait before a restart. It doubles each time, because a process that ended at once will probably end again. It
 * never gives up: the disk may have space again, and nobody else would start it.
 */
const restartFirstMs = 100
const restartMostMs = 5000
/** A process that ran this long was healthy; its end starts a new series of waits. */
const steadyAfterMs = 10_000

/** Starts the process, and starts it again whenever it ends by itself. */
export function runPostgres(options: PostgresProcessOptions): PostgresProcess {
  const { log } = options
  let stopping = false
  let waitMs = restartFirstMs
  let restart: NodeJS.Timeout | undefined
  let current: { readonly child: ChildProcess; readonly end: Promise<string> } | undefined

  const launch = (): void => {
    const child = spawnPostgres(options)
    const end = new Promise<string>((resolve) => {
      child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`))
      child.once('error', (error) => resolve(error.message))
    })
    current = { child, end }
    const steady = setTimeout(() => {
      waitMs = restartFirstMs
    }, steadyAfterMs)
    steady.unref()
    end.then((how) => {
      clearTimeout(steady)
      current = undefined
      if (stopping) return
      log?.error({ how, waitMs }, 'PostgreSQL ended by itself and is started again')
      restart = setTimeout(launch, waitMs)
      waitMs = Math.min(2 * waitMs, restartMostMs)
    })
  }

  launch()
  return {
    hasEnded: () => current === undefined,
    pid: () => current?.child.pid,
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
  // In its own process group: Ctrl-C reaches the terminal's whole group, and the database must outlive our last
  // transaction. It logs to a file, so that it never blocks on our pipe.
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
