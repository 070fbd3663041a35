import { randomFillSync } from 'node:crypto'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Clock, type Instant, idsFrom, instant, type Rng, systemClock } from '@bolsillo/kernel'
import {
  answerNotFound,
  createDispatcher,
  createHostList,
  createJobRunner,
  createStream,
  createWebServer,
  housekeeping,
  type Log,
  type Mode,
  type MountOptions,
  mountRooms,
  type Services,
  type Stream,
  tuneCollector,
} from '@bolsillo/server-kit'
import type { FastifyInstance } from 'fastify'
import type { Composition, OtherParts } from './composition.ts'
import { type Config, StartRefused } from './config.ts'
import {
  checkDataFolder,
  closeDataFolder,
  type DataFolder,
  readSecret,
  secretFor,
  takeDataFolder,
} from './data-folder.ts'
import { type Database, openDatabase } from './database.ts'
import { type Demo, giveDemo } from './demo.ts'
import { isNotOpen } from './not-open.ts'
import { isFromHere, mountCheckpoint, mountOperations } from './operations.ts'
import { readWebFiles, styleHashesOf } from './web-files.ts'

/** A server that answers. */
export interface RunningServer {
  readonly url: string
  /** Where the console is: an origin of its own. */
  readonly consoleUrl: string
  readonly demo: Demo
  /** Stops taking requests, ends what runs, and puts everything on disk. */
  readonly stop: () => Promise<void>
}

/** This build supports practice only: a licensed firm adds adapters for real venues and rails. */
const mode: Mode = 'SIM'

const root = fileURLToPath(new URL('../../', import.meta.url))
const webFolder = 'apps/web/dist'
const consoleFolder = 'apps/console/dist'

/**
 * Starts everything in the order of dependencies. `instead` is for experiments.
 * @throws StartRefused when it cannot start as configured; nothing was changed then.
 */
export async function startServer(
  config: Config,
  log: Log,
  progress: (line: string) => void,
  instead: OtherParts = {},
): Promise<RunningServer> {
  tuneCollector()
  await refuseMissingLibrary(config)
  for (const place of placesOf(config)) await refuseTakenPort(place)
  checkDataFolder(config.dataDir)
  const folder = takeDataFolder(config.dataDir)
  const undo: (() => Promise<void>)[] = []
  try {
    progress('Starting the database …')
    // The rooms are imported while the database starts: these two take most of the time of a start.
    const reading = import('./compose-rooms.ts')
    reading.catch(() => undefined)
    const database = await openDatabase(config, mode, log)
    undo.push(database.close)
    closeDataFolder(folder.path)
    const { composeRooms } = await reading
    const clock = config.testClock ? movableClock() : systemClock
    const services = createServices({ clock, log, database, folder })
    return await startOn({ config, services, database, folder, clock, progress, undo, composeRooms, instead })
  } catch (error) {
    for (const step of undo.reverse()) await step()
    folder.undo()
    throw error
  }
}

interface Parts {
  readonly config: Config
  readonly services: Services
  readonly database: Database
  readonly folder: DataFolder
  readonly clock: Clock | MovableClock
  readonly progress: (line: string) => void
  readonly undo: (() => Promise<void>)[]
  readonly composeRooms: typeof import('./compose-rooms.ts').composeRooms
  readonly instead: OtherParts
}

async function startOn(parts: Parts): Promise<RunningServer> {
  const { config, services, database, folder, progress, undo, composeRooms, instead } = parts
  let composition: Composition | undefined
  const stream = createStream({
    services,
    hosts: createHostList(config.allowedHosts),
    channels: () => composition?.rooms.flatMap((room) => room.channels ?? []) ?? [],
    sessions: {
      find: async (token, now) => await composition?.identity.sessions.find(token, now),
      live: async (sessions, now) => (await composition?.identity.sessions.live(sessions, now)) ?? new Set(),
    },
  })
  composition = composeRooms(config, services, stream.publisher, instead)
  const { rooms } = composition
  await database.migrate(
    rooms.flatMap(({ name, migrations }) => (migrations === undefined ? [] : [{ room: name, folder: migrations }])),
    services.clock.now(),
  )
  progress('Starting the market …')
  for (const room of rooms) {
    await room.start?.()
    undo.push(async () => await room.stop?.())
  }
  const events = rooms.flatMap((room) => room.events ?? [])
  const dispatcher = createDispatcher({ services, handlers: events })
  await dispatcher.start()
  undo.push(dispatcher.stop)
  const demo = await giveDemo({ config, services, database, composition, folder, progress })
  for (const room of rooms) await room.ready?.()
  await database.closeOwner()
  const jobs = createJobRunner({
    services,
    jobs: [...housekeeping(events), ...rooms.flatMap((room) => room.jobs ?? [])],
  })
  await jobs.start()
  undo.push(jobs.stop)
  let isStopping = false
  const { app, observe } = createApp(parts, composition, { stream, dispatcher, isStopping: () => isStopping })
  const console = createConsole(parts, composition, observe)
  const [place, consolePlace] = placesOf(config)
  const url = await listen(app, place)
  const consoleUrl = await listen(console, consolePlace)
  stream.attach(app.server)
  // From here on in this order: no new sockets and requests, then the rest in the reverse order of starting.
  undo.push(() => app.close(), console.close, stream.close)
  const stop = async (): Promise<void> => {
    isStopping = true
    for (const step of undo.reverse()) await step()
    folder.release()
  }
  return { url, consoleUrl, demo, stop }
}

type Observe = NonNullable<MountOptions['observe']>

/** The customers' origin: their calls, stream and pages, and what is public. */
function createApp(
  parts: Parts,
  composition: Composition,
  running: {
    readonly stream: Stream
    readonly dispatcher: ReturnType<typeof createDispatcher>
    readonly isStopping: () => boolean
  },
): { readonly app: FastifyInstance; readonly observe: Observe } {
  const { config, services, clock, instead } = parts
  const { deskStatus, liquidations, checkpoint } = composition
  const app = createEdge(parts, config.allowedHosts, webFolder)
  const operations = mountOperations(app, services.sql, {
    stream: running.stream.stats,
    outboxLag: running.dispatcher.lag,
    isStopping: running.isStopping,
    desk: deskStatus,
    liquidations,
  })
  const observe: Observe = (call, status, durationMs) => operations.observeCall(call.name, status, durationMs)
  mountCheckpoint(app, () => checkpoint(services.clock.now()))
  const { admission } = instead
  mountRooms(app, { ...mountingOf(parts, composition), sides: ['customers'], admission, observe })
  if (config.testClock && 'advance' in clock) mountTestClock(app, clock)
  servePages(app, parts, composition, {
    folder: webFolder,
    calls: /^\/(?:ipcf-api|test|metrics|health|ready)(?:\/|$|\?)/,
  })
  return { app, observe }
}

/** The console's origin: the staff's calls and pages, and nothing else. */
function createConsole(parts: Parts, composition: Composition, observe: Observe): FastifyInstance {
  const app = createEdge(parts, parts.config.console.allowedHosts, consoleFolder)
  mountRooms(app, { ...mountingOf(parts, composition), sides: ['staff'], observe })
  servePages(app, parts, composition, { folder: consoleFolder, calls: /^\/console-api(?:\/|$|\?)/ })
  return app
}

function createEdge({ config, services }: Parts, hosts: readonly string[], folder: string): FastifyInstance {
  const edge = { hosts: createHostList(hosts), connections: config.connections }
  const styleHashes = styleHashesOf(root + folder)
  // The nearest branch: a page of customers asks, and the position stays on the phone (decision 119).
  const mayAskPosition = folder !== consoleFolder
  const trustedTypes = ['bolsillo-worker', 'bolsillo-service-worker']
  return createWebServer(services, { trustedTypes, styleHashes, mayAskPosition }, edge)
}

function mountingOf(
  { config, services, database }: Parts,
  { rooms, identity, needs }: Composition,
): Omit<MountOptions, 'sides'> {
  return {
    services,
    asideSql: database.asideSql,
    customerSql: database.customerSql,
    isDatabaseDown: database.isDown,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    rooms,
    sessions: identity.sessions,
    operators: identity.operatorSessions,
    needs,
  }
}

/** Serves the built files of an app; an unknown path under its calls is answered with an envelope, not with the app. */
function servePages(
  app: FastifyInstance,
  { services }: Parts,
  { rooms }: Composition,
  { folder, calls }: { readonly folder: string; readonly calls: RegExp },
): void {
  const files = readWebFiles(root + folder)
  const notFound = answerNotFound({ rooms, services, isNotOpen })
  app.setNotFoundHandler((request, reply) =>
    !calls.test(request.raw.url ?? '') && files.answer(request, reply) ? reply : notFound(request, reply),
  )
}

function createServices(options: {
  readonly clock: Clock
  readonly log: Log
  readonly database: Database
  readonly folder: DataFolder
}): Services {
  const { clock, log, database, folder } = options
  const rng = cryptographicRng()
  const secret = readSecret(folder.path)
  return {
    clock,
    rng,
    ids: idsFrom(clock, rng),
    sql: database.sql,
    asideSql: database.asideSql,
    log,
    mode,
    secret: (purpose) => secretFor(secret, purpose),
    isBeginning: database.isBeginning,
  }
}

/** The operating system's randomness, read in pages because a system call costs more than its bytes. */
export function cryptographicRng(): Rng {
  const page = new Uint32Array(1024)
  let next = page.length
  return {
    nextUint32: () => {
      if (next === page.length) {
        randomFillSync(page)
        next = 0
      }
      const word = page[next] ?? 0
      page[next] = 0
      next += 1
      return word
    },
  }
}

/** An address this server listens on, with the variable of its port. */
interface Place {
  readonly variable: 'PORT' | 'CONSOLE_PORT'
  readonly host: string
  readonly port: number
}

/** Where the customers' app listens, and where the console does. */
function placesOf({ host, port, console }: Config): readonly [Place, Place] {
  return [
    { variable: 'PORT', host, port },
    { variable: 'CONSOLE_PORT', host, port: console.port },
  ]
}

function portRefusal({ variable, host, port }: Place, error: unknown): StartRefused {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return new StartRefused(
        `${variable}=${port} is taken on ${host}: stop what uses it, or set ${variable} to another`,
      )
    case 'EACCES':
      return new StartRefused(`${variable}=${port} needs rights this user has not: set ${variable} to one from 1024 up`)
    default:
      return new StartRefused(`HOST=${host} is not an address of this machine (${String(code)}): set HOST to one`)
  }
}

/** Real prices need a library that is not installed by default. */
async function refuseMissingLibrary({ market }: Config): Promise<void> {
  if (market.kind !== 'live') return
  const { installCommand, loadCcxt } = await import('@bolsillo/venue-ccxt')
  if ('missing' in (await loadCcxt())) {
    throw new StartRefused(
      `MARKET=ccxt:${market.exchange} needs the library ccxt, which is not installed: run ${installCommand}`,
    )
  }
}

/** Looks whether the port is free before anything else happens. */
async function refuseTakenPort(place: Place): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ port: place.port, host: place.host }, resolve)
    })
  } catch (error) {
    throw portRefusal(place, error)
  }
  await new Promise((resolve) => probe.close(resolve))
}

async function listen(app: FastifyInstance, place: Place): Promise<string> {
  try {
    // Listens on one address: for a name with two, the framework would open the second without our limits.
    await app.listen({ port: place.port, host: place.host === 'localhost' ? '127.0.0.1' : place.host })
  } catch (error) {
    throw portRefusal(place, error)
  }
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : place.port
  // Browsers treat localhost as a secure context, and people type it.
  const isLocal = ['127.0.0.1', '0.0.0.0', '::', '::1', 'localhost'].includes(place.host)
  const host = isLocal ? 'localhost' : place.host.includes(':') ? `[${place.host}]` : place.host
  return `http://${host}:${port}`
}

const advanceMsMax = 400 * 86_400_000

/**
 * Mounts `POST /test/clock {"advanceMs": n}`, with which tests reach the next business day. Called only when TEST_CLOCK
 * is set, which nobody but tests does; without it the path is unknown like any other.
 */
function mountTestClock(app: FastifyInstance, clock: MovableClock): void {
  app.post('/test/clock', (request, reply) => {
    if (!isFromHere(request)) return reply.code(404).send()
    const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
    const ms = Number(/^\s*\{\s*"advanceMs"\s*:\s*(\d{1,15})\s*\}\s*$/.exec(body)?.[1] ?? Number.NaN)
    if (!(ms <= advanceMsMax)) return reply.code(400).type('application/json').send('{"error":"advanceMs"}')
    return reply.type('application/json').send(JSON.stringify({ now: clock.advance(ms) }))
  })
}

/** The clock of a server under test: the machine's time plus the advance set by tests. */
interface MovableClock extends Clock {
  readonly advance: (ms: number) => Instant
}

/** A clock that runs with the machine's and can be moved ahead, never back. */
function movableClock(): MovableClock {
  let aheadMs = 0
  const now = (): Instant => instant(systemClock.now() + aheadMs)
  return {
    now,
    advance: (ms) => {
      aheadMs += Math.max(0, ms)
      return now()
    },
  }
}
