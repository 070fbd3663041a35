import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findChromium } from '@bolsillo/tools/chromium'

/**
 * `npm run figures [-- SECONDS]`: every figure on every screen is computed again from what the page was sent, while the market
 * moves, for five minutes unless another time is given; then each planted defect must be found. Exit code 1 on a finding.
 */
const [seconds = '300'] = process.argv.slice(2)
if (!/^[1-9]\d{0,4}$/.test(seconds)) {
  console.error('How long, in whole seconds: npm run figures -- 300')
  process.exit(2)
}
const file = 'tests/journeys/figures.journey.ts'
const done = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--project', 'journeys', file], {
  cwd: fileURLToPath(new URL('../../..', import.meta.url)),
  stdio: 'inherit',
  env: { ...process.env, FIGURES_SECONDS: seconds, CHROMIUM_PATH: findChromium() },
})
process.exitCode = done.status ?? 1
