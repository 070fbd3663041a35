import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findChromium } from './chromium.ts'

/**
 * `npm run pictures -- FOLDER [--only NAME] [--language LANGUAGE] [--theme THEME] [--width PX] [--height PX] [JOURNEY …]`: pictures of every
 * page of both apps, in every language and both themes, and sheets of them, from a server of its own with the demo's data.
 * `--only` leaves out the screens whose name does not hold it (a pattern), `--language` the other languages, `--theme` (light,
 * dark) the other theme; `--width` and `--height` set another screen than a phone's and the console's (844 × 390: a phone on
 * its side). Names of journeys add theirs: `money` for the
 * states that customers and staff reach together. Beside the pictures: `faults.txt`, and `shortened.txt` with the texts
 * that end in an ellipsis.
 */
const { values, positionals } = parseArgs({
  options: {
    only: { type: 'string' },
    language: { type: 'string' },
    theme: { type: 'string' },
    width: { type: 'string' },
    height: { type: 'string' },
  },
  allowPositionals: true,
})
const [folder, ...journeys] = positionals
if (folder === undefined) {
  console.error('Name the folder the pictures go to: npm run pictures -- FOLDER')
  process.exit(2)
}
const root = fileURLToPath(new URL('..', import.meta.url))
const target = resolve(folder)
mkdirSync(target, { recursive: true })
const files = ['screens', ...journeys].map((name) => `tests/journeys/${name}.journey.ts`)
const done = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'journeys', ...files], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PICTURES: target,
    ...(values.only === undefined ? {} : { PICTURES_ONLY: values.only }),
    ...(values.language === undefined ? {} : { PICTURES_LANGUAGE: values.language }),
    ...(values.theme === undefined ? {} : { PICTURES_THEME: values.theme }),
    ...(values.width === undefined ? {} : { PICTURES_WIDTH: values.width }),
    ...(values.height === undefined ? {} : { PICTURES_HEIGHT: values.height }),
    CHROMIUM_PATH: findChromium(),
  },
})
console.log(`The pictures are in ${target}`)
process.exitCode = done.status ?? 1
