import { type BooksRead, fetched } from '../books-store.ts'
import type { KeptTable } from '../kept-tables.ts'

/** A row of a table that decides something, as it is committed to. */
export interface KeptRow {
  readonly key: string
  /** Its columns as PostgreSQL writes them as a JSON object, in PostgreSQL's own order. */
  readonly body: string
  readonly salt: Buffer | undefined
}

const rowsAtOnce = 500

/** The tables of the product that are there. */
export async function readTables(read: BooksRead): Promise<ReadonlySet<string>> {
  const rows = await read<{ name: string }[]>`select tablename as name from pg_tables where schemaname = 'public'`
  return new Set(rows.map(({ name }) => name))
}

/** The rows of a table. Names come from the list of `kept-tables.ts`. */
export async function* readKeptRows(read: BooksRead, table: string, kept: KeptTable): AsyncGenerator<KeptRow> {
  const [only] = kept.key
  const key =
    kept.key.length === 1
      ? `whole.body ->> '${only}'`
      : `jsonb_build_array(${kept.key.map((name) => `whole.body -> '${name}'`).join(', ')})::text`
  const leftOut = Object.keys(kept.leftOut ?? {}).join(',')
  const rows = `
    select named.key, named.body, salt.salt
    from (
      select ${key} as key, (whole.body - '{${leftOut}}'::text[])::text as body
      from (select to_jsonb(own) as body from "${table}" as own offset 0) as whole
    ) as named left join row_salt as salt on salt.table_name = '${table}' and salt.key = named.key`
  type Stored = { key: string; body: string; salt: Buffer | null }
  // Most tables have few rows: one question instead of three.
  const first = (await read.unsafe(`${rows} limit ${rowsAtOnce}`)) as unknown as readonly Stored[]
  if (first.length < rowsAtOnce) {
    for (const row of first) yield { ...row, salt: row.salt ?? undefined }
    return
  }
  await read.unsafe(`declare kept_rows no scroll cursor for ${rows}`)
  for await (const row of fetched<Stored>(read, 'kept_rows', rowsAtOnce)) yield { ...row, salt: row.salt ?? undefined }
}

/** An act that has no number yet. */
export interface WaitingRowAct {
  readonly place: bigint
  readonly kind: string
  readonly by: string | undefined
  readonly table: string
  readonly key: string
  /** 64 hex digits. */
  readonly commitment: string | undefined
  /** For how long by the database's clock; undefined while no server is at work that could number it. */
  readonly waitedMs: bigint | undefined
}

/** The acts that wait for their numbers, in the order they were written in. */
export async function readWaitingActs(read: BooksRead): Promise<readonly WaitingRowAct[]> {
  const rows = await read<
    {
      place: string
      kind: string
      by: string | null
      table: string
      key: string
      commitment: string | null
      ms: string | null
    }[]
  >`
    select place::text, kind, cause as by, subject as table, key, encode(commitment, 'hex') as commitment,
      case when served.yes then ((extract(epoch from now()) * 1000)::bigint - queued_at)::text end as ms
    from act_queue, (
      select count(*) > 0 as yes from pg_stat_activity
      where datname = current_database() and application_name = 'bolsillo'
    ) as served order by act_queue.place`
  return rows.map(({ place, by, commitment, ms, ...act }) => ({
    ...act,
    place: BigInt(place),
    by: by ?? undefined,
    commitment: commitment ?? undefined,
    waitedMs: ms === null ? undefined : BigInt(ms),
  }))
}
