import { randomBytes } from 'node:crypto'
import { assert } from '@bolsillo/kernel'
import { addressFor, connect, type DatabaseAddress, type Sql } from '@bolsillo/server-kit'

/** The environment variable in which the global setup passes the server's address to the test workers. */
export const serverVariable = 'BOLSILLO_TEST_DATABASE'
export const templateDatabase = 'template_of_all_rooms'

/** A database of one test file, cloned from the template. */
export interface TestDatabase {
  /** As the runtime role: what use cases get. */
  readonly sql: Sql
  /** As the owner: for looking where the runtime role may not. */
  readonly owner: Sql
  readonly address: DatabaseAddress
  /** Closes the pools and drops the database. Call it in `afterAll`. */
  readonly drop: () => Promise<void>
}

/** The address of a database as `DATABASE_URL` takes it; a socket's folder travels in the query. */
export function databaseUrl({ host, port, database, user, password }: DatabaseAddress): string {
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password ?? '')}`
  const place = host.startsWith('/')
    ? `localhost:${port}/${database}?host=${encodeURIComponent(host)}`
    : `${host}:${port}/${database}`
  return `postgres://${login}@${place}`
}

/**
 * A new database with all migrations applied, in some tens of milliseconds. `grammar`: it refuses entries that no grammar
 * allows, as every installation does; the template does not, because most tests post whatever shows their point.
 */
export async function testDatabase(
  options: { readonly connectionsMax?: number; readonly grammar?: boolean } = {},
): Promise<TestDatabase> {
  const made = await makeDatabase(templateDatabase, options.connectionsMax ?? 4)
  if (options.grammar === true) await made.owner`alter table journal_block enable trigger check_entries`
  return made
}

/** A new database with nothing in it: for what makes its own schema. */
export function emptyTestDatabase(): Promise<TestDatabase> {
  return makeDatabase('template1', 1)
}

async function makeDatabase(template: string, connectionsMax: number): Promise<TestDatabase> {
  const server = readServerVariable(process.env[serverVariable])
  const database = `test_${process.pid}_${randomBytes(6).toString('hex')}`
  const admin = connect(server, { connectionsMax: 1, name: 'test admin' })
  await admin.unsafe(`create database ${database} template ${template} strategy file_copy`)
  await admin.end()
  const address = addressFor(server, { database })
  const sql = connect(addressFor(address, { asApp: true }), {
    connectionsMax,
    name: 'test',
  })
  const owner = connect(address, { connectionsMax: 1, name: 'test owner' })
  const drop = async (): Promise<void> => {
    await sql.end({ timeout: 5 })
    await owner.end({ timeout: 5 })
    const last = connect(server, { connectionsMax: 1, name: 'test admin' })
    await last.unsafe(`drop database ${database} with (force)`)
    await last.end()
  }
  return { sql, owner, address, drop }
}

/** Lets the running server's login into a clone and nobody else, as into the database of an installation. */
export async function letOnlyServerIn({ owner, address }: TestDatabase): Promise<void> {
  await owner.unsafe(`revoke connect, temporary on database ${address.database} from public`)
  await owner.unsafe(`grant connect on database ${address.database} to ${address.runtime?.user}`)
}

/** Writes a server's address for the environment. */
export function writeServerVariable(address: DatabaseAddress): string {
  return JSON.stringify(address)
}

function readServerVariable(text: string | undefined): DatabaseAddress {
  assert(text !== undefined, 'tests with a database are called *.db.test.ts and run in the vitest project "db"')
  return JSON.parse(text) as DatabaseAddress
}
