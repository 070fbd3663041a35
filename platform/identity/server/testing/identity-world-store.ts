import type { Sql } from '@bolsillo/server-kit'

// What somebody with plain SQL might try, for tests.

/** Marks a customer who was there before as the demo's. */
export async function markAsDemo(sql: Sql, customerId: string): Promise<void> {
  await sql`insert into demo_account (customer_id, at) values (${customerId}, 1)`
}

/** Every way to take a mark off, or to give it to another. */
export const demoEdits: readonly ((sql: Sql) => Promise<unknown>)[] = [
  (sql) => sql`delete from demo_account`,
  (sql) => sql`update demo_account set customer_id = customer_id || '0'`,
  (sql) => sql`truncate demo_account`,
]

/** Says of which mode an installation is, and whether its demo is whole. */
export async function noteInstallation(owner: Sql, mode: 'SIM' | 'LIVE', demoAt: number | null): Promise<void> {
  await owner`update installation set mode = ${mode}, demo_at = ${demoAt}`
}

/** The acts that wait or were filed about the marks: the row each names. */
export async function actsOfMarks(
  sql: Sql,
): Promise<readonly { readonly key: string; readonly cause: string | null }[]> {
  return await sql<{ key: string; cause: string | null }[]>`
    select key, cause from act_queue where subject = 'demo_account' order by key`
}
