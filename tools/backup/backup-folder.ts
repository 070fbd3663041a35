import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { type CopiedDatabase, copyIn, copyOut, type Login, type RoomMigrations, type Sql } from '@bolsillo/server-kit'

// A backup is a folder: `manifest.json`, `manifest.sha256`, the rows of each table as `DATABASE/TABLE.copy.gz`, and
// the files of the data folder below `files`. The manifest has the hash of every other file.

const ownerOnly = { file: 0o600, folder: 0o700 }
const format = 1

/** A signed head as the manifest has it: the number of its entry, the entry's hash, the time and the public key. */
export interface BackedUpHead {
  readonly entry: string
  readonly hash: string
  readonly at: string
  readonly key: string
}

/** What a backup says about itself. */
export interface Manifest {
  readonly format: number
  /** Of the program that wrote it. */
  readonly version: string
  readonly at: string
  readonly databases: readonly (CopiedDatabase & { readonly name: string })[]
  /** The files of the data folder, by path. */
  readonly files: readonly string[]
  /** By database the last signed head of its journal in the backup; none in backups of before there were any. */
  readonly heads?: Readonly<Record<string, BackedUpHead>>
  /** By path in the backup the SHA-256 of every file. */
  readonly hashes: Readonly<Record<string, string>>
}

/** A backup cannot be used, or is not wanted where it should go; `message` is one line. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const partOf = (database: string, table: string): string => `${database}/${table}.copy.gz`

/** Copies the rows of a database into a backup. */
export async function writeDatabase(folder: string, name: string, owner: Sql): Promise<Manifest['databases'][number]> {
  mkdirSync(join(folder, name), { recursive: true, mode: ownerOnly.folder })
  const write = async (table: string, rows: Readable, counted: Transform): Promise<void> => {
    const file = createWriteStream(join(folder, partOf(name, table)), { mode: ownerOnly.file, flush: true })
    await pipeline(rows, counted, createGzip(), file)
  }
  return { name, ...(await copyOut(owner, write)) }
}

/** Loads the rows of one of a backup's databases into an empty one, and compares them with the backup. */
export async function readDatabase(
  folder: string,
  copied: Manifest['databases'][number],
  into: { readonly owner: Sql; readonly login: Login; readonly rooms: readonly RoomMigrations[] },
): Promise<void> {
  await copyIn(into.owner, into.login, into.rooms, copied, (table) => {
    const file = createReadStream(join(folder, partOf(copied.name, table)))
    const rows = createGunzip()
    file.on('error', (error) => rows.destroy(error)).pipe(rows)
    return rows
  })
}

const filePart = (path: string): string => `files/${path}`

/** Copies a file of the data folder into a backup, as far as it is written now. */
export async function writeDataFile(folder: string, path: string, source: string): Promise<void> {
  await copyFile(source, join(folder, filePart(path)))
}

/** Copies a file of the data folder out of a backup. */
export async function readDataFile(folder: string, path: string, target: string): Promise<void> {
  await copyFile(join(folder, filePart(path)), target)
}

async function copyFile(source: string, target: string): Promise<void> {
  mkdirSync(dirname(target), { recursive: true, mode: ownerOnly.folder })
  // A stream, because a witness file of years is longer than a buffer may be.
  await pipeline(createReadStream(source), createWriteStream(target, { mode: ownerOnly.file, flush: true }))
}

/** Seals a backup: hashes every file of it, and writes the manifest last. */
export async function seal(folder: string, content: Omit<Manifest, 'format' | 'hashes'>): Promise<void> {
  const hashes: Record<string, string> = {}
  const tables = content.databases.flatMap(({ name, tables }) => tables.map((table) => partOf(name, table.name)))
  for (const part of [...tables, ...content.files.map(filePart)]) hashes[part] = await hashOfFile(join(folder, part))
  const manifest: Manifest = { format, ...content, hashes }
  const text = `${JSON.stringify(manifest, undefined, 1)}\n`
  const sum = createHash('sha256').update(text).digest('hex')
  writeFileSync(join(folder, 'manifest.json'), text, { mode: ownerOnly.file, flush: true })
  writeFileSync(join(folder, 'manifest.sha256'), `${sum}  manifest.json\n`, { mode: ownerOnly.file, flush: true })
}

/** Reads what a backup says about itself, and checks every file of it. @throws BackupRefused, naming what is damaged. */
export async function open(folder: string): Promise<Manifest> {
  const [file, sumFile] = [join(folder, 'manifest.json'), join(folder, 'manifest.sha256')]
  if (!existsSync(file) || !existsSync(sumFile)) {
    throw new BackupRefused(`${folder} is not a whole backup: it has no manifest.json with manifest.sha256 beside it`)
  }
  const text = readFileSync(file)
  const [sum = ''] = readFileSync(sumFile, 'utf8').split(' ')
  if (createHash('sha256').update(text).digest('hex') !== sum) throw damaged(folder, ['manifest.json'])
  const manifest = JSON.parse(text.toString('utf8')) as Manifest
  if (manifest.format !== format) {
    throw new BackupRefused(
      `${folder} is of format ${manifest.format}, this program reads ${format}: use version ${manifest.version}`,
    )
  }
  refuseStrangePaths(folder, manifest)
  const wrong: string[] = []
  for (const [part, hash] of Object.entries(manifest.hashes)) {
    const path = join(folder, part)
    if (!existsSync(path)) wrong.push(`${part} (missing)`)
    else if ((await hashOfFile(path)) !== hash) wrong.push(part)
  }
  if (wrong.length > 0) throw damaged(folder, wrong)
  return manifest
}

const databaseShape = /^[A-Za-z0-9_][\w.-]*$/
const tableShape = /^\w+$/
/** Files of a data folder that a backup may have. */
const fileShape = /^(?:secret\.key|demo[a-z-]*\.json|witness\/[A-Za-z0-9_][\w.-]*\.(?:jsonl|checkpoint))$/

/** Whether a database of this name can be in a backup: its name is that of a folder there. */
export const isBackupName = (database: string): boolean => databaseShape.test(database)

/** A manifest names what is read and where it is written: nothing outside the two folders, and nothing without a hash. */
function refuseStrangePaths(folder: string, { databases, files, hashes }: Manifest): void {
  const strangeTables = databases.flatMap(({ name, tables }) =>
    tables
      .filter((table) => !isBackupName(name) || !tableShape.test(table.name))
      .map((table) => partOf(name, table.name)),
  )
  const parts = [
    ...databases.flatMap(({ name, tables }) => tables.map((table) => partOf(name, table.name))),
    ...files.map(filePart),
  ]
  const [strange] = [
    ...strangeTables,
    ...files.filter((file) => !fileShape.test(file)),
    ...parts.filter((part) => hashes[part] === undefined),
    ...Object.keys(hashes).filter((part) => !parts.includes(part)),
  ]
  if (strange !== undefined) throw new BackupRefused(`${folder} is no backup of ours: its manifest names ${strange}`)
}

function damaged(folder: string, parts: readonly string[]): BackupRefused {
  return new BackupRefused(`${folder} is damaged, use another backup: ${parts.join(', ')}`)
}
