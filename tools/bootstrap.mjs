// The first file that runs: plain JavaScript, because whatever Node ≥ 20 is there runs it. It installs what is
// missing, then starts the pinned Node, which runs the TypeScript sources directly. Progress goes to standard error.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const marker = join(root, 'node_modules/.bolsillo-installed')
const pinnedNode = join(root, 'node_modules/.bin/node')

/** Each verb of package.json: the script it runs, and whether the web apps must be built first. */
const verbs = {
  start: { script: 'apps/server/main.ts', builds: true },
  dev: { script: 'tools/dev.ts', builds: false },
  reset: { script: 'tools/reset.ts', builds: false },
  test: { script: 'tools/run-tests.ts', builds: false },
  bench: { script: 'bench/run.ts', builds: false },
  'ledger:verify': { script: 'tools/ledger-verify.ts', builds: false },
  backup: { script: 'tools/backup/backup.ts', builds: false },
  restore: { script: 'tools/backup/restore.ts', builds: false },
  rebuild: { script: 'tools/rebuild.ts', builds: false },
  reliability: { script: 'tools/reliability.ts', builds: false },
  'check:books': { script: 'tools/check-books.ts', builds: false },
  'build:check': { script: 'tools/web-build/check-build.ts', builds: false },
  'allotment:replay': { script: 'tools/offerings/allotment-replay.ts', builds: false },
  'votes:count': { script: 'tools/votes/count-vote.ts', builds: false },
  sim: { script: 'tests/simulation/simulate.ts', builds: false },
  'sim:long': { script: 'tests/simulation/long.ts', builds: false },
  models: { script: 'tests/models/one.ts', builds: false },
  chaos: { script: 'tests/faults/kill/chaos.ts', builds: false },
  lighthouse: { script: 'tools/lighthouse.ts', builds: true },
  figures: { script: 'tests/journeys/figures/long.ts', builds: true },
  pictures: { script: 'tools/pictures.ts', builds: true },
  'console:invite': { script: 'tools/console-invite.ts', builds: false },
  'console:code': { script: 'tools/console-code.ts', builds: false },
  spec: { script: 'tools/spec/print-spec.ts', builds: false },
  where: { script: 'tools/where.ts', builds: false },
  'new-module': { script: 'tools/new-module.ts', builds: false },
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`)
}

/** @param {string} line @param {number} [code] @returns {never} */
function stop(line, code = 2) {
  say(line)
  process.exit(code)
}

/** Changes whenever what must be installed does: the lock file, every manifest it covers, and the machine. */
function installedState() {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`)
  for (const file of ['package.json', 'package-lock.json']) hash.update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function install() {
  const state = installedState()
  if (existsSync(pinnedNode) && existsSync(marker) && readFileSync(marker, 'utf8') === state) return
  say('Installing dependencies (once, about a minute) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Development dependencies too: the web apps are built here. Our own scripts must not see npm's idea of production.
  const env = { ...process.env, NODE_ENV: '', npm_config_loglevel: 'error' }
  const done = spawnSync(npm, ['ci', '--include=dev', '--include=optional', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env,
  })
  if (done.status !== 0)
    stop('npm ci failed: its own words are above. Check the network and the disk, then run this again.', 1)
  if (!existsSync(pinnedNode))
    stop(
      'npm ci did not bring the pinned Node: allow the install script of the package "node", then run npm ci again.',
      1,
    )
  writeFileSync(marker, state)
}

/** @param {string[]} args @returns {Promise<number>} */
function runPinned(args) {
  return new Promise((resolve) => {
    // V8 marks live objects on all threads of its pool: on two cores that would stall PostgreSQL. A scavenge copies
    // every live young object, so a large semi-space makes scavenges rare. Decision 50.
    const pool = `--v8-pool-size=${Math.max(1, Math.min(4, availableParallelism() - 1))}`
    const options = `${pool} --max-semi-space-size=64 ${process.env.NODE_OPTIONS ?? ''}`
    const path = `${join(root, 'node_modules/.bin')}:${process.env.PATH ?? ''}`
    const child = spawn(pinnedNode, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, PATH: path, NODE_OPTIONS: options },
    })
    // A signal to npm reaches only this process, so every signal is forwarded; the server tolerates repeats.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
    child.on('error', (error) => stop(`The pinned Node does not run: ${error.message}`, 1))
    child.on('exit', (code, signal) => resolve(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
  })
}

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) stop(`Node ${process.versions.node} is too old: install Node 20 or newer, then run this again.`)
const [name = '', ...rest] = process.argv.slice(2)
const verb = Object.hasOwn(verbs, name) ? verbs[name] : undefined
if (verb === undefined) stop(`Unknown verb "${name}". There are: ${Object.keys(verbs).join(', ')}.`)
install()
if (verb.builds) {
  const built = await runPinned(['tools/web-build/build-web.ts'])
  if (built !== 0) process.exit(built)
}
process.exit(await runPinned([verb.script, ...rest]))
