import { findDeviations } from '@bolsillo/app-server/guards'
import { type BooksReport, reportBooks } from '@bolsillo/checker/check-books'
import { readClientJournal } from '@bolsillo/checker/client-journal'
import { connect, type DatabaseAddress, type Deviation } from '@bolsillo/server-kit'
import { withDatabases } from './installed-databases.ts'

// `npm run check:books`: runs the independent checker over an installation's books and compares the database's guards
// with those of the migrations. It prints each finding as a JSON line, and a summary. Exit code 0: no finding. 1:
// findings. 2: no database could be checked. `--url postgres://…` names a database, else DATABASE_URL or the
// databases of the data folder; `--clients FILE` (as often as there are files) gives it the journals of an
// experiment's clients.

const exitOk = 0
const exitFindings = 1
const exitCannot = 2

interface Wanted {
  readonly url: string
  readonly clients: readonly string[]
}

function readArguments(args: readonly string[]): Wanted {
  const wanted = { url: process.env.DATABASE_URL ?? '', clients: [] as string[] }
  for (let at = 0; at < args.length; at += 2) {
    const value = args[at + 1]
    if (value === undefined) throw new Error(`${args[at]} needs a value`)
    if (args[at] === '--url') wanted.url = value
    else if (args[at] === '--clients') wanted.clients.push(value)
    else throw new Error(`${args[at]} is not known: there are --url and --clients`)
  }
  return wanted
}

interface Report {
  readonly books: BooksReport
  readonly deviations: readonly Deviation[]
}

async function report(address: DatabaseAddress, clients: readonly string[]): Promise<Report> {
  const sql = connect(address, { connectionsMax: 1, name: 'check:books' })
  try {
    const lines = clients.flatMap(readClientJournal)
    const books = await reportBooks(sql, clients.length === 0 ? {} : { clients: lines })
    return { books, deviations: await findDeviations(sql) }
  } finally {
    await sql.end({ timeout: 5 })
  }
}

function print(name: string, { books: { findings, ...looked }, deviations }: Report): void {
  for (const finding of [...findings, ...deviations]) console.log(JSON.stringify({ database: name, ...finding }))
  console.log(JSON.stringify({ database: name, findings: findings.length + deviations.length, ...looked }))
}

try {
  const { url, clients } = readArguments(process.argv.slice(2))
  const reports = await withDatabases(url, async (address) => {
    const done = await report(address, clients)
    print(address.database, done)
    return done
  })
  if (reports.length === 0)
    console.log('There are no books to check yet: start the server once, or set DATA_DIR or --url.')
  const isClean = reports.every(({ books, deviations }) => books.findings.length + deviations.length === 0)
  process.exitCode = reports.length === 0 ? exitCannot : isClean ? exitOk : exitFindings
} catch (error) {
  const why = error instanceof Error ? error.message : 'unknown'
  console.log(`The books cannot be read (${why}): check DATA_DIR, DATABASE_URL or --url.`)
  process.exitCode = exitCannot
}
