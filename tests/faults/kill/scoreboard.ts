import type { ExperimentResult } from '../experiment.ts'
import type { KillReport } from './kill-experiment.ts'
import type { Round, Target } from './rounds.ts'

/** The unsafe setting or planted bug of a control, and what it came to. */
export type Control = ExperimentResult['controls'][number]

/** Milliseconds within which something must be acknowledged again: after the server's start, or PostgreSQL's. */
export const resumeBoundMs: Readonly<Record<Target, number>> = {
  server: 3000,
  backend: 5000,
  postmaster: 5000,
  immediate: 5000,
  external: 5000,
}

/** Acknowledged writes of money a second under which the server is to be killed. */
export const killRate = 300

const what: Readonly<Record<Target, string>> = {
  server: `kill -9 of the server under orders, cancels, conversions and grants of 32 clients, at a random moment once ${killRate} a second are acknowledged (or after a few seconds without), then a new start`,
  backend: 'kill -9 of a backend of PostgreSQL under the same load',
  postmaster: 'kill -9 of the postmaster under the same load; the server starts it again',
  external:
    'kill -9 of the postmaster of DATABASE_URL under the same load; somebody else starts it again, the server waits',
  immediate: 'pg_ctl stop -m immediate under the same load; the server starts PostgreSQL again',
}

const lateOf = (rounds: readonly Round[], boundMs: number): readonly Round[] =>
  rounds.filter(({ resumedMs }) => resumedMs > boundMs)

/**
 * The bound a run is judged by. A start is work of the processor's: where a restart without load takes longer than half of
 * the bound, the machine is slower than the one the bound is for, and what counts is how much longer it takes under load.
 */
const boundOf = (target: Target, idleRestartMs: number): number =>
  target === 'server' ? Math.max(resumeBoundMs.server, 2 * idleRestartMs) : resumeBoundMs[target]

/** Everything that must not be, in words; empty when the experiment passed. */
export function faultsOf(target: Target, reports: readonly KillReport[]): readonly string[] {
  const faults = reports.flatMap(({ rounds, missing, report, verified, settled, leftovers }) => [
    ...missing.map((name) => `acknowledged and not there after the round: ${name}`),
    ...report.findings.map(({ invariant, what: found }) => `${invariant}: ${found}`),
    ...rounds.flatMap(({ impossible }) =>
      impossible.map(({ call, key }) => `${call} ${key} was acknowledged while nothing could be`),
    ),
    ...(verified.ok ? [] : [verified.said]),
    ...(settled.brokenPromises === 0 ? [] : [`${settled.brokenPromises} requests were carried out and answered 503`]),
    ...(settled.never === 0 ? [] : [`${settled.never} requests were never settled`]),
    ...leftovers.map((left) => `left running: ${left}`),
  ])
  const rounds = reports.flatMap((report) => report.rounds)
  const late = reports.flatMap((report) => lateOf(report.rounds, boundOf(target, report.idleRestartMs)))
  // A machine that stands still for a moment is no fault of ours; one round in ten would be.
  const isLate = late.length * 10 > rounds.length
  return [...faults, ...(isLate ? [`${late.length} of ${rounds.length} rounds resumed late`] : [])]
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * part) - 1)] ?? 0
}

/** The figures of an experiment, in the order they are read. */
export function resultOf(
  target: Target,
  reports: readonly KillReport[],
  options: {
    readonly seed: number
    readonly controls: readonly Control[]
    readonly command: string
    /** Batches of rounds that could not be ended, in words. */
    readonly broken?: readonly string[]
    /** Of the long run, whose figures stand beside those of the short one. */
    readonly isLong?: boolean
  },
): ExperimentResult {
  const rounds = reports.flatMap((report) => report.rounds)
  const resumed = rounds.map(({ resumedMs }) => resumedMs)
  const of = (read: (report: KillReport) => number): number => total(reports.map(read))
  const rates = rounds.map(({ lastSecond }) => lastSecond)
  const worked = total(rounds.map(({ upMs }) => upMs))
  const faults = faultsOf(target, reports)
  const { broken = [], isLong = false } = options
  return {
    experiment: `${isLong ? 'chaos' : 'kill'}-${target}`,
    done: isLong ? `${what[target]}; the long run` : what[target],
    command: options.command,
    figures: {
      seed: options.seed,
      rounds: rounds.length,
      kills: total(rounds.map(({ kills }) => kills)),
      acknowledged: of(({ report }) => report.clients?.acknowledged ?? 0),
      lost: of(({ missing, report }) => Math.max(missing.length, report.clients?.lost ?? 0)),
      doubled: of(({ report }) => report.clients?.doubled ?? 0),
      'acknowledged while nothing could be': total(rounds.map(({ impossible }) => impossible.length)),
      'unknown, settled as applied': of(({ settled }) => settled.applied),
      'unknown, settled as not applied': of(({ settled }) => settled.notApplied),
      'unknown, settled as refused': of(({ settled }) => settled.refused),
      'answered unavailable (503)': of(({ settled }) => settled.unavailable),
      'carried out, though answered unavailable': of(({ settled }) => settled.brokenPromises),
      'never settled': of(({ settled }) => settled.never),
      'other findings of the checker': of(({ report }) => report.findings.length),
      'acknowledged a second while undisturbed': Math.round(
        (total(rounds.map(({ acknowledged }) => acknowledged)) / Math.max(1, worked)) * 1000,
      ),
      'acknowledged in the second before a kill, p50': percentile(rates, 0.5),
      'acknowledged in the second before a kill, least': rates.toSorted((a, b) => a - b)[0] ?? 0,
      [`rounds below ${killRate} in that second`]: rates.filter((rate) => rate < killRate).length,
      [`rounds resumed after more than ${resumeBoundMs[target]} ms`]: lateOf(rounds, resumeBoundMs[target]).length,
      'restart without load, max ms': Math.max(...reports.map(({ idleRestartMs }) => idleRestartMs)),
      'first acknowledgement p50 ms': percentile(resumed, 0.5),
      'first acknowledgement p99 ms': percentile(resumed, 0.99),
      'first acknowledgement max ms': percentile(resumed, 1),
      'nothing acknowledged for, max ms': percentile(
        rounds.map(({ outageMs }) => outageMs),
        1,
      ),
      ...(broken.length === 0 ? {} : { 'batches broken off': broken.join(', ') }),
    },
    controls: options.controls,
    passed: faults.length === 0 && broken.length === 0 && options.controls.every(({ caught }) => caught),
  }
}
