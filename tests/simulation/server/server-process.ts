import { createHash } from 'node:crypto'
import { type Config, composeRooms, readConfig } from '@bolsillo/app-server'
import type { PasswordHasher } from '@bolsillo/factors/server'
import type { DemoCustomer } from '@bolsillo/identity/server'
import { idsFrom, type Rng, seededRng } from '@bolsillo/kernel'
import { createLedger } from '@bolsillo/ledger/server'
import type { MarketHours } from '@bolsillo/market/domain'
import {
  createDispatcher,
  createJobRunner,
  type Dispatcher,
  housekeeping,
  type JobRunner,
  type Log,
  mountRooms,
  type Publisher,
  type Room,
  type Services,
} from '@bolsillo/server-kit'
import type { PlantedBug } from '../bugs/planted-bug.ts'
import { simulatedCaptcha } from '../database/captcha-store.ts'
import type { SimulatedDatabase } from '../database/simulated-database.ts'
import { createFrontDoor, type Incoming, type Outgoing } from './front-door.ts'
import { createSimulatedMarket, type Family, families, grid, type SimulatedMarket } from './market.ts'
import type { Owner, Scheduler } from './scheduler.ts'

/** A process of the server inside the simulation. */
export interface ServerProcess extends Owner {
  /** Starting until everything it needs answered; then it takes requests, until it dies. */
  state: 'starting' | 'ready' | 'failed'
  readonly answer: (request: Incoming) => Promise<Outgoing>
  readonly market: SimulatedMarket
  readonly deskStatus: () => string
  readonly makeDemo: () => Promise<readonly DemoCustomer[]>
  readonly drain: () => Promise<void>
  readonly runJobs: () => Promise<void>
}

/** What all processes of a world share. */
export interface Ground {
  readonly seed: number
  readonly scheduler: Scheduler
  readonly database: SimulatedDatabase
  readonly hours: MarketHours
  /** What is traded. */
  readonly family: Family
  readonly stores: boolean
  readonly hasJobs: boolean
  readonly bug: PlantedBug | undefined
}

// Nothing of a simulated process is kept outside the database.
// No customer here has a device: a way out to devices would only look for what waits, twice a second.
const { witnessDir: _, ...config }: Config = readConfig({ PUSH_SERVICES: 'none' }, '.')
/**
 * Rooms of money and papers are not simulated yet: their jobs ask the database so often that a seed would never end, and
 * some of their work (pictures, keys) happens on threads no scheduler holds. Their tables are there.
 */
const later: ReadonlySet<string> = new Set([
  'approvals',
  'deposits',
  'files',
  'kyc',
  'payments',
  'proof',
  'statements',
  'withdrawals',
])
const poolMax = 4
const dispatchEveryMs = 10_000
const jobsEveryMs = 300_000

const digest = (text: string): string => createHash('sha256').update(text).digest('hex')

/** A hasher that takes no time: what it costs to guess a password is not what is simulated. */
const quickHasher: PasswordHasher = {
  hash: async (password) => digest(password),
  verify: async (password, stored) => (stored === digest(password) ? 'right' : 'wrong'),
  isOutdated: () => false,
}

const silent: Publisher = { publish: () => undefined, watched: () => false }

function logTo(scheduler: Scheduler, owner: Owner): Log {
  const told = (level: string) => (fields: object, message: string) => {
    const { error } = fields as { readonly error?: unknown }
    const why = error instanceof Error ? `: ${error.message}` : ''
    scheduler.trace.add(`  ${owner.name} ${level}: ${message}${why}`)
  }
  return { debug: () => undefined, info: () => undefined, warn: told('warn'), error: told('error') }
}

function servicesOf({ scheduler, database }: Ground, owner: Owner, rng: Rng): Services {
  const { clock } = scheduler
  return {
    clock,
    rng,
    ids: idsFrom(clock, rng),
    sql: database.pool(owner, poolMax),
    log: logTo(scheduler, owner),
    timers: scheduler.timersOf(owner),
    mode: 'SIM',
    secret: (purpose) => createHash('sha256').update(`simulated ${purpose}`).digest(),
  }
}

/** What a process has once its rooms have begun. */
interface Late {
  dispatcher?: Dispatcher
  jobs?: JobRunner
}

/** Begins what rooms do unasked: their own start, events and jobs. */
async function startRooms(ground: Ground, services: Services, rooms: readonly Room[], late: Late): Promise<void> {
  const hasContracts = families[ground.family].some((symbol) => grid[symbol].product === 'contract')
  for (const room of rooms) await room.start?.()
  const events = rooms.flatMap((room) => room.events ?? [])
  late.dispatcher = createDispatcher({ services, handlers: events, pollMs: dispatchEveryMs })
  await late.dispatcher.start()
  const jobs = [...housekeeping(events), ...rooms.flatMap((room) => room.jobs ?? [])]
  // Funding is paid in every world that has contracts; all jobs of all rooms run in some.
  const due = ground.hasJobs ? jobs : jobs.filter(({ name }) => hasContracts && name === 'contracts.pay-funding')
  if (due.length > 0) {
    late.jobs = createJobRunner({ services, jobs: due, pollMs: jobsEveryMs })
    await late.jobs.start()
  }
}

/** Starts a process: it lives from now on, and is ready when its tasks have run. */
export function startServerProcess(ground: Ground, name: string): ServerProcess {
  const { scheduler, database, seed, bug } = ground
  const owner: Owner = { name, isAlive: true }
  const rng = seededRng(seed, name)
  const services = servicesOf(ground, owner, rng)
  const asideSql = database.pool(owner, 1)
  const plain = createSimulatedMarket(services, silent, { ...ground, startedAt: scheduler.trueNow() })
  const market = { ...plain, ...bug?.market?.(plain) }
  const ledger = createLedger()
  const {
    rooms: composed,
    identity,
    needs,
    deskStatus,
  } = composeRooms(config, services, silent, {
    market,
    ledger: { ...ledger, ...bug?.ledger?.(ledger) },
    identity: { hasher: quickHasher, captcha: simulatedCaptcha(services) },
  })
  const rooms = composed.filter(({ name }) => !later.has(name))
  const door = createFrontDoor()
  const late: Late = {}
  const start = async (): Promise<void> => {
    await startRooms(ground, services, rooms, late)
    mountRooms(door.app, {
      services,
      asideSql,
      customerSql: asideSql,
      rooms,
      sides: ['customers'],
      sessions: identity.sessions,
      operators: identity.operatorSessions,
      needs,
    })
  }
  const process: ServerProcess = Object.assign(owner, {
    state: 'starting' as ServerProcess['state'],
    answer: bug?.answer?.(door.answer) ?? door.answer,
    market,
    deskStatus,
    makeDemo: () => identity.createDemoCustomers(),
    drain: async () => await late.dispatcher?.drain(),
    runJobs: async () => await late.jobs?.runDue(),
  })
  start().then(
    () => {
      process.state = 'ready'
      scheduler.trace.add(`${name} is ready`)
    },
    (error: unknown) => {
      process.state = 'failed'
      scheduler.trace.add(`${name} did not start: ${error instanceof Error ? error.message : ''}`)
    },
  )
  return process
}
