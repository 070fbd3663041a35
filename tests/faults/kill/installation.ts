import { spawnSync } from 'node:child_process'
import { mkdirSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@bolsillo/journeys/stage/server-process'
import { assert, seededRng } from '@bolsillo/kernel'
import { addressFor, connect, type DatabaseAddress, runningServer, type Sql, serverUser } from '@bolsillo/server-kit'
import {
  newDataFolder,
  removeDataFolder,
  type ServerProcess,
  type SignedInCustomer,
  signInCustomers,
  startServerProcess,
} from '@bolsillo/test-kit'
import { startLoad } from './load.ts'
import { isThere, listProcesses, processesAt } from './processes.ts'

/** A Bolsillo with customers who have money and shares, stopped; experiments work on copies of it. */
export interface Installation {
  /** The folder of all of it: `data` (the server's), `journals` (the clients'). */
  readonly folder: string
  readonly dataFolder: string
  readonly journals: string
  readonly port: number
  readonly url: string
  readonly clients: number
  readonly customers: readonly SignedInCustomer[]
  readonly newcomers: readonly SignedInCustomer[]
  readonly start: (environment?: Readonly<Record<string, string>>) => ServerProcess
  /** Where its PostgreSQL is now. @throws Error when it does not run. */
  readonly address: () => DatabaseAddress
  /** As the owner, while `work` runs. */
  readonly withDatabase: <T>(work: (sql: Sql) => Promise<T>) => Promise<T>
  readonly postmaster: () => number
  /** A copy of it, stopped, on a port of its own. */
  readonly copy: () => Promise<Installation>
  /** Ends whatever of it still runs, and answers what that was: nothing should have been. */
  readonly endLeftovers: () => readonly string[]
  readonly remove: () => void
}

/** Longer than an experiment takes, shorter than a session may last. */
const sessionLifeMs = 11 * 3_600_000

/** Every folder an installation was made in by this process. */
export const foldersMade: string[] = []

const [mendingTriesMax, mendingPauseMs] = [300, 100] as const

const daysBehindMs = 7 * 86_400_000
const shiftedClock = new URL('./planted/shifted-clock.ts', import.meta.url).href
/** The database of the simulated market. */
export const databaseName = 'bolsillo'

interface Parts {
  readonly folder: string
  readonly clients: number
  readonly customers: readonly SignedInCustomer[]
  readonly newcomers: readonly SignedInCustomer[]
}

function installationOf({ folder, clients, customers, newcomers }: Parts, port: number): Installation {
  const dataFolder = join(folder, 'data')
  foldersMade.push(folder)
  const address = (): DatabaseAddress => {
    const server = runningServer(dataFolder)
    assert(server !== undefined, 'PostgreSQL runs')
    return addressFor(server, { database: databaseName })
  }
  return {
    folder,
    dataFolder,
    journals: join(folder, 'journals'),
    port,
    url: `http://127.0.0.1:${port}`,
    clients,
    customers,
    newcomers,
    start: (environment = {}) => startServerProcess({ DATA_DIR: dataFolder, PORT: String(port), ...environment }),
    address,
    withDatabase: async (work) => {
      // Right after a kill it mends itself: whoever looks then waits until it takes clients again.
      for (let tries = 0; tries < mendingTriesMax && runningServer(dataFolder) === undefined; tries += 1)
        await sleep(mendingPauseMs)
      const sql = connect(address(), { connectionsMax: 2, name: 'experiment' })
      try {
        return await work(sql)
      } finally {
        await sql.end({ timeout: 5 })
      }
    },
    postmaster: () => postmasterOf(dataFolder),
    copy: async () => {
      const to = newDataFolder()
      const done = spawnSync('cp', ['-a', `${folder}/.`, to], { stdio: 'inherit' })
      assert(done.status === 0, 'an installation is copied')
      return installationOf({ folder: to, clients, customers, newcomers }, await freePort())
    },
    endLeftovers: () => {
      const left = processesAt([folder]).filter(({ pid }) => pid !== process.pid)
      for (const { pid } of left) {
        if (isThere(pid)) process.kill(pid, 'SIGKILL')
      }
      return left.map(({ pid, command }) => `${pid} ${command.slice(0, 120)}`)
    },
    remove: () => {
      removeDataFolder(dataFolder)
      removeDataFolder(folder)
    },
  }
}

function postmasterOf(dataFolder: string): number {
  const command = `-D ${realpathSync(join(dataFolder, 'postgres'))}`
  const found = listProcesses().find((seen) => seen.command.includes(command) && seen.command.includes('bin/postgres'))
  assert(found !== undefined, 'the postmaster runs')
  return found.pid
}

/**
 * Makes an installation: `clients` clients with `perClient` customers each who have taken their grant and bought shares a
 * week ago, and `newcomersEach` who have nothing yet.
 */
export async function prepareInstallation(options: {
  readonly clients: number
  readonly perClient: number
  readonly newcomersEach: number
  readonly seed: number
}): Promise<Installation> {
  const { clients, perClient, newcomersEach, seed } = options
  const folder = newDataFolder()
  const port = await freePort()
  const bare = installationOf({ folder, clients, customers: [], newcomers: [] }, port)
  mkdirSync(bare.journals)
  const behind = { CLOCK_BEHIND_MS: String(daysBehindMs), NODE_OPTIONS: `--import=${shiftedClock}` }
  const server = bare.start(behind)
  try {
    await server.block()
    const all = await bare.withDatabase((sql) =>
      signInCustomers(sql, clients * (perClient + newcomersEach), {
        label: 'load',
        rng: seededRng(seed, 'customers under load'),
        lifeMs: sessionLifeMs,
      }),
    )
    const customers = all.slice(0, clients * perClient)
    const newcomers = all.slice(clients * perClient)
    const { url } = bare
    const asideFolder = join(folder, 'stocking-up')
    mkdirSync(asideFolder)
    await startLoad({
      url,
      seed,
      clients,
      customers,
      newcomers: [],
      // Kept apart: answers of a week ago are not kept, so nothing of them could be checked.
      folder: asideFolder,
      everyMs: 0,
      task: 'stock-up',
      aheadMs: -daysBehindMs,
    }).done
    await server.stop()
    return installationOf({ folder, clients, customers, newcomers }, port)
  } catch (error) {
    server.child.kill('SIGKILL')
    bare.endLeftovers()
    throw new Error(`the installation could not be prepared: ${server.said()}`, { cause: error })
  }
}

/** Stops PostgreSQL as `pg_ctl -m immediate` does: every process of it quits without a last write. */
export async function stopImmediately(installation: Installation): Promise<void> {
  const user = await serverUser()
  const program = join(dirname(readlinkSync(`/proc/${installation.postmaster()}/exe`)), 'pg_ctl')
  const cluster = realpathSync(join(installation.dataFolder, 'postgres'))
  const done = spawnSync(program, ['stop', '-m', 'immediate', '-W', '-D', cluster], { ...user, cwd: '/' })
  assert(done.status === 0, `pg_ctl stops PostgreSQL: ${done.stderr?.toString()}`)
}
