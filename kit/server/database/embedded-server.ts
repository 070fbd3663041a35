import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { platform, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { assert } from '@bolsillo/kernel'
import type { Log } from '../room.ts'
import { cacheSetting, memoryOfMachine } from './cache-setting.ts'
import { runPostgres } from './postgres-process.ts'
import { findPrograms, makeOwnDir, reachableDir, runProgram, type ServerUser, serverUser } from './postgres-program.ts'

/** A login at a database. */
export interface Login {
  readonly user: string
  readonly password: string
}

/** A database's address and login. `host` is a folder when the server listens on a Unix socket. */
export interface DatabaseAddress extends Login {
  readonly host: string
  readonly port: number
  readonly database: string
  /** The login of the running server; known once the roles exist. */
  readonly runtime?: Login
}

/** A running embedded PostgreSQL server. */
export interface EmbeddedServer {
  /** The owner's address. */
  readonly address: DatabaseAddress
  /** Stops the server after its open transactions were aborted and everything is on disk. */
  readonly stop: () => Promise<void>
}

interface EmbeddedServerOptions {
  /** The server's folder: `postgres/` (data), `postgres.key` (owner's password), `postgres.log`. */
  readonly dataDir: string
  /** False only for databases thrown away after use: tests. */
  readonly durable: boolean
  /** Records that the server ended by itself and is started again. */
  readonly log?: Log
}

/** The major version the data folder must be of. */
export const postgresMajor = '18'
const owner = 'bolsillo_owner'
const startTimeoutMs = 60_000
const stopTimeoutMs = 30_000
const stopPolitelyMs = 5000
const socketPrefix = join(tmpdir(), 'bolsillo-pg-')
const pollMs = 10

/**
 * Settings for one process on a small machine. WAL is minimal because nobody replicates an embedded database; JIT and
 * parallel queries cost more than they give on short statements; a session idle in a transaction for a minute is a
 * bug. A new WAL file is not filled with zeros before its first use, because that stalls every commit (decision 52);
 * old files are recycled.
 */
const settings: Readonly<Record<string, string>> = {
  max_connections: '60',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '1GB',
  min_wal_size: '256MB',
  wal_init_zero: 'off',
  checkpoint_timeout: '15min',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  idle_in_transaction_session_timeout: '60s',
  TimeZone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_checkpoints: 'off',
  scram_iterations: '4096',
}

const notDurable: Readonly<Record<string, string>> = {
  // Tests share one server, each with pools of its own.
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  shared_buffers: '64MB',
}

/**
 * Starts the embedded PostgreSQL on a data folder, making it first when there is none.
 * A server that an earlier process left behind on the same folder is stopped first; the caller must hold a lock on
 * the folder, so that such a server can only be a leftover.
 * @throws Error when the folder is of another version, or the server does not come up.
 */
export async function startEmbeddedServer({ dataDir, durable, log }: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const user = await serverUser()
  const programs = await findPrograms(user)
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const link = join(dataDir, 'postgres')
  const isMade = existsSync(join(link, 'PG_VERSION'))
  const clusterDir = isMade ? realpathSync(link) : reachableDir(link, user)
  if (isMade) {
    const version = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim()
    if (version !== postgresMajor) {
      throw new Error(`${link} holds a database of PostgreSQL ${version}, this program needs ${postgresMajor}`)
    }
    await stopLeftover(clusterDir)
  }
  const password = ownerPassword(dataDir)
  if (!isMade) await makeCluster(clusterDir, password, programs.initdb, user, durable)
  if (clusterDir !== link && !existsSync(link)) symlinkSync(clusterDir, link)
  const socketDir = mkdtempSync(socketPrefix)
  if (user !== undefined) chownSync(socketDir, user.uid, user.gid)
  const onSocket = platform() !== 'win32'
  const port = 5432 + (onSocket ? 0 : 1 + (randomBytes(2).readUInt16BE() % 20_000))
  const listen = onSocket
    ? { listen_addresses: '', unix_socket_directories: socketDir }
    : { listen_addresses: '127.0.0.1', unix_socket_directories: '' }
  const all = {
    ...settings,
    shared_buffers: cacheSetting(memoryOfMachine()),
    ...(durable ? {} : notDurable),
    ...listen,
    port: String(port),
  }
  const logPath = join(dataDir, 'postgres.log')
  if (existsSync(logPath)) renameSync(logPath, `${logPath}.1`)
  const server = runPostgres({
    program: programs.postgres,
    args: ['-D', clusterDir, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    user,
    logPath,
    log,
  })
  const stop = async (): Promise<void> => {
    await server.stop()
    rmSync(socketDir, { recursive: true, force: true })
  }
  // A killed server leaves a pid file that says "ready" for ever: only the file of our own process counts.
  const isReady = (): boolean => {
    const postmaster = postmasterOf(clusterDir)
    return postmaster?.ready === true && postmaster.pid === server.pid()
  }
  for (let waitedMs = 0; !isReady(); waitedMs += pollMs) {
    if (server.hasEnded() || waitedMs > startTimeoutMs) {
      await stop()
      throw new Error(`PostgreSQL did not start: ${lastLines(logPath)}`)
    }
    await sleep(pollMs)
  }
  const host = onSocket ? socketDir : '127.0.0.1'
  return { address: { host, port, database: 'postgres', user: owner, password }, stop }
}

function ownerPassword(dataDir: string): string {
  const path = join(dataDir, 'postgres.key')
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('hex'), { mode: 0o600 })
  return readFileSync(path, 'utf8').trim()
}

async function makeCluster(
  clusterDir: string,
  password: string,
  initdb: string,
  user: ServerUser | undefined,
  durable: boolean,
): Promise<void> {
  // Created under another name and renamed when complete: an interrupted initdb leaves a folder that cannot be
  // started.
  const partDir = `${clusterDir}.part`
  rmSync(partDir, { recursive: true, force: true })
  makeOwnDir(partDir, user)
  const passwordDir = mkdtempSync(join(tmpdir(), 'bolsillo-key-'))
  const passwordFile = join(passwordDir, 'key')
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 })
    if (user !== undefined) {
      chownSync(passwordFile, user.uid, user.gid)
      chownSync(passwordDir, user.uid, user.gid)
    }
    const args = [
      `--pgdata=${partDir}`,
      `--username=${owner}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]
    await runProgram(initdb, args, user)
  } finally {
    rmSync(passwordDir, { recursive: true, force: true })
  }
  renameSync(partDir, clusterDir)
}

interface Postmaster {
  readonly pid: number
  readonly ready: boolean
  /** Empty where it listens on no socket. */
  readonly socketDir: string
}

/** What `postmaster.pid` says: the process, and whether it accepts connections. */
function postmasterOf(clusterDir: string): Postmaster | undefined {
  const path = join(clusterDir, 'postmaster.pid')
  if (!existsSync(path)) return undefined
  const lines = readFileSync(path, 'utf8').split('\n')
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  return { pid, ready: lines[7]?.trim() === 'ready', socketDir: lines[4] ?? '' }
}

/**
 * Whether a process is the server of this data folder: process ids are reused, and another PostgreSQL may have this
 * one now. Where the system does not show what a process runs, any live process counts.
 */
function isServerOf(clusterDir: string, pid: number): boolean {
  if (existsSync('/proc/self/cmdline')) {
    const commandPath = `/proc/${pid}/cmdline`
    const words = existsSync(commandPath) ? readFileSync(commandPath, 'utf8').split('\0') : []
    const dir = words[words.indexOf('-D') + 1] ?? ''
    return words.includes('-D') && existsSync(dir) && realpathSync(dir) === realpathSync(clusterDir)
  }
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Stops a server whose parent was killed, as a shutdown would have. If it is slow it gets an immediate shutdown,
 * which loses nothing: committed data is in the WAL. Then removes its pid file, which PostgreSQL would believe if the
 * number now belongs to another process or to a zombie.
 */
async function stopLeftover(clusterDir: string): Promise<void> {
  const leftover = postmasterOf(clusterDir)
  if (leftover === undefined) return
  if (isServerOf(clusterDir, leftover.pid)) {
    process.kill(leftover.pid, 'SIGINT')
    if (!(await endsWithin(clusterDir, leftover.pid, stopPolitelyMs))) process.kill(leftover.pid, 'SIGQUIT')
    const hasEnded = await endsWithin(clusterDir, leftover.pid, stopTimeoutMs)
    assert(hasEnded, `the PostgreSQL left over as process ${leftover.pid} does not stop`)
  }
  if (existsSync('/proc/self/cwd')) {
    // Backends may outlive their postmaster briefly, and its pid file keeps a new postmaster away from them.
    for (let waitedMs = 0; worksIn(clusterDir); waitedMs += pollMs) {
      assert(waitedMs < stopTimeoutMs, `processes of a PostgreSQL that has ended still work in ${clusterDir}`)
      await sleep(pollMs)
    }
    rmSync(join(clusterDir, 'postmaster.pid'), { force: true })
  }
  // The folder of its socket was created for it alone.
  if (leftover.socketDir.startsWith(socketPrefix)) rmSync(leftover.socketDir, { recursive: true, force: true })
}

/** Whether a process has the folder as its working directory, as every PostgreSQL process of that cluster has. */
function worksIn(clusterDir: string): boolean {
  const folder = realpathSync(clusterDir)
  return readdirSync('/proc').some((pid) => {
    if (!/^\d+$/.test(pid)) return false
    try {
      if (readlinkSync(`/proc/${pid}/cwd`) !== folder) return false
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    } catch {
      // It has ended, or belongs to another user and cannot be read.
      return false
    }
  })
}

async function endsWithin(clusterDir: string, pid: number, ms: number): Promise<boolean> {
  for (let waitedMs = 0; isServerOf(clusterDir, pid); waitedMs += pollMs) {
    if (waitedMs >= ms) return false
    await sleep(pollMs)
  }
  return true
}

function lastLines(path: string): string {
  return readFileSync(path, 'utf8').trim().split('\n').slice(-3).join(' | ')
}

/**
 * The owner's address of the server that runs on a data folder now, no matter which process started it; undefined
 * when none runs. For tools that read while the application runs.
 */
export function runningServer(dataDir: string): DatabaseAddress | undefined {
  const [clusterDir, keyFile] = [join(dataDir, 'postgres'), join(dataDir, 'postgres.key')]
  const postmaster = postmasterOf(clusterDir)
  if (postmaster?.ready !== true || !existsSync(keyFile)) return undefined
  if (!isServerOf(realpathSync(clusterDir), postmaster.pid)) return undefined
  const lines = readFileSync(join(clusterDir, 'postmaster.pid'), 'utf8').split('\n')
  const [port, socketDir, listen] = [lines[3] ?? '', lines[4] ?? '', lines[5] ?? '']
  const host = socketDir === '' ? listen : socketDir
  return { host, port: Number(port), database: 'postgres', user: owner, password: ownerPassword(dataDir) }
}

/** Whether a data folder has a database at all, running or not. */
export function hasCluster(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'PG_VERSION'))
}

/** Stops a server that outlived the process it belonged to. The caller knows that no such process is left. */
export async function stopLeftoverServer(dataDir: string): Promise<void> {
  if (hasCluster(dataDir)) await stopLeftover(realpathSync(join(dataDir, 'postgres')))
}
