import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const readyWithinMs = 60_000
const stopWithinMs = 20_000
const pollMs = 20

/** What `npm start -- --json` prints. */
export interface StartBlock {
  readonly url: string
  readonly console: string
  readonly customers: readonly { readonly account: string; readonly password: string; readonly tradePassword: string }[]
  readonly operator: { readonly account: string; readonly password: string }
  readonly operators: readonly {
    readonly account: string
    readonly password: string
    readonly totpSecret: string
  }[]
}

/** A process of the server, started by a test. */
export interface ServerProcess {
  readonly child: ChildProcess
  /** Standard output so far, and standard error. */
  readonly out: () => string
  readonly said: () => string
  /** The exit code, once it ended. */
  readonly ended: Promise<number | null>
  /** The closing block. @throws Error with the server's output when it does not come. */
  readonly block: () => Promise<StartBlock>
  readonly stop: () => Promise<number | null>
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

/** Starts `apps/server/main.ts --json` on any free port, with nothing of our own environment but Node's options and what is given. */
export function startServerProcess(environment: Readonly<Record<string, string>>): ServerProcess {
  const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} ${environment.NODE_OPTIONS ?? ''}`
  const child = spawn(join(root, 'node_modules/.bin/node'), ['apps/server/main.ts', '--json'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      CONSOLE_PORT: '0',
      LOG_LEVEL: 'warn',
      // All that a test or a measurement does comes from one address.
      CONNECTIONS_MAX: '8192',
      ...environment,
      NODE_OPTIONS: nodeOptions,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, said] = ['', '']
  child.stdout?.on('data', (chunk: Buffer) => {
    out += chunk.toString()
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return {
    child,
    out: () => out,
    said: () => said,
    ended,
    block: async () => {
      for (let waitedMs = 0; waitedMs < readyWithinMs && isRunning(child); waitedMs += pollMs) {
        if (out.endsWith('}\n')) return JSON.parse(out) as StartBlock
        await sleep(pollMs)
      }
      throw new Error(`the server is not ready: ${said}`)
    },
    stop: async () => {
      child.kill('SIGTERM')
      for (let waitedMs = 0; waitedMs < stopWithinMs && isRunning(child); waitedMs += pollMs) await sleep(pollMs)
      if (isRunning(child)) child.kill('SIGKILL')
      return await ended
    },
  }
}

/** A new folder for a server's data. Temporary folders are closed to others, and run by root the database has a user of its own. */
export function newDataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bolsillo-server-'))
  chmodSync(folder, 0o755)
  return folder
}

/** Removes a data folder, and the database it may link to. */
export function removeDataFolder(folder: string): void {
  const cluster = join(folder, 'postgres')
  if (existsSync(cluster)) rmSync(realpathSync(cluster), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}
