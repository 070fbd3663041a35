import type { BooksRead } from '@bolsillo/checker/books-store'
import { type KeptTable, keptTables } from '@bolsillo/checker/kept-tables'
import type { Sql, Tx } from '@bolsillo/server-kit'

/** A column of a table that decides something. */
export interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isNullable: boolean
  /** PostgreSQL numbers it itself. */
  readonly isNumbered: boolean
}

/** One thing somebody does to rows that decide something. */
export interface RowEdit {
  readonly table: string
  readonly what: string
  readonly sql: string
  /** The column is left out of commitments: nobody is expected to find it. */
  readonly isLeftOut: boolean
}

// By type: what a row of the experiment has, and another value than whatever is there.
const values: Readonly<Record<string, { readonly first: string; readonly other: (column: string) => string }>> = {
  text: { first: "'one'", other: (column) => `coalesce(${column}, '') || 'x'` },
  bigint: { first: '7', other: (column) => `coalesce(${column}, 0) + 1` },
  integer: { first: '7', other: (column) => `coalesce(${column}, 0) + 1` },
  smallint: { first: '7', other: (column) => `coalesce(${column}, 0) + 1` },
  numeric: { first: '7', other: (column) => `coalesce(${column}, 0) + 1` },
  'numeric(39,0)': { first: '7', other: (column) => `coalesce(${column}, 0) + 1` },
  boolean: { first: 'true', other: (column) => `not coalesce(${column}, false)` },
  bytea: { first: "'\\x01ff'", other: (column) => `coalesce(${column}, '') || '\\x00'` },
  jsonb: { first: `'{"one": {"of": null}, "two": 1.0}'`, other: () => `'{"one": {}, "two": 1.0}'` },
  'text[]': { first: "'{one,two}'", other: (column) => `array_append(${column}, 'x')` },
}

function exampleOf(type: string) {
  const found = values[type]
  if (found === undefined) throw new Error(`nobody says what a ${type} is edited to`)
  return found
}

/** Every column of every table that decides something. */
export async function findColumns(owner: Sql): Promise<readonly Column[]> {
  return await owner<Column[]>`
    select tables.name as table, attname::text as name, format_type(atttypid, null) as type, not attnotnull as "isNullable",
      attidentity <> '' as "isNumbered"
    from unnest(${Object.keys(keptTables)}::text[]) as tables (name), pg_attribute
    where attrelid = tables.name::regclass and attnum > 0 and not attisdropped order by tables.name, attnum`
}

/** Writes one row into each of these tables as the product would, but with no other rule than that acts are left. */
export async function fillTables(tx: Tx, columns: readonly Column[], tables: readonly string[]): Promise<void> {
  const rules = await tx<{ table: string; name: string }[]>`
    select conrelid::regclass::text as table, conname as name from pg_constraint
    where contype in ('c', 'u', 'f') and conrelid = any (${[...tables]}::regclass[])`
  for (const { table, name } of rules) await tx.unsafe(`alter table ${table} drop constraint if exists ${name} cascade`)
  const unique = await tx<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index
    where indisunique and not indisprimary and indrelid = any (${[...tables]}::regclass[])`
  for (const { name } of unique) await tx.unsafe(`drop index ${name}`)
  await tx`set local session_replication_role = replica`
  for (const table of tables) {
    const own = columns.filter((column) => column.table === table)
    await tx.unsafe(`alter table ${table} enable always trigger row_written`)
    await tx.unsafe(`delete from ${table}`)
    await tx.unsafe(
      `insert into ${table} (${own.map(({ name }) => name).join(', ')}) overriding system value
       values (${own.map(({ type }) => exampleOf(type).first).join(', ')})`,
    )
    await tx.unsafe(`alter table ${table} enable trigger row_written`)
    for (const { name, isNumbered } of own)
      if (isNumbered) await tx.unsafe(`alter table ${table} alter column ${name} drop identity`)
  }
}

/** Drops every trigger, constraint and unique index, so that any edit is possible. */
export async function disarmRows(tx: BooksRead): Promise<void> {
  await tx`set local session_replication_role = replica`
}

const keyOf = ({ key }: KeptTable): string => key.join(', ')

/** Each column of each table changed, and where it may be, emptied; then rows that are gone, there, and swapped. */
export function editsOf(columns: readonly Column[]): readonly RowEdit[] {
  const edits = columns.flatMap(({ table, name, type, isNullable }): RowEdit[] => {
    const isLeftOut = name in (keptTables[table]?.leftOut ?? {})
    const set = (value: string): string =>
      `update ${table} set ${name} = ${value} where ctid = (select ctid from ${table} limit 1)`
    const changed = { table, what: `edit ${name}`, sql: set(exampleOf(type).other(name)), isLeftOut }
    return isNullable ? [changed, { table, what: `empty ${name}`, sql: set('null'), isLeftOut }] : [changed]
  })
  const tables = Object.entries(keptTables).flatMap(([table, kept]): RowEdit[] => {
    const column = columns.find(({ table: of, name }) => of === table && name === kept.key.at(-1))
    const other = exampleOf(column?.type ?? 'text').other(column?.name ?? '')
    const anew = `update copied set ${column?.name} = ${column?.type === 'boolean' ? other : `(select max(${other}) from ${table})`}`
    const copy = `create temporary table copied as select * from ${table} order by ${keyOf(kept)} limit 1`
    const insert = `insert into ${table} overriding system value select * from copied`
    const edit = { table, isLeftOut: false }
    return [
      { ...edit, what: 'delete', sql: `delete from ${table} where ctid = (select ctid from ${table} limit 1)` },
      { ...edit, what: 'truncate', sql: `truncate ${table} cascade` },
      ...(column?.type === 'bytea' ? [] : [{ ...edit, what: 'insert', sql: `${copy}; ${anew}; ${insert}` }]),
      {
        ...edit,
        what: 'edit its salt',
        sql: `update row_salt set salt = reverse_salt(salt) where table_name = '${table}'`,
      },
      {
        ...edit,
        what: 'delete with its salt',
        sql: `delete from ${table}; delete from row_salt where table_name = '${table}'`,
      },
    ]
  })
  return [...edits, ...tables]
}

/** A function the edits use: sixteen bytes in the other order, which no salt is the same in. */
export async function makeSaltTool(owner: Sql): Promise<void> {
  await owner`
    create function reverse_salt(salt bytea) returns bytea language sql as $$
      select string_agg(substring(salt from 17 - place for 1), '' order by place) from generate_series(1, 16) as place
    $$`
}

// With every trigger at work: what is left are acts nobody gave a cause, or acts that never come into the journal.
/** Edits somebody makes who lets the product leave its acts, or meddles with those that wait. `waiting`: one act waits. */
export const openEdits: readonly { readonly what: string; readonly sql: string; readonly waiting?: true }[] = [
  { what: 'update a setting with plain SQL', sql: "update operator set roles = '{admin}'" },
  { what: 'insert with plain SQL', sql: "insert into rail_cursor (rail_id, cursor, read_at) values ('other', '1', 1)" },
  { what: 'delete with plain SQL', sql: 'delete from passkey' },
  {
    what: 'name a record of the audit that is not there as the cause',
    sql: "select set_config('bolsillo.cause', 'audit:999999', true); update operator set roles = '{admin}'",
  },
  {
    what: 'name a cause of no kind there is',
    sql: "select set_config('bolsillo.cause', 'because:so', true); update operator set roles = '{admin}'",
  },
  {
    what: 'take a trigger away, then edit',
    sql: "drop trigger row_written on operator; update operator set roles = '{admin}'",
  },
  { what: 'an act that waits: delete', sql: 'delete from act_queue', waiting: true },
  { what: 'an act that waits: another commitment', sql: "update act_queue set commitment = sha256('')", waiting: true },
  { what: 'an act that waits: another row', sql: "update act_queue set key = 'other'", waiting: true },
  { what: 'an act that waits: another table', sql: "update act_queue set subject = 'passkey'", waiting: true },
  { what: 'an act that waits: no cause', sql: 'update act_queue set cause = null', waiting: true },
  {
    what: 'an act that waits: nobody takes it',
    sql: "set local application_name = 'bolsillo'; update act_queue set queued_at = queued_at - 60000",
    waiting: true,
  },
  {
    what: 'an act that waits: turned into a removal, its row gone',
    sql: "update act_queue set kind = 'row-removed', commitment = null, cause = null; delete from rail_cursor",
    waiting: true,
  },
]

/** What the product writes when it has read a rail: a row whose act waits. */
export async function writeCursor(tx: BooksRead): Promise<void> {
  await tx`select set_config('bolsillo.cause', 'job:experiment', true)`
  await tx`update rail_cursor set cursor = 'two'`
}
