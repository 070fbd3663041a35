import { availableParallelism } from 'node:os'
import { recordExperiment } from '@bolsillo/faults/experiment'
import { setUpDatabases } from '@bolsillo/test-kit'
import { models } from './models.ts'
import { neverHappened } from './never-happened.ts'
import type { ModelRun, PlantedFault } from './second-model.ts'
import { runWorld, type World } from './world-process.ts'

// The second models as every run of the tests has them: each on ten seeds of five hundred steps, then every fault it once
// found, put back, each within its first run. MODEL=contracts runs one of them, MODEL_FAULT=name one fault.
const seedsCount = Number(process.env.MODEL_SEEDS ?? '10')
const steps = Number(process.env.MODEL_STEPS ?? '500')
const only = process.env.MODEL ?? ''
const onlyFault = process.env.MODEL_FAULT

interface Planned {
  readonly world: World
  readonly fault?: PlantedFault
}

/** Works a list off, as many at once as there are processors. */
async function workOff(planned: readonly Planned[], done: (one: Planned, run: ModelRun) => void): Promise<void> {
  const waiting = [...planned]
  const serve = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) done(one, await runWorld(one.world))
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, serve))
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
    await workOff(
      [
        ...seeds.map((seed) => ({ world: { model: name, seed, steps } })),
        ...planted.map((fault) => ({
          fault,
          world: { model: name, seed: fault.seed, steps: fault.steps ?? steps, fault: fault.name },
        })),
      ],
      ({ world, fault }, run) => {
        const [first] = run.findings
        const how = first === undefined ? 'nothing' : `step ${first.step}, ${first.rule}: ${first.what}`
        if (fault === undefined) {
          for (const [what, count] of Object.entries(run.figures)) sums[what] = (sums[what] ?? 0) + count
          if (first !== undefined) failing.push(world.seed)
          if (first !== undefined) console.log(`FAILED: npm run models -- ${name} ${world.seed}   ${how}`)
        } else {
          // A process that broke down is no proof that the model saw the fault.
          const isCaught = first !== undefined && first.rule !== 'process'
          controls.push({
            planted: `${fault.name}: ${fault.what}`,
            caught: isCaught,
            how: `seed ${world.seed}, ${how}`,
          })
          console.log(`${isCaught ? 'found    ' : 'NOT FOUND'}  ${fault.name}: ${how.slice(0, 160)}`)
        }
      },
    )
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
