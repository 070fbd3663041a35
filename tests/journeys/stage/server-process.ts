import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { madeInstallation, newDataFolder } from './made-installation.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const node = join(root, 'node_modules/.bin/node')
const readyWithinMs = 180_000

/** Somebody of the staff, with the secret of their authenticator app. */
export interface Operator {
  readonly account: string
  readonly password: string
  readonly totpSecret: string
}

/** What `npm start -- --json` prints. */
export interface StartBlock {
  readonly url: string
  readonly console: string
  readonly customers: ReadonlyArray<{
    readonly account: string
    readonly password: string
    readonly tradePassword: string
    readonly withdrawalPassword: string
  }>
  readonly operators: readonly Operator[]
}

/** A whole Bolsillo of a test's own: its process, its data folder, its clock. */
export interface RunningServer {
  readonly block: StartBlock
  readonly dataFolder: string
  /** The server's time, epoch milliseconds. */
  readonly now: () => Promise<number>
  /** Moves the server's clock; only servers started by tests have this. */
  readonly advanceClockMs: (ms: number) => Promise<void>
  /** What `npm run ledger:verify` says of the data, while it runs or after. @throws Error when something does not follow. */
  readonly verifyLedger: () => Promise<string>
  /** What the independent checker says of the books: `npm run check:books`. @throws Error when it finds something. */
  readonly checkBooks: () => Promise<string>
  /** Stops the process and waits for it; the data folder stays, so that it can be started again. */
  readonly stop: () => Promise<number | null>
  /** Stops and removes everything. */
  readonly destroy: () => Promise<void>
}

/** A port nothing listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}

/** The first JSON object a process prints, or an error with what it said instead. */
function firstBlock(child: ChildProcess): Promise<StartBlock> {
  return new Promise((resolve, reject) => {
    let printed = ''
    let said = ''
    const timer = setTimeout(() => reject(new Error(`not ready after ${readyWithinMs} ms:\n${said}`)), readyWithinMs)
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-8000)
    })
    child.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
      if (!printed.trimEnd().endsWith('}')) return
      clearTimeout(timer)
      resolve(JSON.parse(printed) as StartBlock)
    })
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the server ended with code ${code}:\n${said}`))
    })
  })
}

/** Runs `npm run ledger:verify`'s script on a data folder. @throws Error with its line unless it ends with code 0. */
export function verifyLedger(dataFolder: string): Promise<string> {
  return runTool('tools/ledger-verify.ts', dataFolder)
}

/** Runs a tool of the repository on a data folder. */
function runTool(script: string, dataFolder: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const environment = { ...process.env, DATA_DIR: dataFolder, DATABASE_URL: '' }
    execFile(node, [script], { cwd: root, env: environment }, (error, printed, said) => {
      if (error === null) resolve(printed)
      else reject(new Error(`${script} ended with code ${error.code}: ${printed}${said}`))
    })
  })
}

/** Runs the server until it ends by itself, which is what a refused start does: its code and what it said. */
export function refusedStart(
  environment: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly said: string; readonly printed: string }> {
  return new Promise((resolve) => {
    const child = spawn(node, ['apps/server/main.ts', '--json'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    })
    let said = ''
    let printed = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
    child.once('close', (code) => resolve({ code, said, printed }))
  })
}

/** A data folder of a server's own: with defaults one of the installation this run has made. */
async function folderFor(environment: Readonly<Record<string, string>>): Promise<string> {
  if (environment.DATA_DIR !== undefined) return environment.DATA_DIR
  // Another market or scenario has another history.
  if (Object.keys(environment).length > 0) return newDataFolder()
  return await madeInstallation(async (folder) => {
    const first = await startServer({ DATA_DIR: folder })
    await first.stop()
  })
}

/**
 * Starts the server as `npm start -- --json` does, on a free port.
 * @param environment what differs from the defaults; `DATA_DIR` is a folder of its own unless given.
 */
export async function startServer(environment: Readonly<Record<string, string>> = {}): Promise<RunningServer> {
  const dataFolder = await folderFor(environment)
  const [port, consolePort] = [await freePort(), await freePort()]
  const child = spawn(node, ['apps/server/main.ts', '--json'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      CONSOLE_PORT: String(consolePort),
      LOG_LEVEL: 'warn',
      TEST_CLOCK: '1',
      // All browsers of a journey are one address.
      CONNECTIONS_MAX: '1024',
      ...environment,
      DATA_DIR: dataFolder,
    },
  })
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const block = await firstBlock(child)
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM')
    return ended
  }
  const moveClock = async (advanceMs: number): Promise<number> => {
    const answer = await fetch(`${block.url}/test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs }),
    })
    if (!answer.ok) throw new Error(`the test clock answered ${answer.status}: ${await answer.text()}`)
    const { now } = (await answer.json()) as { now: number }
    return now
  }
  return {
    block,
    dataFolder,
    now: () => moveClock(0),
    advanceClockMs: async (ms) => {
      await moveClock(ms)
    },
    verifyLedger: () => verifyLedger(dataFolder),
    checkBooks: () => runTool('tools/check-books.ts', dataFolder),
    stop,
    destroy: async () => {
      await stop()
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}
