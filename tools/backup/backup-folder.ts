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

/** What a backup says about itself. */
export interface Manifest {
  readonly format: number
  /** Of the program that wrote it. */
  readonly version: string
  readonly at: string
  readonly databases: readonly (CopiedDatabase & { readonly name: string })[]
  /** The files of the data folder, by path. */
  readonly files: readonly string[]
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

/** Puts a file of the data folder into a backup. */
export function writeDataFile(folder: string, path: string, bytes: Uint8Array): void {
  const target = join(folder, filePart(path))
  mkdirSync(dirname(target), { recursive: true, mode: ownerOnly.folder })
  writeFileSync(target, bytes, { mode: ownerOnly.file, flush: true })
}

/** Reads a file of the data folder from a backup. */
export function readDataFile(folder: string, path: string): Uint8Array {
  return readFileSync(join(folder, filePart(path)))
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
  const wrong: string[] = []
  for (const [part, hash] of Object.entries(manifest.hashes)) {
    const path = join(folder, part)
    if (!existsSync(path)) wrong.push(`${part} (missing)`)
    else if ((await hashOfFile(path)) !== hash) wrong.push(part)
  }
  if (wrong.length > 0) throw damaged(folder, wrong)
  return manifest
}

function damaged(folder: string, parts: readonly string[]): BackupRefused {
  return new BackupRefused(`${folder} is damaged, use another backup: ${parts.join(', ')}`)
}
