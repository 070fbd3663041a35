import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Instant, present } from '@bolsillo/kernel'
import {
  addressFor,
  connect,
  type DatabaseAddress,
  DatabaseRefused,
  deviationLine,
  dropDatabase,
  keptPasswords,
  kitMigrations,
  type Log,
  type Login,
  type Mode,
  migrate,
  postgresMajor,
  type RoomMigrations,
  runtimeAddress,
  runtimeLogin,
  type Sql,
  serverSilentMaxMs,
  startEmbeddedServer,
  transaction,
  watchOutages,
} from '@bolsillo/server-kit'
import { type Config, databaseName, StartRefused } from './config.ts'
import { findDeviations } from './guards.ts'
import {
  findInstallation,
  hasDatabase,
  hasOtherServer,
  type Installation,
  isEmpty,
  isOurs,
  missingRight,
  noteDemo,
  noteInstallation,
  removeEverything,
  serverMajor,
} from './installation-store.ts'

/** The database of a server, open. */
export interface Database {
  /** What use cases run on. */
  readonly sql: Sql
  /** For transactions beside a request's own; see WriteContext.aside. */
  readonly asideSql: Sql
  /** For what customers read; see MountOptions.customerSql. */
  readonly customerSql: Sql
  /** Whether PostgreSQL takes no connections now. */
  readonly isDown: () => boolean
  readonly hasDemo: boolean
  /** Whether the first start is still under way: see Services.isBeginning. */
  readonly isBeginning: () => boolean
  /** Brings the schema of these rooms up to date. @throws StartRefused when the database knows more than we do. */
  readonly migrate: (rooms: readonly RoomMigrations[], at: Instant) => Promise<void>
  readonly noteDemo: (at: Instant) => Promise<void>
  /** Closes the owner's connection: requests are served with the rights of the running server only. */
  readonly closeOwner: () => Promise<void>
  readonly close: () => Promise<void>
}

const poolMax = 20
const asidePoolMax = 4
const customerPoolMax = 8

/**
 * Starts or finds the database, and checks that it is one of ours and of this mode. Does not migrate it.
 * @throws StartRefused when it is not; nothing was changed then.
 */
export async function openDatabase(config: Config, mode: Mode, log: Log): Promise<Database> {
  const server = config.databaseUrl === undefined ? await startEmbedded(config, log) : undefined
  let owner: Sql | undefined
  try {
    if (server !== undefined) await ensureDatabase(server.address, databaseName(config))
    const address =
      server === undefined
        ? present(config.databaseUrl, 'database address')
        : addressFor(server.address, { database: databaseName(config) })
    owner = connect(address, { connectionsMax: 1, name: 'bolsillo owner' })
    const installation = server === undefined ? await findUsed(owner, mode) : await checkDatabase(owner, mode)
    const login = await runtimeLogin(owner, keptPasswords(join(config.dataDir, 'database.key')))
    return openPools(owner, address, { mode, log, installation, login, stopServer: server?.stop })
  } catch (error) {
    await owner?.end({ timeout: 1 })
    await server?.stop()
    throw error
  }
}

async function startEmbedded(
  config: Config,
  log: Log,
): Promise<{ address: DatabaseAddress; stop: () => Promise<void> }> {
  try {
    return await startEmbeddedServer({ dataDir: config.dataDir, durable: true, log })
  } catch (error) {
    throw new StartRefused(error instanceof Error ? error.message : 'PostgreSQL did not start')
  }
}

/**
 * Creates the database, or recreates it when the first start ended before the demo was complete: nobody has used it
 * yet, so nothing is lost.
 */
async function ensureDatabase(address: DatabaseAddress, name: string): Promise<void> {
  const admin = connect(address, { connectionsMax: 1, name: 'bolsillo admin' })
  try {
    if (await hasDatabase(admin, name)) {
      const owner = connect(addressFor(address, { database: name }), { connectionsMax: 1, name: 'bolsillo owner' })
      const installation = await findInstallation(owner).finally(() => owner.end({ timeout: 1 }))
      if (installation !== undefined && (installation.hasDemo || installation.mode === 'LIVE')) return
      await dropDatabase(admin, name)
    }
    await admin.unsafe(`create database ${name}`)
  } finally {
    await admin.end({ timeout: 1 })
  }
}

/** Refuses a database into which no backup can be restored, before anything is made. @throws StartRefused */
export async function checkRestoreTarget(owner: Sql): Promise<void> {
  await refuseOtherVersion(owner)
  if (!(await isEmpty(owner))) {
    throw new StartRefused(
      'DATABASE_URL names a database that has tables: a backup is restored into an empty one of its own',
    )
  }
  await refuseMissingRight(owner)
}

async function refuseOtherVersion(owner: Sql): Promise<void> {
  const major = await serverMajor(owner).catch((error: unknown) => {
    const why = error instanceof Error ? error.message : 'no answer'
    throw new StartRefused(`DATABASE_URL cannot be reached (${why}): check the address and that the server runs`)
  })
  if (major !== postgresMajor) {
    throw new StartRefused(
      `the database is PostgreSQL ${major}, this program needs ${postgresMajor}: give it one of that version`,
    )
  }
}

async function checkDatabase(owner: Sql, mode: Mode): Promise<Installation | undefined> {
  await refuseOtherVersion(owner)
  const installation = await findInstallation(owner)
  if (installation === undefined && !(await isEmpty(owner)) && !(await isOurs(owner))) {
    throw new StartRefused(
      'DATABASE_URL names a database with tables of something else: give it an empty one of its own',
    )
  }
  if (installation !== undefined && installation.mode !== mode) {
    throw new StartRefused(
      `the database is of mode ${installation.mode}, this program runs ${mode}, and the two never share one: give it another database`,
    )
  }
  return installation
}

/** Refuses a login that cannot be the owner of an installation, before anything is made. */
async function refuseMissingRight(owner: Sql): Promise<void> {
  const lacking = await missingRight(owner)
  if (lacking === undefined) return
  throw new StartRefused(
    `the login of DATABASE_URL must own the database and may create roles: as a superuser, run ${lacking}`,
  )
}

const leftoverWithinMs = 15_000
const pollMs = 250

/**
 * The installation of a database of the firm's own. One whose first start was cut short before the demo was complete is
 * emptied, and that start begins anew: its server never answered, so nobody has used it.
 */
async function findUsed(owner: Sql, mode: Mode): Promise<Installation | undefined> {
  const found = await checkDatabase(owner, mode)
  await refuseMissingRight(owner)
  const isUnused = found === undefined ? await isOurs(owner) : !found.hasDemo && found.mode === 'SIM'
  if (!isUnused) return found
  // The connections of a server that was killed end when PostgreSQL notices.
  for (let waitedMs = 0; await hasOtherServer(owner); waitedMs += pollMs) {
    if (waitedMs >= leftoverWithinMs) {
      throw new StartRefused(
        'another server is at its first start on the database of DATABASE_URL: wait until it is ready, or stop it',
      )
    }
    await sleep(pollMs)
  }
  await removeEverything(owner)
  return undefined
}

/** A database with changed guards is not served: its contents can no longer be trusted. */
async function refuseDeviations(owner: Sql): Promise<void> {
  const [first, ...others] = await findDeviations(owner)
  if (first === undefined) return
  const more = others.length === 0 ? '' : `, and ${others.length} more`
  throw new StartRefused(
    `the database is not what its migrations made it (${deviationLine(first)}${more}): npm run check:books names all; undo that, or restore a backup`,
  )
}

interface Opened {
  readonly mode: Mode
  readonly log: Log
  readonly installation: Installation | undefined
  readonly login: Login
  readonly stopServer: (() => Promise<void>) | undefined
}

function openPools(
  owner: Sql,
  address: DatabaseAddress,
  { mode, log, installation, login, stopServer }: Opened,
): Database {
  const app = runtimeAddress(address, login)
  const silentMaxMs = serverSilentMaxMs
  const watch = watchOutages(connect(app, { connectionsMax: 1, name: 'bolsillo watch', silentMaxMs }), log)
  const onLost = watch.suspect
  let isBeginning = mode === 'SIM' && installation?.hasDemo !== true
  const sql = connect(app, { connectionsMax: poolMax, name: 'bolsillo', silentMaxMs, onLost })
  const asideSql = connect(app, { connectionsMax: asidePoolMax, name: 'bolsillo aside', silentMaxMs, onLost })
  const customerSql = connect(app, { connectionsMax: customerPoolMax, name: 'bolsillo customers', silentMaxMs, onLost })
  return {
    sql,
    asideSql,
    customerSql,
    isDown: watch.isDown,
    hasDemo: installation?.hasDemo === true,
    isBeginning: () => isBeginning,
    migrate: async (rooms, at) => {
      try {
        await migrate(owner, login, [kitMigrations, ...rooms], at)
      } catch (error) {
        if (error instanceof DatabaseRefused) throw new StartRefused(error.message)
        throw error
      }
      await refuseDeviations(owner)
      if (installation === undefined)
        await transaction(owner, (tx) => noteInstallation(tx, mode, at), { cause: 'start:first' })
    },
    noteDemo: async (at) => {
      await transaction(owner, (tx) => noteDemo(tx, at), { cause: 'start:demo' })
      isBeginning = false
    },
    closeOwner: () => owner.end({ timeout: 5 }),
    close: async () => {
      await watch.stop()
      await Promise.all([sql, asideSql, customerSql, owner].map((pool) => pool.end({ timeout: 5 })))
      await stopServer?.()
    },
  }
}
