import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.ts'
import { type Failure, failuresOf, failureText, type TestReport, withSecondTry } from './test-report.ts'

/**
 * Everything CI runs, in order, cheapest first: format and lint, types, walls, generated documents, unit and property
 * tests, tests on a real PostgreSQL, experiments with faults, the build and its size, journeys in Chromium. Ends with `N passed, N failed`.
 * An argument limits the run to the steps whose name contains it.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const bin = (name: string): string => join(root, 'node_modules/.bin', name)

/**
 * Where tests put databases and data folders: in memory where there is room. A clone of the template is some 1,300 files,
 * which took 80 ms there and 90 to 750 ms on a disk that others write to.
 */
function folderOfTests(): string {
  const shared = '/dev/shm'
  if (process.env.TMPDIR !== undefined || !existsSync(shared)) return tmpdir()
  const { bavail, bsize } = statfsSync(shared)
  return bavail * bsize >= 8 * 2 ** 30 ? shared : tmpdir()
}

const temporary = folderOfTests()
const results = mkdtempSync(join(temporary, 'bolsillo-tests-'))

interface Tally {
  readonly passed: number
  readonly failed: number
}

interface Step {
  readonly name: string
  readonly run: () => Tally
}

function command(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  const done = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Programs that tests start many times read what is compiled already.
    env: {
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/bolsillo'),
      TMPDIR: temporary,
      ...process.env,
      ...env,
    },
  })
  return done.status === 0
}

/** A step that passes or fails as a whole. */
function check(name: string, program: string, args: readonly string[]): Step {
  return { name, run: () => (command(program, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }) }
}

/** What failed, and what failed at first: printed at the end, where it is looked for. */
const failures: Failure[] = []
const secondTries: Failure[] = []

/** A run of vitest: its report, and its exit code, which also reflects errors outside of any test. */
function vitest(
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { readonly ok: boolean; readonly report: TestReport } | undefined {
  const report = join(results, `${name}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ok = command(bin('node'), ['node_modules/vitest/vitest.mjs', 'run', ...args, ...reporters], env)
  return existsSync(report) ? { ok, report: JSON.parse(readFileSync(report, 'utf8')) as TestReport } : undefined
}

/**
 * A vitest project, counted test by test from its own report. A run that tested nothing has failed. `secondTry` runs
 * the failed files again, each with a new server: for journeys only, where a browser shares two cores with everything
 * else. The tests that needed it are printed, so that they get fixed.
 */
function tests(
  name: string,
  project: string,
  env: () => NodeJS.ProcessEnv = () => ({}),
  { secondTry = false } = {},
): Step {
  return {
    name,
    run: () => {
      const args = ['--project', project]
      let run = vitest(project, args, env())
      if (run === undefined) return { passed: 0, failed: 1 }
      const failedAtFirst = failuresOf(run.report, root)
      if (secondTry && failedAtFirst.length > 0) {
        const files = [...new Set(failedAtFirst.map((failure) => failure.file))]
        console.log(`\n── ${name}, second try: ${files.join(', ')}`)
        const second = vitest(`${project}-again`, [...args, ...files], env())
        secondTries.push(...failedAtFirst)
        if (second !== undefined) run = { ok: second.ok, report: withSecondTry(run.report, second.report) }
      }
      const failed = failuresOf(run.report, root)
      failures.push(...failed)
      const { numPassedTests, numFailedTests } = run.report
      const empty = numPassedTests + numFailedTests === 0
      return { passed: numPassedTests, failed: failed.length > 0 ? failed.length : run.ok && !empty ? 0 : 1 }
    },
  }
}

const steps: readonly Step[] = [
  check('format and lint', bin('biome'), ['ci', '.']),
  check('types: pure', bin('tsc'), ['-p', 'tsconfig.pure.json']),
  check('types: server', bin('tsc'), ['-p', 'tsconfig.server.json']),
  check('types: web', bin('tsc'), ['-p', 'tsconfig.web.json']),
  check('walls', bin('node'), ['tools/walls/run-walls.ts']),
  check('generated documents', bin('node'), ['tools/modules-index.ts', '--check']),
  tests('unit and property tests', 'unit'),
  tests('tests on PostgreSQL', 'db'),
  tests('experiments with faults', 'faults'),
  check('simulation', bin('node'), ['tests/simulation/ci.ts']),
  check('second models', bin('node'), ['tests/models/ci.ts']),
  check('build', bin('node'), ['tools/web-build/build-web.ts']),
  check('size of the web app', bin('node'), ['tools/web-build/size-check.ts']),
  tests('journeys in Chromium', 'journeys', () => ({ CHROMIUM_PATH: findChromium() }), { secondTry: true }),
]

const wanted = process.argv[2] ?? ''
const chosen = steps.filter((step) => step.name.includes(wanted))
if (chosen.length === 0) {
  console.error(`No step is called like "${wanted}". Steps: ${steps.map((step) => step.name).join(', ')}`)
  process.exit(2)
}
let total: Tally = { passed: 0, failed: 0 }
const summary: string[] = []
for (const step of chosen) {
  console.log(`\n── ${step.name}`)
  const startedAt = process.hrtime.bigint()
  const tally = step.run()
  const seconds = Number((process.hrtime.bigint() - startedAt) / 100_000_000n) / 10
  summary.push(
    `${tally.failed === 0 ? 'ok    ' : 'FAILED'} ${step.name}: ${tally.passed} passed, ${tally.failed} failed, ${seconds} s`,
  )
  total = { passed: total.passed + tally.passed, failed: total.failed + tally.failed }
}
rmSync(results, { recursive: true, force: true })
console.log(`\n${summary.join('\n')}\n`)
for (const failure of secondTries) console.log(`at first try: ${failureText(failure)}\n`)
for (const failure of failures) console.log(`FAILED ${failureText(failure)}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
