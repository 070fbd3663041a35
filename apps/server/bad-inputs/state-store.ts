import type { Sql } from '@bolsillo/server-kit'

/** Tables that record the request itself, whatever its outcome: job runs, and answers kept for retries. */
const notOfCustomers = new Set(['job', 'migration', 'idempotency_record'])

/** A fingerprint of all rows of all tables. */
export async function stateOf(owner: Sql): Promise<string> {
  const tables = await owner<{ name: string }[]>`
    select tablename as name from pg_tables where schemaname = 'public' order by tablename`
  const parts = tables
    .filter(({ name }) => !notOfCustomers.has(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, md5(coalesce(string_agg(md5(t::text), '' order by t::text), '')) as hash from ${name} as t`,
    )
  const rows = await owner.unsafe<{ name: string; hash: string }[]>(parts.join(' union all '))
  return rows
    .map(({ name, hash }) => `${name} ${hash}`)
    .sort()
    .join('\n')
}
