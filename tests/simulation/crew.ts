import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Job, JobResult } from './worker.ts'

/** Worker processes that share a list of seeds. */
export interface Crew {
  /** Gives jobs to whoever is free until `next` has none left. @returns when all are done. */
  readonly work: (next: () => Job | undefined, done: (result: JobResult) => void) => Promise<void>
  readonly stop: () => Promise<void>
}

interface Worker {
  readonly child: ChildProcess
  readonly ended: Promise<void>
}

/** Nearly all a seed makes is garbage when it is over: room for that (MiB) spares a sixth of the processor time of Node. */
const nodeOptions = ['--max-semi-space-size=64']
const script = fileURLToPath(new URL('worker.ts', import.meta.url))

/** Starts so many workers, each with a PostgreSQL of its own. */
export async function startCrew(count: number): Promise<Crew> {
  const workers = await Promise.all(Array.from({ length: count }, startWorker))
  return {
    work: async (next, done) => {
      await Promise.all(workers.map((worker) => serve(worker, next, done)))
    },
    stop: async () => {
      for (const { child } of workers) if (child.connected) child.send('stop')
      await Promise.all(workers.map(({ ended }) => ended))
    },
  }
}

/**
 * A worker and its PostgreSQL take turns and never work at the same time: on one processor they wake each other for a
 * third less than on two. Where there is no `taskset` they run wherever they are put.
 */
function onOneProcessor(number: number): { readonly execPath?: string; readonly execArgv: string[] } {
  if (spawnSync('taskset', ['-c', String(number), 'true']).status !== 0) return { execArgv: nodeOptions }
  return { execPath: 'taskset', execArgv: ['-c', String(number), process.execPath, ...nodeOptions] }
}

async function startWorker(_: unknown, number: number): Promise<Worker> {
  const child = fork(script, [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], ...onOneProcessor(number) })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`a worker of the simulation ended with ${code}`)))
  })
  return { child, ended }
}

async function serve({ child }: Worker, next: () => Job | undefined, done: (result: JobResult) => void): Promise<void> {
  for (let job = next(); job !== undefined; job = next()) {
    const asked = job
    const result = await new Promise<JobResult>((resolve, reject) => {
      const died = (code: number | null): void => reject(new Error(`a worker died (${code}) at seed ${asked.seed}`))
      child.once('exit', died)
      child.once('message', (message: JobResult) => {
        child.off('exit', died)
        resolve(message)
      })
      child.send(asked)
    })
    done(result)
  }
}
