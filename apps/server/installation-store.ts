import type { Instant } from '@bolsillo/kernel'
import { ledgerRole, type Mode, roleNamesOf, type Sql, type Tx } from '@bolsillo/server-kit'

/** The database's record of its installation. */
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

/** The record, or undefined when the database is not one of ours. */
export async function findInstallation(owner: Sql): Promise<Installation | undefined> {
  const [table] = await owner<{ there: boolean }[]>`select to_regclass('public.installation') is not null as there`
  if (table?.there !== true) return undefined
  const [row] = await owner<{ mode: Mode; demo_at: bigint | null }[]>`select mode, demo_at from installation`
  return row === undefined ? undefined : { mode: row.mode, hasDemo: row.demo_at !== null }
}

/** Whether the database has no tables at all. Ours are never created beside those of others. */
export async function isEmpty(owner: Sql): Promise<boolean> {
  const rows = await owner`select 1 from pg_tables where schemaname = 'public' limit 1`
  return rows.length === 0
}

/** Whether our migrations were applied: a first start may have ended between them and the record of the installation. */
export async function isOurs(owner: Sql): Promise<boolean> {
  const [table] = await owner<{ there: boolean }[]>`
    select to_regclass('public.migration') is not null and to_regclass('public.installation') is not null as there`
  if (table?.there !== true) return false
  const rows = await owner`select 1 from migration where room = 'kit'`
  return rows.length > 0
}

/** Whether a server of ours is connected, as its runtime login or as the owner: at its own first start. */
export async function hasOtherServer(owner: Sql): Promise<boolean> {
  const { app } = await roleNamesOf(owner)
  const rows = await owner`
    select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and (usename = ${app} or application_name = 'bolsillo owner') limit 1`
  return rows.length > 0
}

/** What the login of DATABASE_URL lacks to be the owner of an installation, as what to run; undefined when nothing. */
export async function missingRight(owner: Sql): Promise<string | undefined> {
  const [row] = await owner<{ who: string; name: string; owns: boolean; makes: boolean }[]>`
    select quote_ident(current_user) as who, quote_ident(datname) as name, pg_has_role(current_user, datdba, 'usage') as owns,
      rolsuper or rolcreaterole as makes
    from pg_database, pg_roles where datname = current_database() and rolname = current_user`
  if (row?.owns !== true) return `alter database ${row?.name ?? ''} owner to ${row?.who ?? ''}`
  return row.makes ? undefined : `alter role ${row.who} createrole`
}

/** Removes all that migrations made in a database, and nothing of others. Only for one that nobody has used yet. */
export async function removeEverything(owner: Sql): Promise<void> {
  const { migrator } = await roleNamesOf(owner)
  const made = await owner`select 1 from pg_roles where rolname = ${migrator}`
  if (made.length === 0) return
  await owner.begin(async (tx) => {
    await tx`set local statement_timeout = 0`
    await tx.unsafe(`drop owned by ${migrator}, ${ledgerRole} cascade`)
  })
}

/** Records the mode of the database, which never changes. */
export async function noteInstallation(owner: Tx, mode: Mode, at: Instant): Promise<void> {
  await owner`insert into installation (mode, created_at) values (${mode}, ${at}) on conflict do nothing`
}

/** Records that the demo is complete. */
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
