import { setTimeout as sleep } from 'node:timers/promises'
import { checkBooks } from '@bolsillo/checker/check-books'
import { type Instant, idsFrom, type Rng, seededRng } from '@bolsillo/kernel'
import { createJobRunner, type Job } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasRun } from './clock/clock-store.ts'
import { moments, nextStep, steppingClock } from './clock/stepping-clock.ts'
import { steppingDesk } from './clock/stepping-desk.ts'
import { recordExperiment } from './experiment.ts'

// Clocks are set a second, an hour or a day back and ahead at moments at which clocks go wrong.

const rounds = Number(process.env.ROUNDS ?? 60)
const seed = Number(process.env.SEED ?? 1)
const command = `ROUNDS=${rounds} SEED=${seed} npm run reliability -- tests/faults/clock`
const hourMs = 3_600_000

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
})

interface Run {
  readonly at: number
  /** How far the clock had been set ahead by then, all in all. */
  readonly forwardMs: number
}

/** An hourly job from one of the moments on, while its clock is set back and ahead. */
async function runHourlyJob(
  start: Instant,
  rng: Rng,
): Promise<{ readonly steps: number; readonly runs: readonly Run[] }> {
  const clock = steppingClock(start)
  const services = { ...testServices({ sql: database.sql }), clock }
  const runs: Run[] = []
  let steps = 0
  let forwardMs = 0
  const job: Job = {
    name: `job-${start}`,
    everyMs: hourMs,
    run: async () => {
      runs.push({ at: clock.passed(), forwardMs })
    },
  }
  const runner = createJobRunner({ services, jobs: [job], pollMs: 3_600_000 })
  await runner.start()
  // Its own first round is over before time moves.
  while (!(await hasRun(database.owner, job.name))) await sleep(5)
  for (let round = 0; round < rounds; round += 1) {
    if (round % 5 === 0) {
      const step = nextStep(rng)
      clock.step(step)
      if (step > 0) forwardMs += step
      steps += 1
    }
    clock.pass(hourMs / 4)
    await runner.runDue()
  }
  await runner.stop()
  return { steps, runs }
}

/** An hourly job at every moment, one after the other. */
async function runHourlyJobs() {
  const rng = seededRng(seed, 'clock jobs')
  const figures = { steps: 0, runs: 0, 'early after a step back': 0, 'longest rest, hours': 0 }
  for (const start of Object.values(moments)) {
    const { steps, runs } = await runHourlyJob(start, rng)
    for (const [index, run] of runs.entries()) {
      const before = runs[index - 1]
      if (before === undefined) continue
      const rest = run.at - before.at
      // A step ahead makes a job due, as time would. Without one, an hour must have passed.
      if (rest < hourMs && run.forwardMs === before.forwardMs) figures['early after a step back'] += 1
      figures['longest rest, hours'] = Math.max(figures['longest rest, hours'], rest / hourMs)
    }
    figures.steps += steps
    figures.runs += runs.length
  }
  return figures
}

/** Rounds of a desk at every moment, and what the checker says of its books. */
async function tradeOnWrongClocks() {
  const rng = seededRng(seed, 'clock desk')
  const figures = {
    steps: 0,
    orders: 0,
    'ended early': 0,
    'sold while locked': 0,
    'steps dated before the one they follow': 0,
  }
  const findings: unknown[] = []
  for (const start of Object.values(moments)) {
    const stand = await steppingDesk(start)
    try {
      for (let round = 0; round < Math.ceil(rounds / 12); round += 1) {
        const result = await stand.round(nextStep(rng))
        figures.steps += 2
        figures.orders += result.orders
        figures['ended early'] += result.endedEarly
        figures['sold while locked'] += result.soldWhileLocked
      }
      figures['steps dated before the one they follow'] += await stand.stepsOutOfOrder()
      findings.push(...(await checkBooks(stand.database.owner, { market: 'fixture', now: stand.clock.now() })))
    } finally {
      await stand.close()
    }
  }
  return { figures, findings }
}

describe('a clock that is set back and ahead', () => {
  it('makes no identifier twice, and keeps them in the order they were made', () => {
    const rng = seededRng(seed, 'clock ids')
    let made = 0
    for (const start of Object.values(moments)) {
      const clock = steppingClock(start)
      const ids = idsFrom(clock, rng)
      let last = ''
      for (let round = 0; round < rounds * 10; round += 1) {
        if (round % 7 === 0) clock.step(nextStep(rng))
        clock.pass(rng.nextUint32() % 3)
        const next = ids.next('ord')
        expect(next > last).toBe(true)
        last = next
        made += 1
      }
    }
    expect(made).toBe(Object.keys(moments).length * rounds * 10)
  })

  it('runs no job twice for a step back, and leaves none lying for a step that was taken back', async () => {
    const figures = await runHourlyJobs()
    const passed = figures['early after a step back'] === 0 && figures['longest rest, hours'] <= 3
    recordExperiment({
      experiment: 'clock-jobs',
      done: 'the clock of an hourly job is set a second, an hour or a day back or ahead again and again',
      command,
      figures: { seed, ...figures },
      controls: [],
      passed,
    })
    expect(figures['early after a step back']).toBe(0)
    // Each step back may begin the hour anew.
    expect(figures['longest rest, hours']).toBeLessThanOrEqual(3)
    expect(figures.runs).toBeGreaterThan(rounds / 2)
  })

  it('ends no order and unlocks no share before its time; steps are dated by the clock, and numbered in their order', async () => {
    const { figures, findings } = await tradeOnWrongClocks()
    const passed = figures['ended early'] === 0 && figures['sold while locked'] === 0 && findings.length === 0
    recordExperiment({
      experiment: 'clock-desk',
      done: 'day orders wait and shares are locked while the desk’s clock is set back or ahead, and put right again',
      command,
      figures: { seed, ...figures, findings: findings.length },
      controls: [],
      passed,
    })
    expect(figures).toMatchObject({ 'ended early': 0, 'sold while locked': 0 })
    expect(findings).toEqual([])
  })
})
