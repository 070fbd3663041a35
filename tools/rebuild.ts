import { createAuditLog } from '@bolsillo/audit/server'
import { systemClock } from '@bolsillo/kernel'
import { checkRows, type Rebuilt, rebuildRows, writeDifference } from '@bolsillo/ledger/server'
import { connect, type DatabaseAddress, type Sql } from '@bolsillo/server-kit'
import { withDatabases } from './installed-databases.ts'
import { readWitnessWanted, type WitnessWanted, witnessOf } from './installed-witness.ts'
import { rowSources } from './row-sources.ts'

// `npm run rebuild -- --check`: recomputes every row that follows from acts from the journal alone and prints a line
// for each value that differs: table, key, column, actual value, expected value. It may run beside the server. `npm
// run rebuild` corrects them in one transaction that the audit records; the server must be stopped. Both first verify
// that the journal is the one that was recorded and signed (`--witness FILE` and `--key KEY` as in `npm run
// ledger:verify`), and stop if it is not. Exit code 0: every row is correct, or is now. 1: a row is not. 2: the check
// was not possible, or the correction was not allowed.

const exitOk = 0
const exitDifferent = 1
const exitCannot = 2

type Verb = 'check' | 'rebuild'

async function reportOf(sql: Sql, name: string, verb: Verb, wanted: WitnessWanted): Promise<Rebuilt> {
  const witness = witnessOf(name, wanted)
  if (witness?.ok === false) return { ok: false, problem: `its witness file does not verify: ${witness.problem}` }
  const options = { witnessed: witness?.heads ?? [], sources: rowSources }
  if (verb === 'check') return await checkRows(sql, options)
  return await rebuildRows({ owner: sql, audit: createAuditLog(), now: systemClock.now() }, options)
}

/** @returns the exit code. */
function print(name: string, verb: Verb, report: Rebuilt): number {
  if ('refused' in report) {
    console.log(
      `${name}: nothing was changed: ${report.refused}. Stop the server (Ctrl-C where it runs), then run this again.`,
    )
    return exitCannot
  }
  if (!report.ok) {
    console.log(`${name}: THE JOURNAL ITSELF IS NOT WHAT IT WAS: ${report.problem}. No rows can be made of it.`)
    return exitCannot
  }
  for (const difference of report.differences) console.log(`${name}: ${writeDifference(difference)}`)
  const count = report.differences.length
  const acts = `${report.acts} acts`
  if (count === 0) console.log(`${name}: every row follows from ${acts}`)
  else if (verb === 'check')
    console.log(`${name}: ${count} differences from what ${acts} make; npm run rebuild puts them right`)
  else
    console.log(
      `${name}: ${count} differences put right, every row follows from ${acts}; the audit has a record for each table`,
    )
  return count === 0 || verb === 'rebuild' ? exitOk : exitDifferent
}

async function runAt(address: DatabaseAddress, verb: Verb, wanted: WitnessWanted): Promise<number> {
  const sql = connect(address, { connectionsMax: 1, name: `rebuild ${verb}` })
  try {
    return print(address.database, verb, await reportOf(sql, address.database, verb, wanted))
  } finally {
    await sql.end({ timeout: 5 })
  }
}

try {
  const args = process.argv.slice(2)
  const verb: Verb = args.includes('--check') ? 'check' : 'rebuild'
  const wanted = readWitnessWanted(args.filter((arg) => arg !== '--check'))
  const codes = await withDatabases(process.env.DATABASE_URL ?? '', (address) => runAt(address, verb, wanted))
  if (codes.length === 0) console.log('There are no books yet: start the server once, or set DATA_DIR or DATABASE_URL.')
  process.exitCode = codes.length === 0 ? exitCannot : Math.max(...codes)
} catch (error) {
  const why = error instanceof Error ? error.message : 'unknown'
  console.log(`Nothing was changed, the books cannot be read (${why}): check DATA_DIR or DATABASE_URL.`)
  process.exitCode = exitCannot
}
