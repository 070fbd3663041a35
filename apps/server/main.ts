import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readConfig, StartRefused } from './config.ts'
import { createLog } from './log.ts'
import { type RunningServer, startServer } from './start-server.ts'

/** Exit codes: refused to start (nothing was changed), or failed. */
const exitRefused = 2
const exitFailed = 1
// Ends a stop that hangs: committed data is safe, and the next start cleans up.
const stopTimeoutMs = 20_000
// Node can wait for ever for a function that is being compiled beside it when it exits (nodejs/node 54918): what is under way
// ends in this time.
const quietMs = 100

const root = fileURLToPath(new URL('../../', import.meta.url))
const asJson = process.argv.includes('--json')
const progress = (line: string): void => {
  process.stderr.write(`${line}\n`)
}

/** The closing block: where everything is, and who can sign in. */
function printBlock({ url, consoleUrl, demo }: RunningServer): void {
  const customers = demo.customers.map(({ customerId: _, ...person }) => person)
  if (asJson) {
    const { operator, operators } = demo
    process.stdout.write(`${JSON.stringify({ url, console: consoleUrl, customers, operator, operators })}\n`)
    return
  }
  const width = Math.max(0, ...customers.map(({ account }) => account.length))
  const logins = customers.map(
    ({ account, password, tradePassword, withdrawalPassword = '' }) =>
      `    ${account.padEnd(width)}   password ${password}   trade password ${tradePassword}   withdrawals ${withdrawalPassword}`,
  )
  const staff = demo.operators.map(
    ({ account, password, totpSecret }) =>
      `    ${account.padEnd(width)}   password ${password}   authenticator ${totpSecret}`,
  )
  const lines = [
    '',
    `  Customer app    ${url}`,
    `  Console         ${consoleUrl}`,
    '  Demo customers',
    ...logins,
    '  Demo staff (npm run console:code prints the codes of their authenticators)',
    ...staff,
  ]
  process.stdout.write(
    [...lines, '', '  Practice market: nothing here is worth money. Ctrl-C stops it.', '', ''].join('\n'),
  )
}

/** Ends the process a moment later, when it has nothing under way. */
async function exit(code: number): Promise<never> {
  await sleep(quietMs)
  process.exit(code)
}

/** Stops once, however often it is asked: terminals, npm and service managers all repeat themselves. */
function stopOnSignals(server: RunningServer): void {
  let stopping = false
  const stop = (): void => {
    if (stopping) return
    stopping = true
    progress('Stopping …')
    setTimeout(() => process.exit(exitFailed), stopTimeoutMs).unref()
    server.stop().then(
      () => exit(0),
      async (error: unknown) => {
        progress(`Did not stop cleanly: ${error instanceof Error ? error.message : 'unknown'}`)
        await exit(exitFailed)
      },
    )
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
}

// Stores Node's compile cache beside the packages: it halves the time of the next start.
enableCompileCache(join(root, 'node_modules/.cache/bolsillo'))

async function main(): Promise<void> {
  // A signal while starting stops right after: nothing half-made stays behind.
  let asked = false
  const note = (): void => {
    asked = true
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, note)
  try {
    const config = readConfig(process.env, root)
    const server = await startServer(config, createLog(config.logLevel), progress)
    stopOnSignals(server)
    if (asked) process.kill(process.pid, 'SIGTERM')
    else printBlock(server)
    // Node writes the cache only when a process exits by itself; a killed one would never write it.
    flushCompileCache()
  } catch (error) {
    const isRefusal = error instanceof StartRefused
    progress(
      isRefusal
        ? error.message
        : `Could not start: ${error instanceof Error ? (error.stack ?? error.message) : 'unknown'}`,
    )
    await exit(isRefusal ? exitRefused : exitFailed)
  }
}

await main()
