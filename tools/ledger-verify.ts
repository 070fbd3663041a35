import { verifyAudit } from '@bolsillo/audit/server'
import { displayNumbersOf } from '@bolsillo/identity/server'
import { createGrammarCheck } from '@bolsillo/ledger/domain'
import { verifyLedger } from '@bolsillo/ledger/server'
import { proofChecks } from '@bolsillo/proof/server'
import { connect, type DatabaseAddress, type Sql } from '@bolsillo/server-kit'
import { withDatabases } from './installed-databases.ts'
import { keptProofsOf, leavesSecret, readWitnessWanted, type WitnessWanted, witnessOf } from './installed-witness.ts'
import { rowSources } from './row-sources.ts'

// `npm run ledger:verify`: rebuilds every balance and hold from the journal, checks every entry against the grammar
// of its kind, follows it and the audit from their first record, checks that the audit is what the journal names,
// that the journal passes through every signed head of its witness file, and that every proof of liabilities equals
// the customers' balances at its head, and prints one line per database. `-- --witness FILE` takes a copy of the file
// of heads kept elsewhere (its name says of which database), `--proofs FILE` one of the published proofs, `--key KEY`
// the public key heads must be signed with. Exit code 0: everything is correct. 1: something is not, and the line
// names the first row. 2: no database could be checked.

const exitOk = 0
const exitTampered = 1
const exitCannot = 2

interface Finding {
  readonly line: string
  readonly ok: boolean
}

async function verify(sql: Sql, name: string, wanted: WitnessWanted): Promise<Finding> {
  const witness = witnessOf(name, wanted)
  if (witness?.ok === false) return { ok: false, line: `${name}: WITNESS DOES NOT VERIFY: ${witness.problem}` }
  const grammar = createGrammarCheck({ remembers: true })
  const secret = leavesSecret()
  const leaves = secret === undefined ? {} : { leaves: { secret, numbersOf: displayNumbersOf } }
  const proofs = proofChecks({ kept: keptProofsOf(name, wanted), ...leaves })
  const sources = [...rowSources, proofs]
  const books = await verifyLedger(sql, { witnessed: witness?.heads ?? [], sources, grammar })
  if (!books.ok) return { ok: false, line: `${name}: LEDGER DOES NOT VERIFY: ${books.problem}` }
  const acts = await verifyAudit(sql, books.auditHeads)
  if (!acts.ok) return { ok: false, line: `${name}: AUDIT DOES NOT VERIFY: ${acts.problem}` }
  const ledger = `${books.entries} entries verified, every balance and hold follows, head ${books.head.hash}`
  const signed = witness === undefined ? 'no signed heads' : `${witness.heads.length} signed heads (key ${witness.key})`
  return { ok: true, line: `${name}: ${ledger}; ${signed}; audit: ${acts.records} records verified` }
}

async function verifyAt(address: DatabaseAddress, wanted: WitnessWanted): Promise<Finding> {
  const sql = connect(address, { connectionsMax: 1, name: 'ledger:verify' })
  try {
    return await verify(sql, address.database, wanted)
  } finally {
    await sql.end({ timeout: 5 })
  }
}

try {
  const wanted = readWitnessWanted(process.argv.slice(2))
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
