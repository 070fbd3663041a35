import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readSources } from '../walls/tree.ts'

/**
 * Builds the web apps whose sources changed since their last build; says so on standard error, and nothing otherwise.
 * `--force` builds whatever was built before.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const apps = ['web', 'console'] as const

// What can reach a browser. Server sources are left out, so that a change of theirs does not cost a build.
const reachesBrowser =
  /^(?:kernel\/|kit\/(?:contract|web|ui)\/|(?:platform|products|rails)\/[^/]+\/(?:contract|domain|messages|web|console)|apps\/(?:web|console)\/|package)/
const isTest = /\.test\.tsx?$/

/** A hash of everything the browser's bundles are made of. */
function sourcesHash(): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  const files = readSources(root).filter((file) => reachesBrowser.test(file.path) && !isTest.test(file.path))
  for (const file of files.sort((a, b) => (a.path < b.path ? -1 : 1))) hash.update(`${file.path}\0${file.text}\0`)
  const others = globSync('apps/{web,console}/{index.html,public/*}', { cwd: root }).sort()
  for (const path of others) hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  return hash.digest('hex')
}

const hash = sourcesHash()
for (const app of apps) {
  const marker = join(root, `apps/${app}/dist/.sources`)
  const isCurrent = existsSync(marker) && readFileSync(marker, 'utf8') === hash
  if (isCurrent && !process.argv.includes('--force')) continue
  process.stderr.write(`Building apps/${app} …\n`)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const done = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error'], {
    cwd: join(root, `apps/${app}`),
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (done.status !== 0) {
    process.stderr.write(`apps/${app} could not be built: what Vite says is above.\n`)
    process.exit(1)
  }
  writeFileSync(marker, hash)
}
