import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { instant } from '@bolsillo/kernel'
import type { Sql, Tx } from '../room.ts'
import type { Login } from './embedded-server.ts'
import { type AppliedMigration, DatabaseRefused, migrate, type RoomMigrations } from './migrate.ts'
import { isHandedOver, roleNamesOf } from './roles.ts'

// A database as text, without PostgreSQL's own programs, which the embedded one comes without. The schema is not
// copied: it is what the recorded migrations make, and those never change (decision 112). So a copy is the list of
// them, every table's rows in PostgreSQL's COPY format, and the sequences.

/** A table's rows as they were copied. */
interface CopiedTable {
  readonly name: string
  readonly columns: readonly string[]
  readonly rows: number
  /** Of the rows in the order of their keys. */
  readonly sha256: string
}

/** Everything a database holds besides its rows. */
export interface CopiedDatabase {
  readonly migrations: readonly AppliedMigration[]
  readonly tables: readonly CopiedTable[]
  /** By name the last number, and whether it was given out. */
  readonly sequences: Readonly<Record<string, { readonly last: string; readonly given: boolean }>>
}

/** Where the rows of a table go, and where they come from: as text, in pieces. */
type WriteRows = (table: string, rows: Readable, counted: Transform) => Promise<void>
type ReadRows = (table: string) => Readable

interface TableShape {
  readonly name: string
  readonly columns: readonly string[]
  /** What orders its rows, so that equal rows give equal text. */
  readonly order: string
}

/**
 * Copies every table of a database as of one moment, while others write. `owner` must see every row: a copy that row
 * security would shorten fails.
 */
export async function copyOut(owner: Sql, write: WriteRows): Promise<CopiedDatabase> {
  return await owner.begin('isolation level repeatable read', async (tx) => {
    await prepare(tx)
    const roles = await roleNamesOf(tx)
    // Databases of before decision 85 have no such role, and belong to the owner.
    if (await isHandedOver(tx, roles)) await tx.unsafe(`set local role ${roles.migrator}`)
    const migrations = await tx<AppliedMigration[]>`
      select room, file, sha256 from migration order by applied_at, room, file`
    const tables: CopiedTable[] = []
    for (const shape of await readShapes(tx)) {
      const counted = countRows()
      await write(shape.name, await readTable(tx, shape), counted.stream)
      tables.push({ name: shape.name, columns: shape.columns, ...counted.found() })
    }
    // Read last: sequences do not stay at the moment of the copy, and must not be behind its rows.
    return { migrations: [...migrations], tables, sequences: await readSequences(tx) }
  })
}

/**
 * Loads a copy into an empty database: makes the schema by the same migrations, loads the rows in one transaction, and
 * reads each table again to compare it. @throws DatabaseRefused when this program does not know its migrations, or
 * a table is not what was copied; nothing is loaded then.
 */
export async function copyIn(
  owner: Sql,
  login: Login,
  rooms: readonly RoomMigrations[],
  copied: CopiedDatabase,
  read: ReadRows,
): Promise<void> {
  await migrate(owner, login, rooms, instant(0), copied.migrations)
  await owner.begin(async (tx) => {
    await prepare(tx)
    await tx.unsafe(`set local role ${(await roleNamesOf(tx)).migrator}`)
    const shapes = await readShapes(tx)
    refuseOtherTables(shapes, copied.tables)
    const triggers = await readTriggers(tx)
    for (const { on, name } of triggers) await tx.unsafe(`alter table ${on} disable trigger ${name}`)
    await tx.unsafe(`truncate ${shapes.map(({ name }) => quoted(name)).join(', ')}`)
    for (const { name, columns } of await inOrderOfReferences(tx, shapes)) {
      const into = await tx.unsafe(`copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`).writable()
      await pipeline(read(name), into)
    }
    // References that wait for the commit are checked now: a table with such checks before it cannot be altered.
    await tx.unsafe('set constraints all immediate')
    for (const shape of shapes) {
      const counted = countRows()
      await pipeline(await readTable(tx, shape), counted.stream.resume())
      const should = copied.tables.find(({ name }) => name === shape.name)
      if (counted.found().sha256 !== should?.sha256) {
        throw new DatabaseRefused(`the table ${shape.name} is not what was copied: ${counted.found().rows} rows`)
      }
    }
    for (const [name, { last, given }] of Object.entries(copied.sequences))
      await tx`select setval(${quoted(name)}::regclass, ${last}::bigint, ${given})`
    for (const { on, name, state } of triggers) await tx.unsafe(`alter table ${on} enable ${state} trigger ${name}`)
  })
}

/** Values are written as one text each on every server, and a copy takes as long as it takes. */
async function prepare(tx: Tx): Promise<void> {
  await tx.unsafe(`set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
    set local row_security = off; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
    set local bytea_output = 'hex'; set local extra_float_digits = 1`)
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/**
 * The tables, without columns that are computed and those that hold numbers of transactions, which mean nothing on
 * another server: loaded rows get that of the transaction which loads them.
 */
async function readShapes(tx: Tx): Promise<readonly TableShape[]> {
  return await tx<{ name: string; columns: string[]; order: string }[]>`
    select class.relname::text as name,
      array_agg(col.attname::text order by col.attname) as columns,
      coalesce((select string_agg(format('%I', key.attname) || case when key.attcollation = 0 then '' else ' collate "C"' end, ', '
          order by array_position(index.indkey::smallint[], key.attnum))
        from pg_index as index join pg_attribute as key on key.attrelid = index.indrelid and key.attnum = any (index.indkey)
        where index.indrelid = class.oid and index.indisprimary),
        string_agg(format('%I::text collate "C"', col.attname), ', ' order by col.attname)) as order
    from pg_class as class join pg_attribute as col on col.attrelid = class.oid
    where class.relnamespace = 'public'::regnamespace and class.relkind = 'r' and col.attnum > 0
      and not col.attisdropped and col.attgenerated = '' and col.atttypid <> 'xid8'::regtype
    group by class.oid, class.relname order by class.relname collate "C"`
}

async function readTable(tx: Tx, { name, columns, order }: TableShape): Promise<Readable> {
  const list = columns.map(quoted).join(', ')
  return await tx.unsafe(`copy (select ${list} from ${quoted(name)} order by ${order}) to stdout`).readable()
}

const newLine = 10

/** Passes rows on, counts and hashes them: each ends with a new line, and has none inside. */
function countRows(): { readonly stream: Transform; readonly found: () => { rows: number; sha256: string } } {
  const hash = createHash('sha256')
  let rows = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      for (const byte of chunk) if (byte === newLine) rows += 1
      done(null, chunk)
    },
  })
  return { stream, found: () => ({ rows, sha256: hash.copy().digest('hex') }) }
}

async function readSequences(tx: Tx): Promise<CopiedDatabase['sequences']> {
  const names = await tx<{ name: string }[]>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname collate "C"`
  const found: Record<string, { last: string; given: boolean }> = {}
  for (const { name } of names) {
    const [row] = await tx.unsafe<{ last: string; given: boolean }[]>(
      `select last_value::text as last, is_called as given from ${quoted(name)}`,
    )
    if (row !== undefined) found[name] = { last: row.last, given: row.given }
  }
  return found
}

function refuseOtherTables(shapes: readonly TableShape[], tables: readonly CopiedTable[]): void {
  const textOf = ({ name, columns }: { readonly name: string; readonly columns: readonly string[] }): string =>
    `${name} (${columns.join(', ')})`
  const made = new Set(shapes.map(textOf))
  const other = tables.map(textOf).find((table) => !made.has(table))
  if (other === undefined && shapes.length === tables.length) return
  throw new DatabaseRefused(`its migrations do not make the tables that were copied: ${other ?? 'one is missing'}`)
}

/** The triggers of the tables that are on, and how each is switched on again. */
async function readTriggers(tx: Tx): Promise<readonly { on: string; name: string; state: string }[]> {
  return await tx<{ on: string; name: string; state: string }[]>`
    select tgrelid::regclass::text as on, quote_ident(tgname) as name,
      case tgenabled when 'A' then 'always' when 'R' then 'replica' else '' end as state
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal and tgenabled <> 'D' order by 1, 2`
}

/** A row may refer only to rows that are there. */
async function inOrderOfReferences(tx: Tx, shapes: readonly TableShape[]): Promise<readonly TableShape[]> {
  const references = await tx<{ from: string; to: string }[]>`
    select source.relname::text as from, target.relname::text as to from pg_constraint
      join pg_class as source on source.oid = conrelid join pg_class as target on target.oid = confrelid
    where contype = 'f' and conrelid <> confrelid`
  const seen = new Set<TableShape>()
  const placed: TableShape[] = []
  const place = (shape: TableShape): void => {
    if (seen.has(shape)) return
    seen.add(shape)
    for (const { from, to } of references) {
      const target = from === shape.name ? shapes.find(({ name }) => name === to) : undefined
      if (target !== undefined) place(target)
    }
    placed.push(shape)
  }
  for (const shape of shapes) place(shape)
  return placed
}
