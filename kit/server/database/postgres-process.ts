import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Log } from '../room.ts'
import type { ServerUser } from './postgres-program.ts'

/** A PostgreSQL that is there until it is stopped: when its process is killed, it is started again. */
interface PostgresProcess {
  /** Whether there is no process now, because it ended by itself and was not started again (yet). */
  readonly hasEnded: () => boolean
  /** Its number now; undefined while there is no process. */
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
 * How long it waits before it starts the process again: twice as long each time, because what ended at once will most
 * likely end again. Never is not an answer: the disk may have room again, and nobody else would start it.
 */
const restartFirstMs = 100
const restartMostMs = 5000
/** A process that ran this long was well; the next end is a new trouble. */
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
