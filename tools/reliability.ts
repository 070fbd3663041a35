import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readResults } from '@bolsillo/faults/experiment'
import { reliabilityPage } from '@bolsillo/faults/reliability-page'

// `npm run reliability`: runs every fault experiment at the length of the tests, stores the results and writes
// docs/reliability.md from them. `-- PART` runs only files whose path contains PART, `-- tests/simulation` the
// simulation, `-- tests/models` the models; `-- --rewrite` runs nothing. Exit code 0: everything passed.

const root = fileURLToPath(new URL('..', import.meta.url))
const [part] = process.argv.slice(2)

/** Programs of their own beside the experiments that vitest runs. */
const programs = ['tests/simulation/ci.ts', 'tests/models/ci.ts']

function node(args: readonly string[]): number {
  const env = { ...process.env, RECORD_RELIABILITY: '1' }
  const done = spawnSync(join(root, 'node_modules/.bin/node'), args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  })
  return done.status ?? 1
}

function run(): number {
  if (part === '--rewrite') return 0
  const named = programs.filter((program) => part === undefined || program.includes(part))
  const worst = Math.max(0, ...named.map((program) => node([program])))
  if (part !== undefined && named.length > 0) return worst
  const files = part === undefined ? [] : [part]
  // One after the other: the times that are recorded are those of an experiment alone on the machine.
  const alone = ['--project', 'faults', '--no-file-parallelism']
  return Math.max(worst, node(['node_modules/vitest/vitest.mjs', 'run', ...alone, ...files]))
}

const code = run()
writeFileSync(join(root, 'docs/reliability.md'), reliabilityPage(readResults()))
const failed = readResults().filter(({ passed }) => !passed)
for (const { experiment } of failed) console.log(`FAILED: ${experiment}`)
process.exitCode = code === 0 && failed.length === 0 ? 0 : 1
