import { assert, present } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import type { Cell, DerivedTable, PutRow, RowTaker } from './row-source.ts'

/** A row that is not what it should be, as texts in the order of the columns; undefined where there is no such row. */
export interface StoredDifference {
  readonly is: readonly (string | null)[] | undefined
  readonly should: readonly (string | null)[] | undefined
}

/** Rows made anew, in temporary tables of the transaction. */
export interface Scratch extends RowTaker {
  /** Lets go of what was put, if it is much. */
  readonly rest: () => Promise<void>
  /** Once everything was put. @returns a table of which one row was made twice. */
  readonly close: () => Promise<DerivedTable | undefined>
  /** The rows of a table that are not what was put, at most so many. */
  readonly differences: (table: DerivedTable, limit: number) => Promise<readonly StoredDifference[]>
  /** Puts all tables right. @returns by table how many rows it took away and how many it added. */
  readonly putRight: () => Promise<
    readonly { readonly table: string; readonly removed: number; readonly added: number }[]
  >
  readonly drop: () => Promise<void>
}

const rowsAtOnce = 5000
const nameShape = /^[a-z_][a-z0-9_]*$/

const namesOf = ({ columns }: DerivedTable): readonly string[] => Object.keys(columns)
const scratchOf = ({ name }: DerivedTable): string => `made_${name}`
const listed = (names: readonly string[], alias: string): string => names.map((name) => `${alias}.${name}`).join(', ')
const sameKey = ({ key }: DerivedTable): string => key.map((name) => `stored.${name} = made.${name}`).join(' and ')
const sameRow = (table: DerivedTable): string =>
  `row(${listed(namesOf(table), 'stored')}) is not distinct from row(${listed(namesOf(table), 'made')})`

/** Makes the temporary tables. Identifiers come from the program's own text, and only such. */
export async function createScratch(tx: Tx, tables: readonly DerivedTable[]): Promise<Scratch> {
  for (const table of tables) {
    assert(
      [table.name, ...namesOf(table)].every((name) => nameShape.test(name)),
      `the names of ${table.name}`,
    )
    await tx.unsafe(`drop table if exists pg_temp.${scratchOf(table)}`)
    const columns = Object.entries(table.columns).map(([name, type]) => `${name} ${type}`)
    await tx.unsafe(`create temporary table ${scratchOf(table)} (${columns.join(', ')}) on commit drop`)
  }
  const waiting = new Map<DerivedTable, Readonly<Record<string, Cell>>[]>(tables.map((table) => [table, []]))
  const put: PutRow = (table, row) => void present(waiting.get(table), table.name).push(row)
  const flush = async (atLeast = 1): Promise<void> => {
    for (const [table, rows] of waiting) {
      if (rows.length < atLeast) continue
      for (let from = 0; from < rows.length; from += rowsAtOnce)
        await fill(tx, table, rows.slice(from, from + rowsAtOnce))
      rows.length = 0
    }
  }
  return {
    put,
    flush: () => flush(),
    rest: () => flush(rowsAtOnce),
    close: async () => {
      await flush()
      for (const table of tables) {
        await tx.unsafe(`analyze ${scratchOf(table)}`)
        if (await hasTwice(tx, table)) return table
      }
      return undefined
    },
    differences: (table, limit) => findDifferences(tx, table, limit),
    putRight: () => putRight(tx, tables),
    drop: async () => {
      for (const table of tables) await tx.unsafe(`drop table pg_temp.${scratchOf(table)}`)
    },
  }
}

/** The literal of an array of texts, whatever they hold. */
const literal = (cells: readonly Cell[]): string =>
  `{${cells.map((cell) => (cell === null ? 'NULL' : `"${String(cell).replace(/["\\]/g, '\\$&')}"`)).join(',')}}`

async function fill(tx: Tx, table: DerivedTable, rows: readonly Readonly<Record<string, Cell>>[]): Promise<void> {
  const columns = Object.entries(table.columns)
  const cellOf = (row: Readonly<Record<string, Cell>>, name: string): Cell => {
    const cell = row[name]
    assert(cell !== undefined, `a row of ${table.name} has ${name}`)
    return cell
  }
  await tx.unsafe(
    `insert into ${scratchOf(table)} select ${columns.map(([name, type]) => `made.${name}::${type}`).join(', ')}
     from unnest(${columns.map((_, at) => `$${at + 1}::text[]`).join(', ')}) as made (${namesOf(table).join(', ')})`,
    columns.map(([name]) => literal(rows.map((row) => cellOf(row, name)))),
  )
}

async function hasTwice(tx: Tx, table: DerivedTable): Promise<boolean> {
  const key = table.key.join(', ')
  const found = await tx.unsafe(`select 1 from ${scratchOf(table)} group by ${key} having count(*) > 1 limit 1`)
  return found.length > 0
}

interface DifferenceRow {
  readonly stored: boolean
  readonly made: boolean
  readonly is: (string | null)[]
  readonly should: (string | null)[]
}

async function findDifferences(tx: Tx, table: DerivedTable, limit: number): Promise<readonly StoredDifference[]> {
  const texts = (alias: string): string =>
    namesOf(table)
      .map((name) => `${alias}.${name}::text`)
      .join(', ')
  const rows = await tx.unsafe<DifferenceRow[]>(
    `select stored.ctid is not null as stored, made.ctid is not null as made,
       array[${texts('stored')}] as "is", array[${texts('made')}] as should
     from ${table.name} as stored full join ${scratchOf(table)} as made on ${sameKey(table)}
     where stored.ctid is null or made.ctid is null or not (${sameRow(table)})
     order by ${table.key.map((name) => `coalesce(made.${name}, stored.${name})`).join(', ')} limit ${limit}`,
  )
  return rows.map(({ stored, made, is, should }) => ({
    is: stored ? is : undefined,
    should: made ? should : undefined,
  }))
}

interface Constraint {
  readonly on: string
  readonly name: string
  readonly definition: string
}

/**
 * Takes away the rows that are wrong and adds those that are missing. As the owner, whoever that is: triggers of the
 * tables are off meanwhile, and foreign keys are made anew afterwards, which checks every row of them.
 */
async function putRight(tx: Tx, tables: readonly DerivedTable[]) {
  const names = tables.map(({ name }) => name)
  const keys = await tx<Constraint[]>`
    select conrelid::regclass::text as "on", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f'
      and (conrelid = any (${names}::text[]::regclass[]) or confrelid = any (${names}::text[]::regclass[]))`
  for (const { on, name } of keys) await tx.unsafe(`alter table ${on} drop constraint ${name}`)
  for (const name of names) await tx.unsafe(`alter table ${name} disable trigger user`)
  const removed = new Map<string, number>()
  for (const table of tables) removed.set(table.name, await removeWrong(tx, table))
  const done = []
  for (const table of tables)
    done.push({ table: table.name, removed: removed.get(table.name) ?? 0, added: await addMissing(tx, table) })
  for (const name of names) await tx.unsafe(`alter table ${name} enable trigger user`)
  for (const { on, name, definition } of keys) await tx.unsafe(`alter table ${on} add constraint ${name} ${definition}`)
  return done.filter((one) => one.removed > 0 || one.added > 0)
}

async function removeWrong(tx: Tx, table: DerivedTable): Promise<number> {
  const done = await tx.unsafe(
    `delete from ${table.name} as stored
     where not exists (select from ${scratchOf(table)} as made where ${sameKey(table)} and ${sameRow(table)})`,
  )
  return done.count
}

async function addMissing(tx: Tx, table: DerivedTable): Promise<number> {
  const columns = namesOf(table)
  const done = await tx.unsafe(
    `insert into ${table.name} (${columns.join(', ')}) overriding system value
     select ${listed(columns, 'made')} from ${scratchOf(table)} as made
     where not exists (select from ${table.name} as stored where ${sameKey(table)})`,
  )
  await raiseCounters(tx, table)
  return done.count
}

/** Numbers that were given are not given again. */
async function raiseCounters(tx: Tx, { name }: DerivedTable): Promise<void> {
  const counters = await tx<{ column: string; counter: string }[]>`
    select attname as column, pg_get_serial_sequence(${name}, attname) as counter from pg_attribute
    where attrelid = ${name}::regclass and attidentity <> ''`
  for (const { column, counter } of counters)
    await tx.unsafe(
      `select setval('${counter}', greatest((select max(${column}) from ${name}), (select last_value from ${counter})))`,
    )
}

/** Keeps everybody else from the tables until the transaction ends. It must be the transaction's first statement. */
export async function lockTables(tx: Tx, tables: readonly string[], waitMs: number): Promise<void> {
  // Not a query, so that what was committed until the tables are locked is seen.
  await tx.unsafe(`set local lock_timeout = ${waitMs}`)
  await tx.unsafe(`lock table ${tables.join(', ')} in access exclusive mode`)
}

/** How many connections the server has to this database. */
export async function countServers(tx: Tx, role: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from pg_stat_activity where datname = current_database() and usename = ${role}`
  return row?.count ?? 0
}

/** The columns a table has, by name. */
export async function findColumns(tx: Tx, table: string): Promise<readonly string[]> {
  const rows = await tx<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
    order by attname`
  return rows.map(({ name }) => name)
}
