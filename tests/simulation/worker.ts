import { plantedBugs } from './bugs/planted-bugs.ts'
import { runSeed, type SeedResult } from './run-seed.ts'
import { openStage } from './stage.ts'

/** One seed to be run: with a planted bug or none, once or twice. */
export interface Job {
  readonly seed: number
  readonly bug?: string
  readonly twice?: boolean
  readonly isLong?: boolean
}

/** The outcome of a job. */
export interface JobResult {
  readonly job: Job
  readonly result: SeedResult
  /** The hash of the second run, where there was one. */
  readonly again: string | undefined
}

// A process that runs the seeds it is sent, one after the other, on a database of its own.
const stage = await openStage()
// What is worked out once in a process (calendars, plans) is worked out before the first seed that counts.
await runSeed(stage, 0)

const run = async (job: Job): Promise<JobResult> => {
  const bug = (): Parameters<typeof runSeed>[2] => {
    const known = plantedBugs.find(({ name }) => name === job.bug)
    const planted = known === undefined ? undefined : { name: known.name, what: known.what, ...known.plant() }
    return { bug: planted, isLong: job.isLong === true }
  }
  const result = await runSeed(stage, job.seed, bug())
  const again = job.twice === true ? (await runSeed(stage, job.seed, bug())).hash : undefined
  return { job, result: { ...result, lines: [] }, again }
}

let last: Promise<void> = Promise.resolve()
process.on('message', (job: Job | 'stop') => {
  last = last.then(async () => {
    if (job === 'stop') {
      await stage.close()
      process.disconnect?.()
    } else {
      const result = await run(job)
      if (process.connected) process.send?.(result)
    }
  })
})
// Whoever started it is gone: so is everything here.
process.on('disconnect', () => void last.then(() => stage.close()).finally(() => process.exit(0)))
process.send?.('ready')
