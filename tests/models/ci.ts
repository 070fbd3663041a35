import { availableParallelism } from 'node:os'
import { recordExperiment } from '@bolsillo/faults/experiment'
import { setUpDatabases } from '@bolsillo/test-kit'
import { models } from './models.ts'
import { neverHappened } from './never-happened.ts'
import type { ModelRun, PlantedFault } from './second-model.ts'
import { runWorld } from './world-process.ts'

// The second models as every run of the tests has them: each on ten seeds of five hundred steps, then every fault it once
// found, put back and looked for in the worlds of a run. MODEL=contracts runs one of them, MODEL_FAULT=name one fault.
const seedsCount = Number(process.env.MODEL_SEEDS ?? '10')
const steps = Number(process.env.MODEL_STEPS ?? '500')
const only = process.env.MODEL ?? ''
const onlyFault = process.env.MODEL_FAULT

/** Works a list off, as many at once as there are processors. */
async function workOff(jobs: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...jobs]
  const serve = async (): Promise<void> => {
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) await job()
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, serve))
}

const howOf = ({ findings: [first] }: ModelRun): string =>
  first === undefined ? 'nothing' : `step ${first.step}, ${first.rule}: ${first.what}`

/**
 * Runs worlds with a fault until one finds it: its own seed first, then others of the ten a run has. In a world money moves
 * beside orders in real time, so the seed that meets a fault may miss it once; a fault that a whole run misses escaped.
 */
async function lookFor(
  name: string,
  fault: PlantedFault,
): Promise<{ readonly isCaught: boolean; readonly how: string }> {
  const others = Array.from({ length: seedsCount }, (_, at) => at + 1).filter((seed) => seed !== fault.seed)
  let how = ''
  for (const seed of [fault.seed, ...others]) {
    const run = await runWorld({ model: name, seed, steps: fault.steps ?? steps, fault: fault.name })
    how = `seed ${seed}, ${howOf(run)}`
    // A process that broke down is no proof that the model saw the fault.
    if (run.findings[0]?.rule === 'process') return { isCaught: false, how }
    if (run.findings.length > 0) return { isCaught: true, how }
  }
  return { isCaught: false, how }
}

const stop = await setUpDatabases()
let isPassed = true
try {
  for (const { name, faults, reaches = [] } of models.filter((model) => model.name.includes(only))) {
    const planted = (await faults()).filter((fault) => onlyFault === undefined || fault.name === onlyFault)
    const seeds = onlyFault === undefined ? Array.from({ length: seedsCount }, (_, at) => at + 1) : []
    const sums: Record<string, number> = {}
    const failing: number[] = []
    const controls: { planted: string; caught: boolean; how: string }[] = []
    const wholeWorld = async (seed: number): Promise<void> => {
      const run = await runWorld({ model: name, seed, steps })
      for (const [what, count] of Object.entries(run.figures)) sums[what] = (sums[what] ?? 0) + count
      if (run.findings.length === 0) return
      failing.push(seed)
      console.log(`FAILED: npm run models -- ${name} ${seed}   ${howOf(run)}`)
    }
    const plantedWorld = async (fault: PlantedFault): Promise<void> => {
      const { isCaught, how } = await lookFor(name, fault)
      controls.push({ planted: `${fault.name}: ${fault.what}`, caught: isCaught, how })
      console.log(`${isCaught ? 'found    ' : 'NOT FOUND'}  ${fault.name}: ${how.slice(0, 160)}`)
    }
    await workOff([
      ...seeds.map((seed) => () => wholeWorld(seed)),
      ...planted.map((fault) => () => plantedWorld(fault)),
    ])
    const missing = neverHappened(reaches, { figures: sums, worlds: seeds.length, steps })
    for (const what of missing) console.log(`NEVER HAPPENED in the worlds of ${name}: ${what}`)
    const passed = failing.length === 0 && missing.length === 0 && controls.every(({ caught }) => caught)
    isPassed &&= passed
    if (onlyFault === undefined)
      recordExperiment({
        experiment: `model-${name}`,
        done: 'A plain model written from the published rules, which shares no code with the product, is compared with it after every step of random worlds with kills and restarts; then the faults it once found are put back.',
        command: 'npm run reliability -- tests/models',
        figures: {
          worlds: seeds.length,
          'steps each': steps,
          ...sums,
          'worlds with a finding': failing.length,
          'kinds that never happened': missing.length,
        },
        // Worlds end in an order of their own; the page does not change with it.
        controls: controls.toSorted((a, b) => (a.planted < b.planted ? -1 : 1)),
        passed,
      })
  }
} finally {
  await stop()
}
process.exitCode = isPassed ? 0 : 1
