import { hkdfSync, randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartRefused } from './config.ts'

/** The data folder of a server, locked by this process. */
export interface DataFolder {
  readonly path: string
  readonly release: () => void
  /** Releases it after a refused start, and removes it if this start created it. */
  readonly undo: () => void
}

/** The file that a data folder has while a backup is restored into it, and afterwards if that did not verify. */
export const restoreMark = 'restoring'

/** Refuses an unusable folder before anything is created. @throws StartRefused */
export function checkDataFolder(path: string): void {
  if (existsSync(join(path, restoreMark))) {
    throw new StartRefused(
      `DATA_DIR=${path} holds a restore that was cut short or did not verify: remove the folder and restore again`,
    )
  }
  const existing = nearestExisting(path)
  if (!statSync(existing).isDirectory()) throw unusable(path, `${existing} is not a folder`)
  try {
    accessSync(existing, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw unusable(path, `no permission in ${existing}`)
  }
}

function unusable(path: string, why: string): StartRefused {
  return new StartRefused(`DATA_DIR=${path} cannot be used (${why}): choose a folder you may read and write`)
}

/** Creates a folder and its parents. Not with mkdir's `recursive`, which never ends on /proc. */
function makeFolders(path: string): void {
  if (existsSync(path)) return
  makeFolders(dirname(path))
  mkdirSync(path, { mode: 0o755 })
}

const ownerOnly = { file: 0o600, folder: 0o700 }
/** The mode if the database inside belongs to its own user: the group may traverse the folder but not list it. */
const walkable = 0o710
/** PostgreSQL's own folder: PostgreSQL closes it itself, and does not start on an open one. */
const clusterName = 'postgres'
const witnessName = 'witness'

/**
 * Closes a data folder to everybody but its owner, whatever mode its files were made with or copied back with: keys,
 * demo passwords, logs and signed heads. It changes only the files of the folder itself and of its heads: a folder
 * named by mistake may hold other people's files in its subfolders. @throws StartRefused when a file is somebody
 * else's, and open.
 */
export function closeDataFolder(path: string): void {
  try {
    for (const folder of [path, join(path, witnessName)]) {
      if (!existsSync(folder)) continue
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const isOwnFolder = entry.isDirectory() && entry.name !== clusterName && folder === path
        if (entry.isFile()) setMode(join(folder, entry.name), ownerOnly.file)
        else if (isOwnFolder) setMode(join(folder, entry.name), ownerOnly.folder)
      }
    }
    const [own, cluster] = [statSync(path), lstatSync(join(path, clusterName), { throwIfNoEntry: false })]
    const isApart = cluster?.isDirectory() === true && cluster.uid !== own.uid
    if (isApart && own.gid !== cluster.gid) chownSync(path, own.uid, cluster.gid)
    setMode(path, isApart ? walkable : ownerOnly.folder)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'unknown'
    throw new StartRefused(`DATA_DIR=${path} cannot be closed to others (${why}): make its files yours`)
  }
}

/** Changes the mode only when it differs, so that no right to change the file is needed when it is correct already. */
function setMode(path: string, mode: number): void {
  if ((statSync(path).mode & 0o777) !== mode) chmodSync(path, mode)
}

function nearestExisting(path: string): string {
  let folder = path
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}

/** Creates the folder if missing and locks it. @throws StartRefused when another server holds it. */
export function takeDataFolder(path: string): DataFolder {
  const isNew = !existsSync(path)
  try {
    makeFolders(path)
  } catch (error) {
    throw unusable(path, error instanceof Error && 'code' in error ? String(error.code) : 'it cannot be made')
  }
  const lock = join(path, 'server.lock')
  const holder = lockHolder(path)
  if (holder !== undefined) {
    throw new StartRefused(
      `DATA_DIR=${path} is in use by the server with process number ${holder}: stop that one, or choose another folder`,
    )
  }
  rmSync(lock, { force: true })
  writeFileSync(lock, `${process.pid} ${startedAt(process.pid) ?? ''}`, { flag: 'wx', mode: 0o600 })
  return {
    path,
    release: () => rmSync(lock, { force: true }),
    undo: () => rmSync(isNew ? path : lock, { recursive: true, force: true }),
  }
}

/** The process that holds a data folder, or undefined. A lock whose process is gone holds nothing. */
export function lockHolder(path: string): number | undefined {
  const lock = join(path, 'server.lock')
  if (!existsSync(lock)) return undefined
  const [pid = '', since = ''] = readFileSync(lock, 'utf8').split(' ')
  const holder = Number(pid)
  if (!Number.isInteger(holder) || holder <= 0 || !isAlive(holder)) return undefined
  // Process ids are reused: a process with another start time is a different one.
  return (startedAt(holder) ?? '') === since ? holder : undefined
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The start time of a process, in kernel ticks; undefined where the system does not provide it. */
function startedAt(pid: number): string | undefined {
  const path = `/proc/${pid}/stat`
  if (!existsSync(path)) return undefined
  const afterName = readFileSync(path, 'utf8').split(') ').at(-1) ?? ''
  const startTimeField = 19
  return afterName.split(' ')[startTimeField]
}

const secretBytes = 32

/** The installation's secret: 32 random bytes in a file of its own, not in the database. Made when missing. */
export function readSecret(path: string): Uint8Array {
  const file = join(path, 'secret.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(secretBytes).toString('hex'), { mode: 0o600 })
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (secret.length === secretBytes) return secret
  throw new StartRefused(`${file} does not hold ${secretBytes} bytes in hexadecimal: restore it from your backup`)
}

/** What is derived from an installation's secret for one purpose: no purpose shows the secret, or what another has. */
export function secretFor(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32))
}
