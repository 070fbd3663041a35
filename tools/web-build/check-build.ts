import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { differing, readBuilt, readServed } from './built-files.ts'

/**
 * `npm run build:check [-- https://HOST]`: builds the customers' app twice from nothing and says whether both are the same, file
 * by file. With an address it also asks that server for every file and says whether it sends the same ones. Exit code 1 when
 * something differs. Needs no server, no database and no key.
 */
const root = fileURLToPath(new URL('../..', import.meta.url))
const [address] = process.argv.slice(2)
const scratch = mkdtempSync(join(tmpdir(), 'bolsillo-builds-'))

/** Builds the app into a folder of its own; what is built there before is not touched. */
function buildInto(name: string): string {
  const folder = join(scratch, name)
  process.stderr.write(`Building apps/web (${name}) …\n`)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const done = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'error', '--outDir', folder], {
    cwd: join(root, 'apps/web'),
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (done.status !== 0) throw new Error('apps/web could not be built: what Vite says is above')
  return folder
}

function say(what: string, files: number, differ: readonly string[]): boolean {
  if (differ.length === 0) console.log(`${what}: the same ${files} files`)
  else
    console.log(`${what}: ${differ.length} of ${files} files differ\n${differ.map((name) => `  ${name}`).join('\n')}`)
  return differ.length === 0
}

try {
  const folder = buildInto('first')
  const [first, second] = [readBuilt(folder), readBuilt(buildInto('second'))]
  const published: unknown = JSON.parse(readFileSync(join(folder, 'build.json'), 'utf8'))
  console.log(`hash: ${(published as { readonly hash: string }).hash}`)
  const isReproducible = say('two builds', first.size, differing(first, second))
  const isServed =
    address === undefined || say(address, first.size, differing(first, await readServed(address, [...first.keys()])))
  process.exitCode = isReproducible && isServed ? 0 : 1
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
