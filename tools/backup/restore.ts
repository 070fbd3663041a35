import { existsSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  checkDataFolder,
  checkRestoreTarget,
  closeDataFolder,
  removeEverything,
  restoreMark,
  takeDataFolder,
} from '@bolsillo/app-server'
import { present, systemClock } from '@bolsillo/kernel'
import {
  addressFor,
  connect,
  type DatabaseAddress,
  keptPasswords,
  kitMigrations,
  migrate,
  readDatabaseUrl,
  runtimeLogin,
  startEmbeddedServer,
} from '@bolsillo/server-kit'
import { allRoomMigrations, runTool } from '@bolsillo/test-kit'
import { embeddedNames } from '../installed-databases.ts'
import { BackupRefused, type Manifest, open, readDatabase, readDataFile } from './backup-folder.ts'
import { headsKeyOf, headsPath, lastHead, renamedPath, writeHead } from './installed-files.ts'

// `npm run restore -- BACKUP FOLDER`: checks every file of a backup, makes an installation of it in a new data folder
// (with DATABASE_URL its rows go there, into an empty database), compares every table with the backup, and proves the
// result with `npm run ledger:verify` and `npm run check:books`. Exit code 0: it is whole and was proven. 1: it is
// what was backed up, but a proof failed. 2: nothing was restored.

const exitOk = 0
const exitUnproven = 1
const exitCannot = 2

const rooms = [kitMigrations, ...allRoomMigrations()]

type Copied = Manifest['databases'][number]

/** A database of the backup and the empty one its rows go to. */
interface Target {
  readonly copied: Copied
  readonly address: DatabaseAddress
}

/** Which database of a backup goes into one of the firm's own: the only one, or the one of its name. */
function ownTarget({ databases }: Manifest, url: string): Target {
  const address = readDatabaseUrl(url)
  if (address === undefined)
    throw new BackupRefused('DATABASE_URL is not of the form postgres://user:password@host:port/database')
  const [only, ...others] = databases
  const copied = others.length === 0 ? only : databases.find(({ name }) => name === address.database)
  if (copied !== undefined) return { copied, address }
  const names = databases.map(({ name }) => name).join(', ')
  throw new BackupRefused(`the backup has the databases ${names}: give the one of DATABASE_URL one of these names`)
}

async function checkOwn({ address }: Target): Promise<void> {
  const owner = connect(address, { connectionsMax: 1, name: 'restore' })
  await checkRestoreTarget(owner).finally(() => owner.end({ timeout: 5 }))
}

/** The embedded database takes only the names that the server looks for. */
function refuseOtherNames({ databases }: Manifest): void {
  const other = databases.find(({ name }) => !embeddedNames.includes(name))
  if (other === undefined) return
  throw new BackupRefused(`its database ${other.name} was one of your own: set DATABASE_URL to an empty one`)
}

async function makeDatabases(server: DatabaseAddress, { databases }: Manifest): Promise<readonly Target[]> {
  const admin = connect(server, { connectionsMax: 1, name: 'restore' })
  try {
    for (const { name } of databases) await admin.unsafe(`create database ${name}`)
  } finally {
    await admin.end({ timeout: 5 })
  }
  return databases.map((copied) => ({ copied, address: addressFor(server, { database: copied.name }) }))
}

/** Loads the rows, and brings the schema to this version. */
async function load(backup: string, folder: string, { copied, address }: Target): Promise<void> {
  const owner = connect(address, { connectionsMax: 1, name: 'restore' })
  try {
    const login = await runtimeLogin(owner, keptPasswords(join(folder, 'database.key')))
    await readDatabase(backup, copied, { owner, login, rooms })
    await migrate(owner, login, rooms, systemClock.now())
  } finally {
    await owner.end({ timeout: 5 })
  }
}

async function copyFiles(
  backup: string,
  folder: string,
  files: readonly string[],
  targets: readonly Target[],
): Promise<void> {
  for (const file of files) {
    const paths = targets.map(({ copied, address }) => renamedPath(file, copied.name, address.database))
    const path = paths.find((named) => named !== undefined)
    if (path !== undefined) await readDataFile(backup, file, join(folder, path))
  }
}

/** Proves what was restored, by the tools an operator has. @returns the exit code. */
async function prove(folder: string, url: string, targets: readonly Target[]): Promise<number> {
  const environment = { DATA_DIR: folder, DATABASE_URL: url }
  const ledger = await runTool(new URL('../ledger-verify.ts', import.meta.url), [], environment)
  console.log(ledger.out.trim())
  const books = await runTool(new URL('../check-books.ts', import.meta.url), [], environment)
  console.log(books.code === 0 ? 'check:books has no finding' : books.out.trim())
  const key = headsKeyOf(folder)
  let areSigned = true
  for (const { copied, address } of targets) {
    const found = lastHead(join(folder, headsPath(address.database)), key)
    areSigned = areSigned && 'head' in found
    const rows = copied.tables.reduce((sum, table) => sum + table.rows, 0)
    const head = 'head' in found ? `the signed head is ${writeHead(found.head)}` : found.problem
    console.log(`${address.database}: ${rows} rows of ${copied.tables.length} tables, each as backed up; ${head}`)
  }
  return ledger.code === 0 && books.code === 0 && areSigned ? exitOk : exitUnproven
}

/** Removes what a restore made in a folder that was empty, with the database it may link to. */
function empty(folder: string): void {
  const cluster = join(folder, 'postgres')
  if (existsSync(cluster)) rmSync(realpathSync(cluster), { recursive: true, force: true })
  for (const entry of readdirSync(folder)) rmSync(join(folder, entry), { recursive: true, force: true })
}

/** Removes what a restore made in a database that was empty. */
async function emptyAgain(address: DatabaseAddress): Promise<void> {
  const owner = connect(address, { connectionsMax: 1, name: 'restore' })
  // What stopped the restore may stop this as well; that is what the operator reads about.
  await removeEverything(owner)
    .catch(() => undefined)
    .finally(() => owner.end({ timeout: 5 }))
}

/** @returns the exit code. */
async function restoreInto(backup: string, folder: string, url: string, manifest: Manifest): Promise<number> {
  const own = url === '' ? undefined : ownTarget(manifest, url)
  if (own === undefined) refuseOtherNames(manifest)
  else await checkOwn(own)
  const taken = takeDataFolder(folder)
  const mark = join(folder, restoreMark)
  writeFileSync(mark, '', { mode: 0o600, flush: true })
  let stop = async (): Promise<void> => undefined
  try {
    const server = own === undefined ? await startEmbeddedServer({ dataDir: folder, durable: true }) : undefined
    stop = server?.stop ?? stop
    const targets = own === undefined ? await makeDatabases(present(server, 'its server').address, manifest) : [own]
    await copyFiles(backup, folder, manifest.files, targets)
    for (const target of targets) await load(backup, folder, target)
    closeDataFolder(folder)
    const code = await prove(folder, url, targets)
    await stop()
    if (code === exitOk) rmSync(mark)
    taken.release()
    return code
  } catch (error) {
    await stop()
    if (own !== undefined) await emptyAgain(own.address)
    empty(folder)
    taken.undo()
    throw error
  }
}

async function restore(backup: string, folder: string): Promise<number> {
  const manifest = await open(backup)
  checkDataFolder(folder)
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new BackupRefused(`${folder} is not empty: name a new folder for what is restored`)
  const { DATABASE_URL: url = '' } = process.env
  const code = await restoreInto(backup, folder, url, manifest)
  console.log(
    code === exitOk
      ? `${folder} is whole, as of ${manifest.at}: start the server with DATA_DIR=${folder}`
      : `${folder} is what was backed up at ${manifest.at}, but it is not proven: no server starts on it while it has the file ${restoreMark}`,
  )
  return code
}

try {
  const [backup = '', folder = '', ...more] = process.argv.slice(2)
  if (folder === '' || backup.startsWith('-') || more.length > 0)
    throw new BackupRefused('name the backup and a new data folder: npm run restore -- BACKUP FOLDER')
  process.exitCode = await restore(resolve(backup), resolve(folder))
} catch (error) {
  const why = error instanceof Error ? error.message : 'unknown'
  console.log(`Nothing was restored: ${why}`)
  process.exitCode = exitCannot
}
