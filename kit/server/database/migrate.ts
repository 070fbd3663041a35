import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Instant } from '@bolsillo/kernel'
import type { Sql, Tx } from '../room.ts'
import { commitChangedTables, nameCause } from './cause-store.ts'
import { PostgresError } from './driver.ts'
import type { Login } from './embedded-server.ts'
import { asMigrator, despiteOthers, isHandedOver, makeRoles } from './roles.ts'

/** The migrations of one room: a folder of `0001-what.sql` files. */
export interface RoomMigrations {
  readonly room: string
  readonly folder: URL
}

/** A migration that a database has. */
export interface AppliedMigration {
  readonly room: string
  readonly file: string
  readonly sha256: string
}

interface MigrationFile {
  readonly room: string
  readonly file: string
  readonly text: string
  /** What runs before and after it in its transaction (decision 112). */
  readonly before: string | undefined
  readonly after: string | undefined
  readonly sha256: string
}

/** The program must not use this database; `message` is one line that says what to do. */
export class DatabaseRefused extends Error {
  override name = 'DatabaseRefused'
}

/** The migrations of `kit/server` itself, which come before every room's. */
export const kitMigrations: RoomMigrations = { room: 'kit', folder: new URL('../migrations/', import.meta.url) }

const notAllowed = '42501'
const advisoryLock = 4_815_162_342n
/** Files beside a migration: `0002-what.before.sql`, `0002-what.after.sql`. */
const aroundShape = /\.(before|after)\.sql$/
const fileShape = /^(\d{4})-[a-z0-9-]+\.sql$/

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Reads the migration files of the rooms, in order. @throws Error on a wrong or missing number. */
function readMigrations(rooms: readonly RoomMigrations[]): readonly MigrationFile[] {
  return rooms.flatMap(({ room, folder }) => {
    const path = fileURLToPath(folder)
    const all = existsSync(path) ? readdirSync(path).filter((file) => file.endsWith('.sql')) : []
    const files = all.filter((file) => !aroundShape.test(file)).sort()
    const stray = all.find((file) => aroundShape.test(file) && !files.includes(file.replace(aroundShape, '.sql')))
    if (stray !== undefined) throw new Error(`${room}: ${stray} has no migration that it belongs to`)
    const around = (file: string, when: string): string | undefined => {
      const beside = file.replace(/\.sql$/, `.${when}.sql`)
      return all.includes(beside) ? readFileSync(new URL(beside, folder), 'utf8') : undefined
    }
    return files.map((file, index) => {
      const number = Number(fileShape.exec(file)?.[1])
      if (number !== index + 1) throw new Error(`${room}: ${file} should be number ${index + 1}, as 0001-what.sql`)
      const text = readFileSync(new URL(file, folder), 'utf8')
      return { room, file, text, sha256: hashOf(text), before: around(file, 'before'), after: around(file, 'after') }
    })
  })
}

/**
 * The hashes of the migrations of these rooms and of what runs around them, by `room/file`, in the order they run.
 * @throws Error on a wrong number.
 */
export function migrationHashes(rooms: readonly RoomMigrations[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readMigrations(rooms).flatMap(({ room, file, sha256, before, after }) => [
      [`${room}/${file}`, sha256],
      ...(before === undefined ? [] : [[`${room}/${file.replace('.sql', '.before.sql')}`, hashOf(before)]]),
      ...(after === undefined ? [] : [[`${room}/${file.replace('.sql', '.after.sql')}`, hashOf(after)]]),
    ]),
  )
}

/**
 * Brings a database to the schema of these rooms: first the roles, which every start brings into their required
 * state, then every pending migration, all in one transaction. `owner` is the owner of the database, `login` what the
 * running server is to log in with. With `only`, it stops at the schema another database has: of a backup, to load its
 * rows. Several processes may run it at once: one migrates, the others find it done.
 * @returns how many were applied.
 * @throws DatabaseRefused when an applied migration was changed, or is unknown to this program, or when the owner may
 * not make the roles.
 */
export async function migrate(
  owner: Sql,
  login: Login,
  rooms: readonly RoomMigrations[],
  at: Instant,
  only?: readonly AppliedMigration[],
): Promise<number> {
  const all = readMigrations(rooms)
  if (only !== undefined) refuseStrangers(only, all)
  const names = new Set(only?.map(({ room, file }) => `${room}/${file}`))
  const wanted = only === undefined ? all : all.filter(({ room, file }) => names.has(`${room}/${file}`))
  return await despiteOthers(() =>
    owner.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(${advisoryLock})`
      const pending = await findPending(tx, wanted)
      const roles = await makeRoles(tx, login).catch(refuseForeignRoles)
      if (pending.length === 0 && (await isHandedOver(tx, roles))) return 0
      await asMigrator(tx, roles, () => applyAll(tx, pending, at))
      return pending.length
    }),
  )
}

/** A PostgreSQL server has one set of groups: an owner that did not create them cannot grant membership. */
function refuseForeignRoles(error: unknown): never {
  if (!(error instanceof PostgresError) || error.code !== notAllowed) throw error
  throw new DatabaseRefused(
    `the owner of the database may not set its roles right (${error.message}): use the owner that made them, or a superuser`,
  )
}

async function applyAll(tx: Tx, pending: readonly MigrationFile[], at: Instant): Promise<void> {
  await tx`create table if not exists migration (
    room text not null, file text not null, sha256 text not null, applied_at bigint not null,
    primary key (room, file))`
  for (const { room, file, text, sha256, before, after } of pending) {
    await nameCause(tx, { cause: `migration:${room}/${file}` })
    for (const part of [before, text, after]) {
      if (part === undefined) continue
      await tx.unsafe(part).catch((error: unknown) => {
        throw new Error(`migration ${room}/${file}: ${error instanceof Error ? error.message : 'failed'}`, {
          cause: error,
        })
      })
    }
    await tx`insert into migration ${tx({ room, file, sha256, applied_at: at })}`
  }
  await commitChangedTables(tx)
}

async function findPending(tx: Tx, wanted: readonly MigrationFile[]): Promise<readonly MigrationFile[]> {
  const [table] = await tx`select to_regclass('public.migration') is not null as there`
  if (table?.there !== true) return wanted
  const applied = await tx<{ room: string; file: string; sha256: string }[]>`select room, file, sha256 from migration`
  refuseStrangers(applied, wanted)
  const known = new Set(applied.map(({ room, file }) => `${room}/${file}`))
  return wanted.filter(({ room, file }) => !known.has(`${room}/${file}`))
}

function refuseStrangers(applied: readonly AppliedMigration[], wanted: readonly MigrationFile[]): void {
  const byName = new Map(wanted.map((migration) => [`${migration.room}/${migration.file}`, migration.sha256]))
  for (const { room, file, sha256 } of applied) {
    const known = byName.get(`${room}/${file}`)
    if (known === undefined) {
      throw new DatabaseRefused(
        `the database has the migration ${room}/${file}, which this version does not know: start the version that made it`,
      )
    }
    if (known !== sha256) {
      throw new DatabaseRefused(
        `the migration ${room}/${file} was changed after it was applied: restore it and add a new one`,
      )
    }
  }
}
