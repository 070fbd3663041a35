import type { Sql, Tx } from '@bolsillo/server-kit'

/** A table with rows of customers, or of whoever else a column of that name may name. */
export interface TableOfCustomers {
  readonly name: string
  /** Its columns that may name somebody. */
  readonly columns: readonly string[]
  /** The column its policy compares with who asks; undefined when it has no policy. */
  readonly guardedBy: string | undefined
}

/** Every table that has a column with a customer, an account or an owner in its name: from the catalog, so that none is forgotten. */
export async function findTablesOfCustomers(owner: Sql): Promise<readonly TableOfCustomers[]> {
  const rows = await owner<{ name: string; columns: string[]; guarded_by: string | null }[]>`
    select relname::text as name, array_agg(attname::text order by attname) as columns, (
      select substring(pg_get_expr(polqual, polrelid) from '^\\((\\w+) = current_setting\\(''bolsillo.customer''::text, true\\)\\)$')
      from pg_policy where polrelid = class.oid and polname = 'own_rows' and class.relrowsecurity) as guarded_by
    from pg_class as class join pg_attribute on attrelid = class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
      and attname ~ '(customer|account|owner)'
    group by class.oid, relname order by relname`
  return rows.map(({ name, columns, guarded_by: guardedBy }) => ({ name, columns, guardedBy: guardedBy ?? undefined }))
}

/** Views over guarded tables that see with the eyes of the table's owner, who sees everything. */
export async function findViewsPastPolicies(owner: Sql): Promise<readonly string[]> {
  const rows = await owner<{ name: string }[]>`
    select distinct view.relname::text as name from pg_rewrite as rule
      join pg_class as view on view.oid = ev_class and view.relkind = 'v'
      join pg_depend as depends on depends.objid = rule.oid and depends.refclassid = 'pg_class'::regclass
      join pg_class as used on used.oid = depends.refobjid and used.relrowsecurity
    where not coalesce('security_invoker=true' = any (view.reloptions), false)`
  return rows.map(({ name }) => name)
}

// By type: a value for each of two rows.
const exampleOf = (type: string, row: 1 | 2): string => {
  if (type.endsWith('[]')) return "'{}'"
  if (/^(?:bigint|integer|smallint|numeric|double)/.test(type)) return String(row)
  switch (type) {
    case 'text':
    case 'bytea':
    case 'character':
      return `'${row}'`
    case 'boolean':
      return row === 1 ? 'true' : 'false'
    case 'date':
      return `date '2026-01-0${row}'`
    case 'json':
    case 'jsonb':
      return `'{"row": ${row}}'`
    case 'uuid':
      return `'00000000-0000-0000-0000-00000000000${row}'`
    default:
      throw new Error(`nobody says what a ${type} may be`)
  }
}

export const [maria, jorge] = ['cus_maria', 'cus_jorge']

/** The text that inserts a row of a customer; its other columns are of the first row or of the second. */
async function insertOf(tx: Tx, { name, guardedBy }: TableOfCustomers, customer: string, row: 1 | 2): Promise<string> {
  const columns = await tx<{ name: string; type: string }[]>`
    select attname::text as name, format_type(atttypid, null) as type from pg_attribute
    where attrelid = ${name}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`
  const values = columns.map(({ name: column, type }) =>
    column === guardedBy ? `'${customer}'` : exampleOf(type, row),
  )
  return `insert into ${name} (${columns.map(({ name: column }) => column).join(', ')}) overriding system value
    values (${values.join(', ')})`
}

/** Puts a row of each of two customers into a table, whatever else holds there. For a transaction that is undone. */
export async function fillTable(tx: Tx, table: TableOfCustomers): Promise<void> {
  await tx`set local session_replication_role = replica`
  const checks = await tx<{ name: string }[]>`
    select conname::text as name from pg_constraint where conrelid = ${table.name}::regclass and contype in ('c', 'x')`
  for (const { name } of checks) await tx.unsafe(`alter table ${table.name} drop constraint ${name}`)
  for (const [index, customer] of [maria, jorge].entries())
    await tx.unsafe(await insertOf(tx, table, customer ?? '', index === 0 ? 1 : 2))
}

/** What a role sees of a table, by whose it is; `customer` is who was named. */
export async function seenBy(
  tx: Tx,
  { name, guardedBy }: TableOfCustomers,
  { role, customer }: { readonly role: string; readonly customer?: string },
): Promise<readonly string[]> {
  return await asRole(tx, role, customer, async () => {
    const rows = await tx.unsafe<{ who: string }[]>(`select ${guardedBy} as who from ${name} order by 1`)
    return rows.map(({ who }) => who)
  })
}

/** How whoever is connected would read a table. */
export async function planOf(sql: Sql, { name }: TableOfCustomers): Promise<string> {
  const rows = await sql.unsafe<{ 'QUERY PLAN': string }[]>(`explain (verbose) select * from ${name}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** How many rows each statement changed that a customer may make at all: every row it could reach. */
export async function changedBy(tx: Tx, { name }: TableOfCustomers, customer: string): Promise<number> {
  const [may] = await tx<{ delete: boolean }[]>`
    select has_table_privilege('bolsillo_customer', ${name}, 'delete') as delete`
  if (may?.delete !== true) return 0
  return await asRole(tx, 'bolsillo_customer', customer, async () => (await tx.unsafe(`delete from ${name}`)).count)
}

/** Whether a customer may put a row of another's into a table. */
export async function mayPretend(tx: Tx, table: TableOfCustomers): Promise<boolean> {
  const statement = await insertOf(tx, table, jorge ?? '', 1)
  const outcome = asRole(tx, 'bolsillo_customer', maria, async () =>
    tx.savepoint(async (inner) => {
      await inner.unsafe(statement)
      return true
    }),
  )
  try {
    return await outcome
  } catch (error) {
    if (error instanceof Error && /row-level security|permission denied/.test(error.message)) return false
    throw error
  }
}

async function asRole<T>(tx: Tx, role: string, customer: string | undefined, work: () => Promise<T>): Promise<T> {
  await tx`select set_config('bolsillo.customer', ${customer ?? ''}, true), set_config('role', ${role}, true)`
  try {
    return await work()
  } finally {
    await tx`select set_config('role', 'none', true)`
  }
}
