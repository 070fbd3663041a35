import { availableParallelism } from 'node:os'
import { recordExperiment } from '@bolsillo/faults/experiment'
import { type Caught, huntBugs } from './bugs/hunt.ts'
import { type Crew, startCrew } from './crew.ts'
import { faultKinds } from './faults.ts'
import { rarely, whatWasReached, writeReached } from './reached.ts'
import { allSeeds, seedsOfTests } from './seed-counts.ts'
import { addTally } from './tally.ts'

// The simulation as every run of the tests has it: 250 seeds, a thousand where the result is kept, some of them twice, then
// every planted bug on the same seeds until it is found. Fails on any finding, on a trace that does not come out the same, on
// something that was never reached, and on a bug nobody found.
const seedsCount = Number(process.env.SIM_SEEDS ?? (process.env.RECORD_RELIABILITY === '1' ? allSeeds : seedsOfTests))
/** Every so many seeds one runs twice and must leave the same trace: others every day, so that all come round (README). */
const twiceEvery = Number(process.env.SIM_TWICE_EVERY ?? '10')
const today = Math.floor(Date.now() / 86_400_000)
const turn = Number(process.env.SIM_TWICE_TURN ?? today) % twiceEvery
/** How often the seeds should have reached each thing. */
const reachedMin = Math.floor(seedsCount / 10)

interface Run {
  seeds: number
  operations: number
  steps: number
  twice: number
  differing: number
  readonly failing: number[]
  readonly tally: Record<string, number>
}

async function runSeeds(crew: Crew): Promise<Run> {
  const run: Run = { seeds: 0, operations: 0, steps: 0, twice: 0, differing: 0, failing: [], tally: {} }
  let seed = 0
  const next = () => {
    if (seed >= seedsCount) return undefined
    seed += 1
    return { seed, twice: seed % twiceEvery === turn }
  }
  await crew.work(next, ({ job, result, again }) => {
    run.seeds += 1
    run.operations += result.operations
    run.steps += result.steps
    addTally(run.tally, result.tally)
    if (again !== undefined) run.twice += 1
    const differs = again !== undefined && again !== result.hash
    if (differs) run.differing += 1
    if (result.findings.length === 0 && !differs) return
    run.failing.push(job.seed)
    const [first] = result.findings
    console.log(
      `FAILED: npm run sim -- ${job.seed}   ${differs ? 'two runs differ' : ''} ${first === undefined ? '' : `${first.invariant}: ${first.what}`}`,
    )
  })
  return run
}

const startedAt = process.hrtime.bigint()
const secondsSince = (from: bigint): number => Number((process.hrtime.bigint() - from) / 100_000_000n) / 10
const crew = await startCrew(Math.min(2, availableParallelism()))
let run: Run
let caught: readonly Caught[]
let seedsTook: number
try {
  run = await runSeeds(crew)
  seedsTook = secondsSince(startedAt)
  caught = await huntBugs(crew, seedsCount)
} finally {
  await crew.stop()
}
const reached = whatWasReached(run.tally)
const missed = reached.filter(({ what, times }) => times === 0 && !rarely.has(what))
const rare = reached.filter(({ times }) => times < reachedMin)
const escaped = caught.filter(({ seed }) => seed === undefined)
console.log(`\nReached in ${run.seeds} seeds, the rarest first:\n${writeReached(reached)}\n`)
for (const { name, seed, invariant, how } of caught)
  console.log(
    `${seed === undefined ? 'NOT FOUND' : `seed ${seed}`.padEnd(9)}  ${name}: ${invariant} ${how.slice(0, 110)}`,
  )
console.log(
  `\n${run.seeds} seeds in ${seedsTook} s, ${caught.length} planted bugs in ${secondsSince(startedAt) - seedsTook} s`,
)
const faults = faultKinds.reduce((sum, kind) => sum + (run.tally[`fault ${kind}`] ?? 0), 0)
const isPassed = run.failing.length + run.differing + missed.length + escaped.length === 0
recordExperiment({
  // A run of all seeds twice is recorded beside that of every day.
  experiment: twiceEvery === 1 ? 'simulation-twice' : 'simulation',
  done: 'The whole back end in one thread over a real PostgreSQL, its clock, randomness, network and database in the hands of a seed: processes die, commits are lost and answers too, requests come twice or late, clocks and prices are wrong.',
  command: `${twiceEvery === 1 ? 'SIM_TWICE_EVERY=1 ' : ''}npm run reliability -- tests/simulation`,
  figures: {
    seeds: run.seeds,
    operations: run.operations,
    'steps in all': run.steps,
    'faults injected': faults,
    ...Object.fromEntries(faultKinds.map((kind) => [`of them ${kind}`, run.tally[`fault ${kind}`] ?? 0])),
    'seeds with a finding': run.failing.length,
    'seeds run twice': run.twice,
    'the first seed run twice': turn === 0 ? twiceEvery : turn,
    'of them with another trace': run.differing,
    'things to be reached': reached.length,
    'of them never': missed.length,
    [`of them less than ${reachedMin} times`]: rare.map(({ what, times }) => `${what} ${times}`).join(', ') || 'none',
    'planted bugs': caught.length,
    'of them found': caught.length - escaped.length,
  },
  controls: caught.map(({ name, what, seed, invariant }) => ({
    planted: `${name}: ${what}`,
    caught: seed !== undefined,
    how: seed === undefined ? 'by no seed' : `seed ${seed}, ${invariant}`,
  })),
  passed: isPassed,
})
for (const { what } of missed) console.log(`NEVER REACHED: ${what}`)
process.exitCode = isPassed ? 0 : 1
