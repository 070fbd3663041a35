import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { present } from '@bolsillo/kernel'
import type { Sql, Tx } from '../room.ts'
import { customerRole } from './cause-store.ts'
import { type ConnectOptions, connect } from './connect.ts'
import { PostgresError } from './driver.ts'
import type { DatabaseAddress, Login } from './embedded-server.ts'

// Roles belong to a whole PostgreSQL server, and migrations grant by role name. So the roles that migrations name are
// groups without login, shared by all databases of a server. The role that logs in and the role that owns the tables
// belong to one database each and are named after its number (decision 85).

/** The group to which migrations grant the running server's rights; its members are the logins of the databases. */
export const appRole = 'bolsillo_app'
/** The only role that writes ledger tables. Nobody logs in as it. */
export const ledgerRole = 'bolsillo_ledger'
/** Its members see the rows of all customers: the running server's logins, outside of customers' calls. */
const everyoneRole = 'bolsillo_everyone'

/** The roles of one database. */
export interface RoleNames {
  /** The login of the running server. */
  readonly app: string
  /** Owns every table and runs the migrations. Nobody logs in as it. */
  readonly migrator: string
}

/** The password of a login, made once and kept. */
export type Passwords = (role: string) => string

const passwordBytes = 24
const ownerOnly = 0o600

/** Passwords kept in a file that only this user may read. */
export function keptPasswords(file: string): Passwords {
  const read = (): Readonly<Record<string, string>> =>
    existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {}
  return (role) => {
    const kept = read()[role]
    if (kept !== undefined) return kept
    const made = randomBytes(passwordBytes).toString('hex')
    // Written to a temporary file and renamed: a truncated file would lock nobody out, but would puzzle its reader.
    writeFileSync(`${file}.part`, `${JSON.stringify({ ...read(), [role]: made }, undefined, 2)}\n`, { mode: ownerOnly })
    renameSync(`${file}.part`, file)
    return made
  }
}

/** Passwords for databases that are thrown away with this process. */
export function passwordsInMemory(): Passwords {
  const kept = new Map<string, string>()
  return (role) => {
    const password = kept.get(role) ?? randomBytes(passwordBytes).toString('hex')
    kept.set(role, password)
    return password
  }
}

/** The names of a database's own roles: a server numbers its databases, and never gives two the same number. */
export async function roleNamesOf(sql: Sql | Tx): Promise<RoleNames> {
  const [row] = await sql<{ number: string }[]>`
    select oid::text as number from pg_database where datname = current_database()`
  const { number } = present(row, 'the database we are in')
  return { app: `${appRole}_${number}`, migrator: `bolsillo_migrator_${number}` }
}

/** Drops a database that nobody has used, and its roles with it. Run by an owner who is connected to another. */
export async function dropDatabase(owner: Sql, name: string): Promise<void> {
  const [row] = await owner<{ number: string }[]>`select oid::text as number from pg_database where datname = ${name}`
  const { number } = present(row, name)
  await owner.unsafe(`drop database ${name}`)
  await owner.unsafe(`drop role if exists ${appRole}_${number}, bolsillo_migrator_${number}`)
}

/** How the running server logs in to the database of `owner`; the roles need not be there yet. */
export async function runtimeLogin(owner: Sql, passwords: Passwords): Promise<Login> {
  const { app } = await roleNamesOf(owner)
  return { user: app, password: passwords(app) }
}

/**
 * Brings the roles of a database into their required state: they exist, have no privileges, have the stored password,
 * and no other role may connect. The database owner runs this at every start, whatever happened to the roles since.
 */
export async function makeRoles(tx: Tx, login: Login): Promise<RoleNames> {
  const names = { ...(await roleNamesOf(tx)), app: login.user }
  const groups = [appRole, ledgerRole, everyoneRole, customerRole, names.migrator]
  const there = await rolesThere(tx, [...groups, names.app])
  for (const role of [...groups, names.app]) if (!there.has(role)) await tx.unsafe(`create role ${role} nologin`)
  // Versions before decision 85 logged in as one of these groups, with a password derived from the owner's.
  for (const role of groups)
    if (there.get(role)?.login === true) await tx.unsafe(`alter role ${role} nologin password null`)
  for (const [role, { power }] of there) if (power) await tx.unsafe(`alter role ${role} ${withoutPowers}`)
  const limits = "connection limit -1 valid until 'infinity'"
  await tx.unsafe(`alter role ${names.app} with login password '${scramVerifier(login.password)}' ${limits}`)
  await tx.unsafe(`grant ${appRole}, ${everyoneRole} to ${names.app} with inherit true, set false`)
  await tx.unsafe(`grant ${appRole} to ${customerRole} with inherit true, set false`)
  await tx.unsafe(`grant ${customerRole} to ${names.app} with inherit false, set true`)
  await tx.unsafe(`grant ${ledgerRole} to ${names.migrator} with inherit true, set true`)
  await tx.unsafe(`grant ${ledgerRole}, ${names.migrator} to current_user with inherit true, set true`)
  // The owner's tools assume it to have the server's rights and no more.
  await tx.unsafe(`grant ${names.app} to current_user with inherit false, set true`)
  await tx.unsafe(`grant usage on schema public to ${appRole}, ${ledgerRole}, ${names.migrator}`)
  await restrictConnections(tx, names)
  return names
}

const withoutPowers = 'nosuperuser nocreatedb nocreaterole noreplication nobypassrls'

interface RoleThere {
  readonly login: boolean
  readonly power: boolean
}

async function rolesThere(tx: Tx, names: readonly string[]): Promise<ReadonlyMap<string, RoleThere>> {
  const rows = await tx<{ name: string; login: boolean; power: boolean }[]>`
    select rolname::text as name, rolcanlogin as login,
      rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as power
    from pg_roles where rolname = any (${[...names]})`
  return new Map(rows.map(({ name, ...role }) => [name, role]))
}

/** No other login may connect to the database, and ours may not create objects there, at any moment. */
async function restrictConnections(tx: Tx, { app }: RoleNames): Promise<void> {
  const [row] = await tx<{ name: string }[]>`select quote_ident(current_database()) as name`
  const { name } = present(row, 'the database we are in')
  await tx.unsafe(`revoke connect, temporary on database ${name} from public`)
  await tx.unsafe(`grant connect on database ${name} to ${app}`)
  await tx.unsafe('revoke create on schema public from public')
}

/** Whether the tables, if there are any, belong to the role that should own them. */
export async function isHandedOver(tx: Tx, { migrator }: RoleNames): Promise<boolean> {
  const [other] = await tx<{ is: boolean }[]>`
    select exists (select from pg_class where oid = to_regclass('public.migration')
      and pg_get_userbyid(relowner) <> ${migrator}) as is`
  return other?.is !== true
}

/**
 * Transfers objects of versions before decision 85 to the role that owns everything since. Functions that run as the
 * ledger's role keep it as their owner.
 */
async function handOver(tx: Tx, roles: RoleNames): Promise<void> {
  if (await isHandedOver(tx, roles)) return
  const { migrator } = roles
  const rows = await tx<{ change: string }[]>`
    with public as (select oid from pg_namespace where nspname = 'public'),
      owners as (select oid from pg_roles where rolname not in (${migrator}, ${ledgerRole}))
    select format('%s public.%I', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, relname) as change
    from pg_class as class
    where relnamespace in (table public) and relowner in (table owners) and relkind in ('r', 'p', 'v', 'S')
      -- A sequence of a column goes with its table.
      and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = class.oid and deptype in ('a', 'i')
        and refclassid = 'pg_class'::regclass and relkind = 'S')
    union all
    select format('routine %s', oid::regprocedure) from pg_proc
    where pronamespace in (table public) and proowner in (table owners)
    union all
    select format('type public.%I', typname) from pg_type as type
    where typnamespace in (table public) and typowner in (table owners) and (typtype in ('e', 'd') or exists (
      select from pg_class where oid = type.typrelid and relkind = 'c'))`
  for (const { change } of rows) await tx.unsafe(`alter ${change} owner to ${migrator}`)
}

/**
 * Runs work as the role that owns the tables and may create new ones only during it. PostgreSQL checks that role's
 * rights; the session user remains the owner of the database.
 */
export async function asMigrator<T>(tx: Tx, roles: RoleNames, work: () => Promise<T>): Promise<T> {
  const { migrator } = roles
  await tx.unsafe(`grant create on schema public to ${migrator}, ${ledgerRole}`)
  await handOver(tx, roles)
  await tx.unsafe(`set local role ${migrator}`)
  const outcome = await work()
  await tx.unsafe('reset role')
  await tx.unsafe(`revoke create on schema public from ${migrator}, ${ledgerRole}`)
  return outcome
}

const scram = { iterations: 4096, bytes: 32, saltBytes: 16, digest: 'sha256' } as const

/** The SCRAM verifier of a password (RFC 5803): sent in its place, because servers log such statements. */
function scramVerifier(password: string, salt: Uint8Array = randomBytes(scram.saltBytes)): string {
  const { iterations, bytes, digest } = scram
  const salted = pbkdf2Sync(password, salt, iterations, bytes, digest)
  const keyOf = (purpose: string): Buffer => createHmac(digest, salted).update(purpose).digest()
  const stored = createHash(digest).update(keyOf('Client Key')).digest('base64')
  const verifier = `${stored}:${keyOf('Server Key').toString('base64')}`
  return `SCRAM-SHA-256$${iterations}:${Buffer.from(salt).toString('base64')}$${verifier}`
}

// All databases of a server share the rows of roles: one of two simultaneous starts may fail on a concurrent update.
const metOther = /tuple concurrently|pg_authid_|pg_auth_members_|deadlock/
const triesMax = 10

/** Retries work that failed because another database's start updated the shared roles. */
export async function despiteOthers<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof PostgresError) || !metOther.test(error.message) || tries === triesMax) throw error
    }
  }
}

/** Opens a pool with the owner's login and the running server's rights: for tools beside it. */
export async function connectAsServer(address: DatabaseAddress, options: ConnectOptions): Promise<Sql> {
  const owner = connect(address, { connectionsMax: 1, name: options.name })
  const { app } = await roleNamesOf(owner).finally(() => owner.end({ timeout: 5 }))
  return connect(address, { ...options, role: app })
}

/** The address at which the running server logs in. */
export function runtimeAddress(address: DatabaseAddress, login: Login): DatabaseAddress {
  return { ...address, ...login, runtime: login }
}
