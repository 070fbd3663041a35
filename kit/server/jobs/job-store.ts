import type { Instant } from '@bolsillo/kernel'
import type { Sql } from '../room.ts'

/** Makes sure the jobs have rows; a new one is due at once. */
export async function ensureJobs(sql: Sql, names: readonly string[], at: Instant): Promise<void> {
  await sql`
    insert into job (name, due_at) select name, ${at}::bigint from unnest(${[...names]}::text[]) as known (name)
    on conflict do nothing`
}

/** Leases the job that has been due longest, so that no other process runs it. @returns its name, or undefined. */
export async function leaseDueJob(
  sql: Sql,
  names: readonly string[],
  now: Instant,
  leasedUntil: Instant,
): Promise<string | undefined> {
  const [row] = await sql<{ name: string }[]>`
    update job set leased_until = ${leasedUntil}
    where name = (
      select name from job
      where name = any(${[...names]}) and due_at <= ${now} and leased_until <= ${now}
      order by due_at, name limit 1 for update skip locked)
    returning name`
  return row?.name
}

/**
 * Corrects times that a fast clock left in the future: no job is due later than its next turn or its longest wait
 * from now, and no lease ends later than a new one would. No job becomes due by this.
 */
export async function pullBackJobs(
  sql: Sql,
  jobs: readonly { readonly name: string; readonly everyMs: number }[],
  bounds: { readonly now: Instant; readonly waitMaxMs: number; readonly leaseMs: number },
): Promise<void> {
  const { now, waitMaxMs, leaseMs } = bounds
  await sql`
    update job set leased_until = least(leased_until, ${now}::bigint + ${leaseMs}::bigint),
      due_at = least(due_at, ${now}::bigint + greatest(known.every_ms, ${waitMaxMs}::bigint))
    from unnest(${jobs.map(({ name }) => name)}::text[], ${jobs.map(({ everyMs }) => String(everyMs))}::bigint[])
      as known (name, every_ms)
    where job.name = known.name`
}

/** Ends a lease after a run: the job is due again at `dueAt`. */
export async function noteRun(sql: Sql, name: string, ranAt: Instant, dueAt: Instant): Promise<void> {
  await sql`
    update job set leased_until = 0, ran_at = ${ranAt}, due_at = ${dueAt}, failures = 0, problem = null
    where name = ${name}`
}

/**
 * Ends a lease after a failure: the job is due again after a wait that doubles with each failure in a row. One
 * statement, because between two of them another process could lease the job.
 * @returns its failures in a row.
 */
export async function noteFailure(
  sql: Sql,
  name: string,
  failure: {
    readonly at: Instant
    readonly problem: string
    readonly waitFirstMs: number
    readonly waitMaxMs: number
  },
): Promise<number> {
  const { at, problem, waitFirstMs, waitMaxMs } = failure
  const [row] = await sql<{ failures: number }[]>`
    update job set leased_until = 0, ran_at = ${at}, problem = ${problem}, failures = failures + 1,
      due_at = ${at}::bigint + least(${waitMaxMs}::bigint, ${waitFirstMs}::bigint << least(failures, 30))
    where name = ${name} returning failures`
  return row?.failures ?? 0
}
