import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// `npm run dev`: the server, which starts again whenever one of its files changes, and both web apps with hot reload.
// The web apps proxy their calls to the server, so everything works as in production.

const root = fileURLToPath(new URL('..', import.meta.url))
const port = process.env.PORT ?? '8080'
const consolePort = process.env.CONSOLE_PORT ?? String(Number(port) + 1)
const server = `http://127.0.0.1:${port}`
const consoleServer = `http://127.0.0.1:${consolePort}`
const ports = { PORT: port, CONSOLE_PORT: consolePort }
const env = { ...process.env, ...ports, BOLSILLO_SERVER: server, BOLSILLO_CONSOLE: consoleServer }
const vite = join(root, 'node_modules/vite/bin/vite.js')

const children: ChildProcess[] = []
let stopping = false

function run(args: readonly string[], folder: string): void {
  const child = spawn(process.execPath, args, { cwd: join(root, folder), env, stdio: ['ignore', 'inherit', 'inherit'] })
  children.push(child)
  child.once('exit', (code) => stop(code ?? 0))
}

/** When one process ends, the others are stopped too. */
function stop(code: number): void {
  if (!stopping) {
    stopping = true
    process.exitCode = code
    for (const child of children) child.kill('SIGTERM')
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))

process.stderr.write(`
  Customer app with hot reload   http://localhost:5173
  Console with hot reload        http://localhost:5174
  Server, restarts on change     ${server} and ${consoleServer}

`)
run(['--watch', '--watch-preserve-output', 'apps/server/main.ts'], '.')
run([vite, '--clearScreen', 'false', '--logLevel', 'warn'], 'apps/web')
run([vite, '--clearScreen', 'false', '--logLevel', 'warn'], 'apps/console')
