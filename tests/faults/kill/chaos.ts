import { writeFileSync } from 'node:fs'
import { inspect, parseArgs } from 'node:util'
import { type ExperimentResult, readResults, recordExperiment } from '../experiment.ts'
import { reliabilityPage } from '../reliability-page.ts'
import { openChaosJournal } from './chaos-journal.ts'
import { runControls } from './controls.ts'
import { foldersMade, type Installation, prepareInstallation } from './installation.ts'
import { type KillReport, removeInstallation, runKills } from './kill-experiment.ts'
import { processesAt } from './processes.ts'
import { type KillAt, targets } from './rounds.ts'
import { faultsOf, killRate, resultOf } from './scoreboard.ts'

// `npm run chaos -- [--rounds 500] [--seed N] [--only server|backend|postmaster|immediate|external] [--journal FILE]`: the
// long run of kill.fault.ts. Prints what it does and, after every twenty-five rounds, all figures so far as one JSON line,
// which it keeps in docs/reliability.md at once: who ends it early loses nothing. With a journal, another run with the same
// seed goes on where this one ended. What fails is counted, and the run goes on.

/** Rounds on one installation before the books are checked and the next begins on a new one. */
const roundsOfBatch = 25
/** Each kill waits for a server that has warmed up; one that cannot is killed all the same. */
const until: KillAt = { acknowledged: [100, 3000], perSecond: killRate, withinMs: 15_000 }
const everyMs = 30

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '500' },
    seed: { type: 'string' },
    only: { type: 'string' },
    journal: { type: 'string' },
  },
})
const rounds = Number(values.rounds)
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const chosen = targets.filter((target) => values.only === undefined || values.only === target)
if (chosen.length === 0 || !Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  console.error(`--only is one of ${targets.join(', ')}; --rounds and --seed are whole numbers`)
  process.exit(2)
}
process.env.RECORD_RELIABILITY = '1'
const journal = openChaosJournal(values.journal)

function endNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

const progress = (line: string): void => {
  process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${line}\n`)
}
progress(`seed ${seed}`)
const failed = new Set<string>()
const keepFigures = (result: ExperimentResult): void => {
  if (result.passed) failed.delete(result.experiment)
  else failed.add(result.experiment)
  recordExperiment(result)
  writeFileSync(new URL('../../../docs/reliability.md', import.meta.url), reliabilityPage(readResults()))
}
// Whoever ends the run by hand ends what it started: a server left behind would run on beside whatever comes next.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    for (const { pid } of processesAt(foldersMade).filter((seen) => seen.pid !== process.pid)) endNow(pid)
    process.exit(1)
  })
}
/** A new one for each batch: its customers are signed in, and what they are signed in with lasts a quarter of an hour. */
async function onInstallation<Outcome>(work: (prepared: Installation) => Promise<Outcome>): Promise<Outcome> {
  const prepared = await prepareInstallation({ clients: 32, perClient: 3, newcomersEach: 12, seed })
  try {
    return await work(prepared)
  } finally {
    removeInstallation(prepared)
  }
}

for (const target of chosen) {
  // First what must be found: without it the rounds would prove nothing.
  const controls = await onInstallation((prepared) => runControls(target, prepared, { seed, everyMs, progress }))
  const command = `npm run chaos -- --rounds ${rounds} --seed ${seed} --only ${target}`
  const batches = Math.ceil(rounds / roundsOfBatch)
  const seedsDone = new Set(journal.ended(target, seed, batches).map((batch) => batch.seed))
  for (let batch = 0; batch < batches; batch += 1) {
    const batchSeed = seed + batch
    if (seedsDone.has(batchSeed)) continue
    const left = Math.min(roundsOfBatch, rounds - batch * roundsOfBatch)
    const keep = ({ missing, report }: Pick<KillReport, 'missing' | 'report'>): boolean =>
      missing.length + report.findings.length > 0
    const options = { target, rounds: left, seed: batchSeed, until, everyMs, progress, keep }
    let report: KillReport | undefined
    try {
      report = await onInstallation((prepared) => runKills(prepared, options))
      for (const fault of faultsOf(target, [report])) progress(`FAULT (seed ${batchSeed}): ${fault}`)
    } catch (error) {
      progress(`BROKEN OFF (seed ${batchSeed}): ${inspect(error)}`)
    }
    journal.add({ target, seed: batchSeed, rounds: left, report })
    const ended = journal.ended(target, seed, batches)
    const reports = ended.flatMap((one) => one.report ?? [])
    const broken = ended.filter((one) => one.report === undefined).map((one) => `seed ${one.seed}`)
    keepFigures(resultOf(target, reports, { seed, controls, command, broken, isLong: true }))
  }
}
process.exitCode = failed.size > 0 ? 1 : 0
