import type { Instant } from '@bolsillo/kernel'
import type { Mode, Sql, Tx } from '@bolsillo/server-kit'

/** What a database says it is. */
export interface Installation {
  readonly mode: Mode
  /** Whether the demo was given in full. */
  readonly hasDemo: boolean
}

/** The major version of the server: `18`. */
export async function serverMajor(owner: Sql): Promise<string> {
  const [row] = await owner<{ version: string }[]>`select current_setting('server_version_num') as version`
  return String(Math.floor(Number(row?.version ?? 0) / 10_000))
}

/** What the database is, or undefined when it is empty of ours. */
export async function findInstallation(owner: Sql): Promise<Installation | undefined> {
  const [table] = await owner<{ there: boolean }[]>`select to_regclass('public.installation') is not null as there`
  if (table?.there !== true) return undefined
  const [row] = await owner<{ mode: Mode; demo_at: bigint | null }[]>`select mode, demo_at from installation`
  return row === undefined ? undefined : { mode: row.mode, hasDemo: row.demo_at !== null }
}

/** Whether anything at all is in the database. Ours is never put beside somebody else's tables. */
export async function isEmpty(owner: Sql): Promise<boolean> {
  const rows = await owner`select 1 from pg_tables where schemaname = 'public' limit 1`
  return rows.length === 0
}

/** Says, once and for all, of which mode the database is. */
export async function noteInstallation(owner: Tx, mode: Mode, at: Instant): Promise<void> {
  await owner`insert into installation (mode, created_at) values (${mode}, ${at}) on conflict do nothing`
}

/** Notes that the demo is whole. */
export async function noteDemo(owner: Tx, at: Instant): Promise<void> {
  await owner`update installation set demo_at = ${at}`
}

/** Whether a database of this name is on the server. */
export async function hasDatabase(owner: Sql, name: string): Promise<boolean> {
  const rows = await owner`select 1 from pg_database where datname = ${name}`
  return rows.length === 1
}

/** Whether the database answers at all. */
export async function answers(sql: Sql): Promise<boolean> {
  try {
    await sql`select 1`
    return true
  } catch {
    return false
  }
}
