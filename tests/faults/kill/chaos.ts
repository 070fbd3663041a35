import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readResults, recordExperiment } from '../experiment.ts'
import { reliabilityPage } from '../reliability-page.ts'
import { runControls } from './controls.ts'
import { prepareInstallation } from './installation.ts'
import { type KillReport, removeInstallation, runKills } from './kill-experiment.ts'
import { targets } from './rounds.ts'
import { faultsOf, resultOf } from './scoreboard.ts'

// `npm run chaos -- [--rounds 500] [--seed N] [--only server|backend|postmaster|immediate|external]`: the long run of
// kill.fault.ts. Prints what it does, one JSON line for each target, and keeps these in docs/reliability.md.

/** Rounds on one installation before the books are checked and the next begins on a new one. */
const roundsOfBatch = 25
const upMsMax = 5000
const everyMs = 45

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '500' }, seed: { type: 'string' }, only: { type: 'string' } },
})
const rounds = Number(values.rounds)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const chosen = targets.filter((target) => values.only === undefined || values.only === target)
if (chosen.length === 0 || !Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  console.error(`--only is one of ${targets.join(', ')}; --rounds and --seed are whole numbers`)
  process.exit(2)
}
process.env.RECORD_RELIABILITY = '1'

const progress = (line: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
}
progress(`seed ${seed}`)
const prepared = await prepareInstallation({ clients: 32, perClient: 3, newcomersEach: 12, seed })
let failed = false
try {
  for (const target of chosen) {
    const reports: KillReport[] = []
    for (let batch = 0; batch * roundsOfBatch < rounds; batch += 1) {
      const batchSeed = seed + batch
      const left = Math.min(roundsOfBatch, rounds - batch * roundsOfBatch)
      const keep = ({ missing, report }: Pick<KillReport, 'missing' | 'report'>): boolean =>
        missing.length + report.findings.length > 0
      const options = { target, rounds: left, seed: batchSeed, upMsMax, everyMs, progress, keep }
      const report = await runKills(prepared, options)
      reports.push(report)
      for (const fault of faultsOf(target, [report])) progress(`FAULT (seed ${batchSeed}): ${fault}`)
    }
    const controls = await runControls(target, prepared, { seed, everyMs, progress })
    const command = `npm run chaos -- --rounds ${rounds} --seed ${seed} --only ${target}`
    const result = resultOf(target, reports, { seed, controls, command })
    recordExperiment(result)
    failed ||= !result.passed
  }
} finally {
  removeInstallation(prepared)
}
writeFileSync(new URL('../../../docs/reliability.md', import.meta.url), reliabilityPage(readResults()))
process.exitCode = failed ? 1 : 0
