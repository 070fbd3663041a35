import type { Sql } from '@bolsillo/server-kit'

/** A digest of the rows of every table, by its name: shows which tables an operation changed. */
export async function tableDigests(owner: Sql, except: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const tables = await owner<{ name: string }[]>`
    select tablename as name from pg_tables
    where schemaname = 'public' and tablename <> all (${[...except]}::text[]) order by tablename`
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as digest from "${name}" as t`,
  )
  const rows = await owner.unsafe<{ name: string; digest: string }[]>(each.join(' union all '))
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}
