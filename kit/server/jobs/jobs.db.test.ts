import { type TestDatabase, type TestServices, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Job } from '../room.ts'
import { createJobRunner, type JobRunner } from './job-runner.ts'

let database: TestDatabase
let services: TestServices
let runners: JobRunner[] = []

beforeEach(async () => {
  database = await testDatabase()
  services = testServices({ sql: database.sql })
  runners = []
})
afterEach(async () => {
  for (const runner of runners) await runner.stop()
  await database.drop()
})

const count = (runs: number[]) => async (): Promise<void> => {
  runs.push(1)
}
// Polls so seldom that only runDue runs jobs: the test decides when.
const start = async (jobs: readonly Job[]): Promise<JobRunner> => {
  const runner = createJobRunner({ services, jobs, pollMs: 60_000 })
  runners.push(runner)
  await runner.start()
  await runner.runDue()
  return runner
}

describe('a job', () => {
  it('runs at once, then whenever its time has passed on the injected clock, once however late', async () => {
    const runs: number[] = []
    const runner = await start([{ name: 'count', everyMs: 60_000, run: count(runs) }])
    await runner.runDue()
    expect(runs).toHaveLength(1)
    services.clock.advanceMs(59_999)
    await runner.runDue()
    expect(runs).toHaveLength(1)
    services.clock.advanceMs(10 * 86_400_000)
    await runner.runDue()
    expect(runs).toHaveLength(2)
  })

  it('keeps its schedule over a restart', async () => {
    const runs: number[] = []
    const job: Job = { name: 'count', everyMs: 60_000, run: count(runs) }
    await (await start([job])).stop()
    await start([job])
    expect(runs).toHaveLength(1)
  })

  it('that fails is tried again later, with the problem noted, and holds up no other', async () => {
    let tries = 0
    const others: number[] = []
    const runner = await start([
      {
        name: 'a-fails',
        everyMs: 60_000,
        run: async () => {
          tries += 1
          throw new Error('no bank today')
        },
      },
      { name: 'b-works', everyMs: 60_000, run: count(others) },
    ])
    expect([tries, others.length]).toEqual([1, 1])
    const [row] = await database.owner`select failures, problem from job where name = 'a-fails'`
    expect(row).toEqual({ failures: 1, problem: 'no bank today' })
    services.clock.advanceMs(5_000)
    await runner.runDue()
    expect(tries).toBe(2)
    services.clock.advanceMs(5_000)
    await runner.runDue()
    expect(tries).toBe(2)
  })

  it('runs in one process at a time', async () => {
    let running = 0
    let most = 0
    const job: Job = {
      name: 'slow',
      everyMs: 60_000,
      run: async () => {
        running += 1
        most = Math.max(most, running)
        await database.owner`select pg_sleep(0.1)`
        running -= 1
      },
    }
    const [one, two] = [createJobRunner({ services, jobs: [job] }), createJobRunner({ services, jobs: [job] })]
    await Promise.all([one.start(), two.start()])
    await Promise.all([one.runDue(), two.runDue()])
    await Promise.all([one.stop(), two.stop()])
    expect(most).toBe(1)
  })
})
