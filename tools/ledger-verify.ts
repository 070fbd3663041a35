import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { verifyAudit } from '@bolsillo/audit/server'
import { verifyLedger } from '@bolsillo/ledger/server'
import {
  addressFor,
  connect,
  type DatabaseAddress,
  hasCluster,
  readDatabaseUrl,
  runningServer,
  type Sql,
  startEmbeddedServer,
} from '@bolsillo/server-kit'

// `npm run ledger:verify`: re-derives every balance and hold from the journal, follows both chains from their first
// record, and prints one line per database. Exit code 0: everything follows. 1: something does not, and the line names
// the first row. 2: there was nothing it could look at.

const exitOk = 0
const exitTampered = 1
const exitCannot = 2

/** The databases one data folder may have: one per market (see apps/server). */
const embeddedNames = ['bolsillo', 'bolsillo_replay'] as const

interface Finding {
  readonly line: string
  readonly ok: boolean
}

async function verify(sql: Sql, name: string): Promise<Finding> {
  const books = await verifyLedger(sql)
  if (!books.ok) return { ok: false, line: `${name}: LEDGER DOES NOT VERIFY: ${books.problem}` }
  const acts = await verifyAudit(sql)
  if (!acts.ok) return { ok: false, line: `${name}: AUDIT DOES NOT VERIFY: ${acts.problem}` }
  const ledger = `${books.entries} entries verified, every balance and hold follows, head ${books.head.hash}`
  return { ok: true, line: `${name}: ${ledger}; audit: ${acts.records} records verified, head ${acts.hash}` }
}

async function verifyAt(address: DatabaseAddress): Promise<Finding | undefined> {
  const sql = connect(address, { connectionsMax: 1, name: 'ledger:verify' })
  try {
    const [there] = await sql`select to_regclass('public.ledger_head') is not null as ledger`
    return there?.ledger === true ? await verify(sql, address.database) : undefined
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function databasesOf(server: DatabaseAddress): Promise<readonly DatabaseAddress[]> {
  const sql = connect(server, { connectionsMax: 1, name: 'ledger:verify' })
  try {
    const rows = await sql<
      { datname: string }[]
    >`select datname from pg_database where datname = any (${[...embeddedNames]})`
    return rows.map(({ datname }) => addressFor(server, { database: datname }))
  } finally {
    await sql.end({ timeout: 5 })
  }
}

async function findings(): Promise<readonly Finding[]> {
  // Only the two settings that say where the database is: the rest of the configuration is the server's business.
  const { DATABASE_URL: url = '', DATA_DIR: folder = '' } = process.env
  if (url !== '') {
    const address = readDatabaseUrl(url)
    if (address === undefined)
      throw new Error('DATABASE_URL is not of the form postgres://user:password@host:port/database')
    return compact([await verifyAt(address)])
  }
  const dataDir = resolve(fileURLToPath(new URL('..', import.meta.url)), folder === '' ? 'var' : folder)
  if (!hasCluster(dataDir)) return []
  const running = runningServer(dataDir)
  const started = running === undefined ? await startEmbeddedServer({ dataDir, durable: true }) : undefined
  try {
    const found: (Finding | undefined)[] = []
    const server = running ?? started?.address
    for (const address of server === undefined ? [] : await databasesOf(server)) found.push(await verifyAt(address))
    return compact(found)
  } finally {
    await started?.stop()
  }
}

function compact(found: readonly (Finding | undefined)[]): readonly Finding[] {
  return found.filter((finding) => finding !== undefined)
}

try {
  const found = await findings()
  for (const { line } of found) console.log(line)
  if (found.length === 0)
    console.log('There is no ledger to verify yet: start the server once, or set DATA_DIR or DATABASE_URL.')
  process.exitCode = found.length === 0 ? exitCannot : found.every(({ ok }) => ok) ? exitOk : exitTampered
} catch (error) {
  const why = error instanceof Error ? error.message : 'unknown'
  console.log(`The ledger cannot be read (${why}): check DATA_DIR or DATABASE_URL.`)
  process.exitCode = exitCannot
}
