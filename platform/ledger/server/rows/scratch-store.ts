import { assert, present } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import {
  type Cell,
  comparedColumns,
  type DerivedList,
  type DerivedTable,
  type PutRow,
  type RowSource,
  type RowTaker,
  type TableChange,
} from './row-source.ts'

/** A row, or an item, that is not what it should be: texts in the order of the columns; undefined where there is none. */
export interface StoredDifference {
  readonly is: readonly (string | null)[] | undefined
  readonly should: readonly (string | null)[] | undefined
}

/** Rebuilt rows, in temporary tables of the transaction. */
export interface Scratch extends RowTaker {
  /** Lets go of what was put, if it is much. */
  readonly rest: () => Promise<void>
  /** Once everything was put. @returns a table of which one row was made twice. */
  readonly close: () => Promise<DerivedTable | undefined>
  /** What is compared: tables, but for columns in which lists are kept; then the lists. */
  readonly compared: readonly (DerivedTable | DerivedList)[]
  /** The rows of a table, or the items of a list, that are not what was put, at most so many. */
  readonly differences: (of: DerivedTable | DerivedList, limit: number) => Promise<readonly StoredDifference[]>
  /** Puts all tables right. @returns those of which it took rows away or added some. */
  readonly putRight: () => Promise<readonly TableChange[]>
  readonly drop: () => Promise<void>
}

const rowsAtOnce = 5000
const nameShape = /^[a-z_][a-z0-9_]*$/

const namesOf = ({ columns }: DerivedTable): readonly string[] => Object.keys(columns)
const madeOf = (name: string): string => `made_${name}`
const scratchOf = ({ name }: DerivedTable): string => madeOf(name)
const listed = (names: readonly string[], alias: string): string => names.map((name) => `${alias}.${name}`).join(', ')
const sameKey = ({ key }: Pick<DerivedTable, 'key'>): string =>
  key.map((name) => `stored.${name} = made.${name}`).join(' and ')
const sameRow = (table: DerivedTable | DerivedList): string =>
  `row(${listed(comparedColumns(table), 'stored')}) is not distinct from row(${listed(comparedColumns(table), 'made')})`
const hasOwnColumns = (table: DerivedTable): boolean => comparedColumns(table).length > 0

/** Makes the temporary tables. Identifiers come from the program's own text, and only such. */
export async function createScratch(tx: Tx, sources: readonly RowSource[]): Promise<Scratch> {
  const tables = sources.flatMap((source) => source.tables)
  const lists = sources.flatMap((source) => source.lists ?? [])
  const names = [...tables, ...lists].flatMap((one) => [one.name, ...Object.keys(one.columns)])
  assert(
    names.every((name) => nameShape.test(name)),
    'the names of tables, lists and columns',
  )
  for (const table of tables) {
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
    keep: async (table, which) => {
      await flush()
      await keepStored(tx, table, which)
    },
    close: async () => {
      await flush()
      for (const table of tables) {
        await tx.unsafe(`analyze ${scratchOf(table)}`)
        if (await hasTwice(tx, table)) return table
      }
      return undefined
    },
    compared: [...tables.filter(hasOwnColumns), ...lists],
    differences: (of, limit) => findDifferences(tx, of, limit),
    putRight: () => putRight(tx, tables, lists),
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

async function keepStored(tx: Tx, table: DerivedTable, which: string): Promise<void> {
  await tx.unsafe(`analyze ${scratchOf(table)}`)
  const columns = namesOf(table)
  await tx.unsafe(
    `insert into ${scratchOf(table)} (${columns.join(', ')}) select ${listed(columns, 'stored')} from ${table.name} as stored
     where (${which}) and not exists (select from ${scratchOf(table)} as made where ${sameKey(table)})`,
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

async function findDifferences(
  tx: Tx,
  of: DerivedTable | DerivedList,
  limit: number,
): Promise<readonly StoredDifference[]> {
  const texts = (alias: string): string =>
    comparedColumns(of)
      .map((name) => `${alias}.${name}::text`)
      .join(', ')
  const rows = await tx.unsafe<DifferenceRow[]>(
    `select stored.is_there is not null as stored, made.is_there is not null as made,
       array[${texts('stored')}] as "is", array[${texts('made')}] as should
     ${fromDifferences(of)}
     order by ${of.key.map((name) => `coalesce(made.${name}, stored.${name})`).join(', ')} limit ${limit}`,
  )
  return rows.map(({ stored, made, is, should }) => ({
    is: stored ? is : undefined,
    should: made ? should : undefined,
  }))
}

/** What is stored beside what was made, where they are not the same. */
function fromDifferences(of: DerivedTable | DerivedList): string {
  const [stored, made] =
    'itemsOf' in of ? [`(${of.itemsOf((name) => name)})`, `(${of.itemsOf(madeOf)})`] : [of.name, scratchOf(of)]
  return `from (select true as is_there, one.* from ${stored} as one) as stored
      full join (select true as is_there, one.* from ${made} as one) as made on ${sameKey(of)}
    where stored.is_there is null or made.is_there is null or not (${sameRow(of)})`
}

interface Constraint {
  readonly on: string
  readonly name: string
  readonly definition: string
}

/**
 * Takes away the rows that are wrong and adds those that are missing. As the owner, whoever that is: triggers of the
 * tables are off meanwhile, and foreign keys are created again afterwards, which checks every row of them.
 */
async function putRight(
  tx: Tx,
  tables: readonly DerivedTable[],
  lists: readonly DerivedList[],
): Promise<readonly TableChange[]> {
  const names = tables.map(({ name }) => name)
  const keys = await tx<Constraint[]>`
    select conrelid::regclass::text as "on", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f'
      and (conrelid = any (${names}::text[]::regclass[]) or confrelid = any (${names}::text[]::regclass[]))`
  for (const { on, name } of keys) await tx.unsafe(`alter table ${on} drop constraint ${name}`)
  for (const name of names) await tx.unsafe(`alter table ${name} disable trigger user`)
  const changes = await replaceRows(tx, tables.filter(hasOwnColumns))
  // Behind the tables: a row that was replaced has the part of a list that was made, which may be cut otherwise than the rest.
  for (const list of lists) {
    const wrong = `wrong_${list.name}`
    const keys = list.key.map((name) => `coalesce(made.${name}, stored.${name}) as ${name}`).join(', ')
    await tx.unsafe(
      `create temporary table ${wrong} on commit drop as select distinct ${keys} ${fromDifferences(list)}`,
    )
    changes.push(...(await list.putRight(tx, wrong, madeOf)))
  }
  for (const name of names) await tx.unsafe(`alter table ${name} enable trigger user`)
  for (const { on, name, definition } of keys) await tx.unsafe(`alter table ${on} add constraint ${name} ${definition}`)
  return sumChanges(changes)
}

/** One for each table whose rows changed. */
function sumChanges(changes: readonly TableChange[]): readonly TableChange[] {
  return [...Map.groupBy(changes, ({ table }) => table)]
    .map(([table, all]) => ({
      table,
      removed: all.reduce((sum, one) => sum + one.removed, 0),
      added: all.reduce((sum, one) => sum + one.added, 0),
    }))
    .filter(({ removed, added }) => removed > 0 || added > 0)
}

async function replaceRows(tx: Tx, tables: readonly DerivedTable[]): Promise<TableChange[]> {
  const removed = new Map<string, number>()
  for (const table of tables) removed.set(table.name, await removeWrong(tx, table))
  const changes: TableChange[] = []
  for (const table of tables)
    changes.push({ table: table.name, removed: removed.get(table.name) ?? 0, added: await addMissing(tx, table) })
  return changes
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

/** How many connections to this database are of a login of the role. */
export async function countServers(tx: Tx, role: string): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::integer as count from pg_stat_activity as seen
      join pg_auth_members as membership on membership.member = seen.usesysid
    where seen.datname = current_database() and membership.roleid = to_regrole(${role})
      and membership.inherit_option`
  return row?.count ?? 0
}

/** The columns a table has, by name. */
export async function findColumns(tx: Tx, table: string): Promise<readonly string[]> {
  const rows = await tx<{ name: string }[]>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
    order by attname`
  return rows.map(({ name }) => name)
}
