import { plusMs } from '@bolsillo/kernel'
import type { Job, Services } from '../room.ts'
import { systemTimers } from '../timers.ts'
import { ensureJobs, leaseDueJob, noteFailure, noteRun, pullBackJobs } from './job-store.ts'

/** Runs jobs when they are due: one at a time in a process, and each in one process at a time. */
export interface JobRunner {
  readonly start: () => Promise<void>
  /** Runs whatever is due now, then returns. For tests. */
  readonly runDue: () => Promise<void>
  readonly stop: () => Promise<void>
}

// A process that dies during a job leaves its lease; after this time another process may take the job.
const leaseMs = 10 * 60_000
const waitFirstMs = 5_000
const waitMaxMs = 15 * 60_000
const standardPollMs = 500
const runsPerRoundMax = 100

/** A runner of these jobs over the table `job`. Time is the injected clock, so a test that moves it makes jobs due. */
export function createJobRunner(options: {
  readonly services: Services
  readonly jobs: readonly Job[]
  readonly pollMs?: number
}): JobRunner {
  const { services, pollMs = standardPollMs } = options
  const { sql, clock, log, timers = systemTimers } = services
  const jobs = new Map(options.jobs.map((job) => [job.name, job]))
  const names = [...jobs.keys()]
  let cancel: () => void = () => undefined
  let running: Promise<void> = Promise.resolve()
  let stopped = false
  let lastNow = 0

  /** After the clock is set back, jobs would not be due until it reaches the old time again, hours or days later. */
  const noticeStepBack = async (): Promise<void> => {
    const now = clock.now()
    if (now < lastNow) await pullBackJobs(sql, [...jobs.values()], { now, waitMaxMs, leaseMs })
    lastNow = now
  }

  const runDue = async (): Promise<void> => {
    await noticeStepBack()
    for (let runs = 0; runs < runsPerRoundMax && !stopped && (await runOne(services, jobs)); runs += 1);
  }

  const tick = (): void => {
    running = runDue()
      .catch((error: unknown) => log.warn({ error }, 'job round failed'))
      .then(() => {
        if (!stopped) cancel = timers.after(pollMs, tick)
      })
  }

  return {
    start: async () => {
      if (names.length === 0) return
      await ensureJobs(sql, names, clock.now())
      // The clock may have been set back while no process ran.
      await pullBackJobs(sql, [...jobs.values()], { now: clock.now(), waitMaxMs, leaseMs })
      tick()
    },
    runDue,
    stop: async () => {
      stopped = true
      cancel()
      await running
    },
  }
}

/** Runs the job that is due, if one is. @returns whether one was. */
async function runOne(services: Services, jobs: ReadonlyMap<string, Job>): Promise<boolean> {
  const { sql, clock, log } = services
  const now = clock.now()
  const name = await leaseDueJob(sql, [...jobs.keys()], now, plusMs(now, leaseMs))
  const job = name === undefined ? undefined : jobs.get(name)
  if (job === undefined) return false
  try {
    await job.run(services)
    await noteRun(sql, job.name, now, plusMs(clock.now(), job.everyMs))
  } catch (error) {
    const problem = error instanceof Error ? error.message : 'failed'
    const failures = await noteFailure(sql, job.name, { at: clock.now(), problem, waitFirstMs, waitMaxMs })
    log.error({ job: job.name, failures, error }, 'job failed')
  }
  return true
}
