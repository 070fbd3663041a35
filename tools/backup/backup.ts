import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { systemClock } from '@bolsillo/kernel'
import { connect, type DatabaseAddress, readDatabaseUrl } from '@bolsillo/server-kit'
import { dataFolder, embeddedNames, withDatabases } from '../installed-databases.ts'
import {
  type BackedUpHead,
  BackupRefused,
  isBackupName,
  type Manifest,
  seal,
  writeDatabase,
  writeDataFile,
} from './backup-folder.ts'
import { headsKeyOf, headsPath, installedFiles, lastHead, writeHead } from './installed-files.ts'

// `npm run backup -- FOLDER`: copies an installation into a new folder, also while its server runs: every row of its
// databases as of one moment, its secret, the demo's logins and the signed heads, with a manifest of hashes that is
// written last. DATA_DIR, DATABASE_URL and WITNESS_DIR name the installation, as for the server. Exit code 0: the
// backup is whole. 1: it is, but the signed heads of a database are missing or do not verify. 2: none was made.

const exitOk = 0
const exitDoubtful = 1
const exitCannot = 2

type Copied = Manifest['databases'][number]

/** The names of the databases that may be in the installation. */
function databaseNames(url: string): readonly string[] {
  if (url === '') return embeddedNames
  const name = readDatabaseUrl(url)?.database
  if (name === undefined)
    throw new BackupRefused('DATABASE_URL is not of the form postgres://user:password@host:port/database')
  if (!isBackupName(name)) throw new BackupRefused(`the database's name, ${name}, is no name for a file`)
  return [name]
}

function makeFolder(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new BackupRefused(`${folder} is not empty: name a new folder for the backup`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

async function copyDatabase(folder: string, address: DatabaseAddress): Promise<Copied> {
  const owner = connect(address, { connectionsMax: 1, name: 'backup' })
  try {
    return await writeDatabase(folder, address.database, owner)
  } finally {
    await owner.end({ timeout: 5 })
  }
}

function versionOf(): string {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  return manifest.version
}

/** Writes the backup. @returns the exit code. */
async function write(folder: string, url: string): Promise<number> {
  const at = new Date(systemClock.now()).toISOString()
  // Signed heads before rows: the heads of a backup are then all of entries that it has.
  const files = installedFiles(databaseNames(url))
  for (const { path, source } of files) await writeDataFile(folder, path, source)
  const databases = await withDatabases(url, (address) => copyDatabase(folder, address))
  if (databases.length === 0)
    throw new BackupRefused('there is no installation yet: start the server once, or set DATA_DIR or DATABASE_URL')
  const key = headsKeyOf(join(folder, 'files'))
  const heads: Record<string, BackedUpHead> = {}
  const lines: string[] = []
  for (const { name, tables } of databases) {
    const found = lastHead(join(folder, 'files', headsPath(name)), key)
    if ('head' in found) heads[name] = found.head
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    lines.push(
      `${name}: ${rows} rows of ${tables.length} tables; ${'head' in found ? writeHead(found.head) : found.problem}`,
    )
  }
  const paths = files.map(({ path }) => path)
  const ours = paths.filter(
    (path) => !path.startsWith('witness/') || databases.some(({ name }) => path.startsWith(`witness/${name}.`)),
  )
  for (const path of paths) if (!ours.includes(path)) rmSync(join(folder, 'files', path))
  await seal(folder, { version: versionOf(), at, databases, files: ours, heads })
  for (const line of lines) console.log(line)
  console.log(`${folder} is whole. It has the secret key and everybody's data: keep it secret, and on another machine.`)
  return databases.every(({ name }) => heads[name] !== undefined) ? exitOk : exitDoubtful
}

async function backup(named: string): Promise<number> {
  const folder = resolve(named)
  const { DATABASE_URL: url = '' } = process.env
  if (!existsSync(join(dataFolder(), 'secret.key')))
    throw new BackupRefused(`${dataFolder()} has no secret.key: set DATA_DIR to the server's data folder`)
  const isNew = !existsSync(folder)
  makeFolder(folder)
  try {
    return await write(folder, url)
  } catch (error) {
    for (const entry of readdirSync(folder)) rmSync(join(folder, entry), { recursive: true, force: true })
    if (isNew) rmSync(folder, { recursive: true, force: true })
    throw error
  }
}

try {
  const [folder = '', ...more] = process.argv.slice(2)
  if (folder === '' || folder.startsWith('-') || more.length > 0)
    throw new BackupRefused('name one new folder for it: npm run backup -- FOLDER')
  process.exitCode = await backup(folder)
} catch (error) {
  const why = error instanceof Error ? error.message : 'unknown'
  console.log(`No backup was made: ${why}`)
  process.exitCode = exitCannot
}
