import type { Instant } from '@bolsillo/kernel'
import type { Sql } from '../room.ts'

/** Makes sure the jobs have rows; a new one is due at once. */
export async function ensureJobs(sql: Sql, names: readonly string[], at: Instant): Promise<void> {
  await sql`
    insert into job (name, due_at) select name, ${at}::bigint from unnest(${[...names]}::text[]) as known (name)
    on conflict do nothing`
}

/** Leases the job that is due longest, so that no other process runs it. @returns its name, or undefined. */
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

/** Ends a lease: the job ran, or failed, and is due again. @returns its failures in a row. */
export async function endLease(
  sql: Sql,
  name: string,
  outcome: { readonly dueAt: (failures: number) => Instant; readonly ranAt: Instant; readonly problem?: string },
): Promise<number> {
  const failed = outcome.problem !== undefined
  const [row] = await sql<{ failures: number }[]>`
    update job set leased_until = 0, ran_at = ${outcome.ranAt}, problem = ${outcome.problem ?? null},
      failures = case when ${failed} then failures + 1 else 0 end
    where name = ${name} returning failures`
  const failures = row?.failures ?? 0
  await sql`update job set due_at = ${outcome.dueAt(failures)} where name = ${name}`
  return failures
}
