import { existsSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { verifyAudit } from '@bolsillo/audit/server'
import { readWitness, verifyLedger, type WitnessReading } from '@bolsillo/ledger/server'
import { connect, type DatabaseAddress, type Sql } from '@bolsillo/server-kit'
import { dataFolder, embeddedNames, withDatabases } from './installed-databases.ts'

// `npm run ledger:verify`: makes every balance and hold anew from the journal, follows it and the audit from their first
// record, checks that the audit is what the journal names, and that the journal leads through every signed head of its witness file, and prints one line per database.
// `-- --witness FILE` takes a copy of that file kept elsewhere (its name says of which database), `--key KEY` the public
// key it must be signed with. Exit code 0: everything follows. 1: something does not, and the line names the first row.
// 2: there was nothing it could look at.

const exitOk = 0
const exitTampered = 1
const exitCannot = 2

interface Finding {
  readonly line: string
  readonly ok: boolean
}

interface Wanted {
  readonly witness: string | undefined
  readonly key: string | undefined
}

function readArguments(args: readonly string[]): Wanted {
  const given = new Map<string, string>()
  for (let at = 0; at < args.length; at += 2) {
    const [name = '', value] = args.slice(at, at + 2)
    if (!['--witness', '--key'].includes(name)) throw new Error(`${name} is not known: there are --witness and --key`)
    if (value === undefined) throw new Error(`${name} needs a value`)
    given.set(name, value)
  }
  return { witness: given.get('--witness'), key: given.get('--key') }
}

/**
 * The witness file of a database: the one that was named, unless its name says that it is another database's of this
 * installation; else the one the server writes, where there is one.
 */
function witnessOf(database: string, { witness, key }: Wanted): WitnessReading | undefined {
  const { WITNESS_DIR: folder = '' } = process.env
  const own = join(folder === '' ? join(dataFolder(), 'witness') : resolve(folder), `${database}.jsonl`)
  const isOthers = embeddedNames.some((name) => name !== database && `${name}.jsonl` === basename(witness ?? ''))
  if (witness !== undefined && !isOthers) return readWitness(readFileSync(witness, 'utf8'), key)
  return existsSync(own) ? readWitness(readFileSync(own, 'utf8'), key) : undefined
}

async function verify(sql: Sql, name: string, wanted: Wanted): Promise<Finding> {
  const witness = witnessOf(name, wanted)
  if (witness?.ok === false) return { ok: false, line: `${name}: WITNESS DOES NOT VERIFY: ${witness.problem}` }
  const books = await verifyLedger(sql, { witnessed: witness?.heads ?? [] })
  if (!books.ok) return { ok: false, line: `${name}: LEDGER DOES NOT VERIFY: ${books.problem}` }
  const acts = await verifyAudit(sql, books.auditHeads)
  if (!acts.ok) return { ok: false, line: `${name}: AUDIT DOES NOT VERIFY: ${acts.problem}` }
  const ledger = `${books.entries} entries verified, every balance and hold follows, head ${books.head.hash}`
  const signed = witness === undefined ? 'no signed heads' : `${witness.heads.length} signed heads (key ${witness.key})`
  return { ok: true, line: `${name}: ${ledger}; ${signed}; audit: ${acts.records} records verified, head ${acts.hash}` }
}

async function verifyAt(address: DatabaseAddress, wanted: Wanted): Promise<Finding> {
  const sql = connect(address, { connectionsMax: 1, name: 'ledger:verify' })
  try {
    return await verify(sql, address.database, wanted)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

try {
  const wanted = readArguments(process.argv.slice(2))
  const found = await withDatabases(process.env.DATABASE_URL ?? '', (address) => verifyAt(address, wanted))
  for (const { line } of found) console.log(line)
  if (found.length === 0)
    console.log('There is no ledger to verify yet: start the server once, or set DATA_DIR or DATABASE_URL.')
  process.exitCode = found.length === 0 ? exitCannot : found.every(({ ok }) => ok) ? exitOk : exitTampered
} catch (error) {
  const why = error instanceof Error ? error.message : 'unknown'
  console.log(`The ledger cannot be read (${why}): check DATA_DIR or DATABASE_URL.`)
  process.exitCode = exitCannot
}
