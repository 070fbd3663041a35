import { availableParallelism } from 'node:os'
import { seededRng, systemClock } from '@bolsillo/kernel'
import { runWorldsOn } from '@bolsillo/models/long'
import { startCrew } from './crew.ts'
import { whatWasReached, writeReached } from './reached.ts'
import { allSeeds, seedsOfTests } from './seed-counts.ts'
import { addTally } from './tally.ts'

// npm run sim:long [-- FIRST SEED]: the seeds that the run of every change leaves out, then long seeds, one after the other,
// and beside them long worlds of the second models, until it is stopped or one fails. Every tenth seed runs twice.
const given = process.argv[2]
const first = given === undefined ? seededRng(systemClock.now() % 4_294_967_296, 'start').nextUint32() : Number(given)
if (!Number.isSafeInteger(first) || first < 0) {
  console.error('npm run sim:long -- FIRST: FIRST is the seed to begin with, a whole number')
  process.exit(2)
}
const toldEvery = 100
const crew = await startCrew(Math.min(2, availableParallelism()))
console.log(`from seed ${first} on; stop it with Ctrl-C, go on with npm run sim:long -- SEED`)
let seed = first
let short = given === undefined ? seedsOfTests : allSeeds
let done = 0
let isStopped = false
const tally: Record<string, number> = {}
const stop = (): void => {
  isStopped = true
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
const worlds = runWorldsOn(first, () => isStopped).then((run) => {
  isStopped = true
  return run
})
try {
  await crew.work(
    () => {
      if (isStopped) return undefined
      if (short < allSeeds) {
        short += 1
        return { seed: short, twice: short % 10 === 0 }
      }
      seed += 1
      return { seed: seed - 1, isLong: true, twice: seed % 10 === 0 }
    },
    ({ job, result, again }) => {
      done += 1
      addTally(tally, result.tally)
      const [found] = result.findings
      const differs = again !== undefined && again !== result.hash
      if (found !== undefined || differs) {
        isStopped = true
        process.exitCode = 1
        const why = found === undefined ? 'two runs differ' : `${found.invariant}: ${found.what}`
        console.log(`FAILED: npm run sim -- ${job.seed}${job.isLong === true ? ' --long' : ''}   ${why}`)
      }
      if (done % toldEvery === 0) console.log(`${done} seeds, ${seed - 1} the last, nothing found`)
    },
  )
} finally {
  await crew.stop()
}
const { worlds: worldsRun, failed } = await worlds
if (failed !== undefined) {
  process.exitCode = 1
  const { model, seed: failedSeed, steps, findings } = failed
  console.log(`FAILED: npm run models -- ${model} ${failedSeed} ${steps}   ${findings[0]?.rule}: ${findings[0]?.what}`)
}
console.log(`${worldsRun} worlds of second models from seed ${first} on`)
console.log(`${done} seeds from ${first} on\n${writeReached(whatWasReached(tally))}`)
