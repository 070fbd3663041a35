import { verifyAudit } from '@bolsillo/audit/server'
import { verifyLedger } from '@bolsillo/ledger/server'
import { connect, type DatabaseAddress, type Sql } from '@bolsillo/server-kit'
import { withDatabases } from './installed-databases.ts'

// `npm run ledger:verify`: re-derives every balance and hold from the journal, follows both chains from their first
// record, and prints one line per database. Exit code 0: everything follows. 1: something does not, and the line names
// the first row. 2: there was nothing it could look at.

const exitOk = 0
const exitTampered = 1
const exitCannot = 2

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

async function verifyAt(address: DatabaseAddress): Promise<Finding> {
  const sql = connect(address, { connectionsMax: 1, name: 'ledger:verify' })
  try {
    return await verify(sql, address.database)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

try {
  const found = await withDatabases(process.env.DATABASE_URL ?? '', verifyAt)
  for (const { line } of found) console.log(line)
  if (found.length === 0)
    console.log('There is no ledger to verify yet: start the server once, or set DATA_DIR or DATABASE_URL.')
  process.exitCode = found.length === 0 ? exitCannot : found.every(({ ok }) => ok) ? exitOk : exitTampered
} catch (error) {
  const why = error instanceof Error ? error.message : 'unknown'
  console.log(`The ledger cannot be read (${why}): check DATA_DIR or DATABASE_URL.`)
  process.exitCode = exitCannot
}
