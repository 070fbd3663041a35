import type { Sql } from '@bolsillo/server-kit'

/** Steps of orders that are dated before the step they follow. */
export async function countStepsOutOfOrder(sql: Sql): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count from order_event as step join order_event as before
      on before.order_id = step.order_id and before.number = step.number - 1
    where step.happened_at < before.happened_at`
  return row?.count ?? 0
}

/** Whether the first run of a job is over and noted. */
export async function hasRun(sql: Sql, name: string): Promise<boolean> {
  const [row] = await sql`select 1 from job where name = ${name} and ran_at is not null and leased_until = 0`
  return row !== undefined
}
