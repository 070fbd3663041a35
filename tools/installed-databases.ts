import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  addressFor,
  connect,
  type DatabaseAddress,
  hasCluster,
  readDatabaseUrl,
  runningServer,
  startEmbeddedServer,
} from '@bolsillo/server-kit'
import { exchangeIds } from '@bolsillo/venue-ccxt/exchanges'

/** The databases one data folder may have: one per market (see apps/server). */
export const embeddedNames: readonly string[] = [
  'bolsillo',
  'bolsillo_replay',
  ...exchangeIds.map((id) => `bolsillo_live_${id}`),
]

/** The data folder of the installation: `DATA_DIR`, or `var`. */
export function dataFolder(): string {
  const { DATA_DIR: folder = '' } = process.env
  return resolve(fileURLToPath(new URL('..', import.meta.url)), folder === '' ? 'var' : folder)
}

/**
 * Runs work on every database of the installation that has a ledger: the one at the given address, or those of the
 * data folder, whose server is started temporarily if it does not run.
 * @throws Error when the address is none, or nothing answers there.
 */
export async function withDatabases<T>(
  url: string,
  work: (address: DatabaseAddress) => Promise<T>,
): Promise<readonly T[]> {
  if (url !== '') {
    const address = readDatabaseUrl(url)
    if (address === undefined)
      throw new Error('DATABASE_URL is not of the form postgres://user:password@host:port/database')
    return await each([address], work)
  }
  const folder = dataFolder()
  if (!hasCluster(folder)) return []
  const running = runningServer(folder)
  const started = running === undefined ? await startEmbeddedServer({ dataDir: folder, durable: true }) : undefined
  try {
    const server = running ?? started?.address
    return server === undefined ? [] : await each(await databasesOf(server), work)
  } finally {
    await started?.stop()
  }
}

async function each<T>(
  addresses: readonly DatabaseAddress[],
  work: (address: DatabaseAddress) => Promise<T>,
): Promise<T[]> {
  const done: T[] = []
  for (const address of addresses) if (await hasLedger(address)) done.push(await work(address))
  return done
}

async function hasLedger(address: DatabaseAddress): Promise<boolean> {
  const sql = connect(address, { connectionsMax: 1, name: 'look for a ledger' })
  try {
    const [there] = await sql`select to_regclass('public.ledger_head') is not null as ledger`
    return there?.ledger === true
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function databasesOf(server: DatabaseAddress): Promise<readonly DatabaseAddress[]> {
  const sql = connect(server, { connectionsMax: 1, name: 'look for databases' })
  try {
    const rows = await sql<
      { datname: string }[]
    >`select datname from pg_database where datname = any (${[...embeddedNames]})`
    return rows.map(({ datname }) => addressFor(server, { database: datname }))
  } finally {
    await sql.end({ timeout: 5 })
  }
}
