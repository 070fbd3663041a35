import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { KillReport } from './kill-experiment.ts'
import type { Target } from './rounds.ts'

/** What a batch of rounds came to: its figures, or that it could not be ended. */
export interface ChaosBatch {
  readonly target: Target
  /** Of the batch; no two of a run have the same. */
  readonly seed: number
  readonly rounds: number
  /** Undefined when it was broken off. */
  readonly report: KillReport | undefined
}

/** Batches that have ended, kept in a file, so that hundreds of rounds can be run in several goes. */
export interface ChaosJournal {
  /** Those of a target whose seeds lie in `seed ≤ s < seed + count`, in order. */
  readonly ended: (target: Target, seed: number, count: number) => readonly ChaosBatch[]
  readonly add: (batch: ChaosBatch) => void
}

/**
 * Opens a journal: one JSON line a batch. Without a path nothing is kept beyond this run.
 * Half a line at its end, of a run that was ended while it wrote, is taken out.
 * @throws SyntaxError when a whole line is no JSON.
 */
export function openChaosJournal(path: string | undefined): ChaosJournal {
  const written = path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : ''
  const whole = written.slice(0, written.lastIndexOf('\n') + 1)
  if (path !== undefined && whole !== written) writeFileSync(path, whole)
  const lines = whole.split('\n').filter((line) => line !== '')
  const batches = lines.map((line) => JSON.parse(line) as ChaosBatch)
  return {
    ended: (target, seed, count) =>
      batches
        .filter((batch) => batch.target === target && batch.seed >= seed && batch.seed < seed + count)
        .toSorted((a, b) => a.seed - b.seed),
    add: (batch) => {
      batches.push(batch)
      if (path !== undefined) appendFileSync(path, `${JSON.stringify(batch)}\n`)
    },
  }
}
