import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { coreRejections, customerPrefix } from '@bolsillo/contract'
import { assertNever, type Rejection, reject } from '@bolsillo/kernel'
import { type WebSocket, WebSocketServer } from 'ws'
import { noteSignedIn } from '../mount/edge/connections.ts'
import { headerOf } from '../mount/edge/headers.ts'
import type { HostList } from '../mount/edge/hosts.ts'
import { languageOf } from '../mount/edge/language.ts'
import { isOwnOrigin } from '../mount/guards.ts'
import { createRateLimit, networkOf, type RateLimit } from '../mount/load/rate-limit.ts'
import { createSampledLog } from '../mount/load/sampled-log.ts'
import { createRawAnswer } from '../mount/raw-answer.ts'
import type { SessionPort } from '../ports.ts'
import type { ChannelSource, Publisher, Services } from '../room.ts'
import { type ClientMessage, readClientMessage } from './client-message.ts'
import { createFrameWriter } from './frame.ts'
import { createOutbound, type OutboundMaker, socketBytesMax } from './outbound.ts'
import { createPacing, slices } from './pacing.ts'
import { createTopics, type Reader } from './topics.ts'

/** The stream at `/ipcf-api/stream`: the rooms' channels over one WebSocket per client. */
export interface Stream {
  readonly publisher: Publisher
  /** Takes over the WebSocket upgrades of a server. */
  readonly attach: (server: Server) => void
  readonly stats: () => StreamStats
  readonly close: () => Promise<void>
}

export interface StreamStats {
  readonly sockets: number
  readonly subscriptions: number
  readonly closedSlow: number
  /** The largest number of bytes waiting for one reader now. */
  readonly waitingBytesMax: number
  /** How long a reader waits from one frame to the next now, in milliseconds. */
  readonly frameEveryMs: number
}

export interface StreamOptions {
  readonly services: Services
  /** Called at each subscription, so that rooms created after the stream can add theirs. */
  readonly channels: () => readonly ChannelSource[]
  readonly sessions: SessionPort
  /** More sockets than this from one network are refused. */
  readonly socketsOfNetworkMax?: number
  /** The accepted Host names; all when omitted. */
  readonly hosts?: HostList
  /** Creates the send queues; experiments inject a faulty one and must detect it. */
  readonly outbound?: OutboundMaker
}

export const streamPath = `${customerPrefix}/stream`

/** Why the server closed a socket. */
export const streamCloseCodes = {
  goingAway: 1001,
  notText: 1003,
  badMessage: 1008,
  failed: 1011,
  tooSlow: 1013,
  signedOut: 4401,
} as const

const sessionsEveryMs = 400
const heartbeatEveryMs = 20_000
const payloadBytesMax = 64 * 1024
const socketsMax = 20_000
const networkSocketsMax = 500
// A client that subscribes to a whole market at once sends a few hundred messages; one that sends more is broken.
const messageLimit = { times: 600, perMs: 60_000 }
const closeGraceMs = 1_000
const roomWaitMs = 50
const answerBytes = 64 * 1024
const roomWaitsMax = 100

type SampledLog = ReturnType<typeof createSampledLog>

interface Client extends Reader {
  readonly socket: WebSocket
  /** The TCP connection below the socket. */
  readonly wire: Duplex
  readonly network: string
  readonly limit: RateLimit
  /** Its slice of turns. */
  readonly slice: number
  isDirty: boolean
  /** Messages received and not yet handled. */
  unheard: number
  alive: boolean
  closing: boolean
}

/** Makes the stream. Nothing runs until it is attached. */
export function createStream(options: StreamOptions): Stream {
  const { services, sessions } = options
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: payloadBytesMax })
  const topics = createTopics(services, options.channels)
  const clients = new Set<Client>()
  const frames = createFrameWriter()
  const rawAnswer = createRawAnswer(services)
  const sampled = createSampledLog(services)
  const networks = countNetworks()
  const timers: NodeJS.Timeout[] = []
  const { pacing, markDirty, flush, closedSlow } = createFlushing(sampled)
  const hear = createHearing({ services, sessions, topics, sampled, flush })
  const sessionCheck = createSessionCheck({ services, sessions, topics, clients, flush })
  let closed = false

  const welcome = (socket: WebSocket, wire: Duplex, network: string): void => {
    const out = (options.outbound ?? createOutbound)(wire, frames)
    const client = newClient({ socket, wire, network, out, slice: pacing.nextSlice() }, markDirty)
    clients.add(client)
    networks.add(network, 1)
    hearMessages(client, services, hear)
    socket.on('close', () => {
      client.closing = true
      topics.leaveAll(client)
      clients.delete(client)
      networks.add(network, -1)
    })
  }

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const network = networkOf(request.socket.remoteAddress ?? '')
    const isFull =
      closed || clients.size >= socketsMax || networks.of(network) >= (options.socketsOfNetworkMax ?? networkSocketsMax)
    const refusal = refuseUpgrade(request, options.hosts) ?? (isFull ? reject(coreRejections.overloaded) : undefined)
    if (refusal === undefined) {
      server.handleUpgrade(request, socket, head, (accepted) => welcome(accepted, socket, network))
    } else {
      socket.end(rawAnswer(refusal, languageOf(request.headers['accept-language'])))
    }
  }

  return {
    publisher: topics.publisher,
    attach: (http) => {
      http.on('upgrade', upgrade)
      sessionCheck.start()
      timers.push(setInterval(createHeartbeat(clients), heartbeatEveryMs / slices))
    },
    stats: () => ({ ...statsOf(clients), closedSlow: closedSlow(), frameEveryMs: pacing.everyMs() }),
    close: async () => {
      closed = true
      sessionCheck.stop()
      pacing.stop()
      for (const timer of timers) clearInterval(timer)
      await endAll(clients)
      server.close()
    },
  }
}

/** Says goodbye to all, and does not wait for those who do not hear it. */
async function endAll(clients: ReadonlySet<Client>): Promise<void> {
  for (const client of clients) end(client, streamCloseCodes.goingAway, 'going away')
  if (clients.size > 0) await sleep(roomWaitMs)
  for (const client of clients) client.socket.terminate()
}

function newClient(
  connected: Pick<Client, 'socket' | 'wire' | 'network' | 'out' | 'slice'>,
  markDirty: (client: Client) => void,
): Client {
  const client: Client = {
    ...connected,
    isDirty: false,
    unheard: 0,
    subscriptions: new Map(),
    limit: createRateLimit(),
    session: undefined,
    alive: true,
    closing: false,
    markDirty: () => markDirty(client),
  }
  return client
}

function statsOf(clients: ReadonlySet<Client>): Pick<StreamStats, 'sockets' | 'subscriptions' | 'waitingBytesMax'> {
  return {
    sockets: clients.size,
    subscriptions: [...clients].reduce((sum, client) => sum + client.subscriptions.size, 0),
    waitingBytesMax: [...clients].reduce((most, { out }) => Math.max(most, out.waitingBytes()), 0),
  }
}

/** Sends what waits for clients, one slice of them after another. */
function createFlushing(sampled: SampledLog): {
  readonly pacing: ReturnType<typeof createPacing>
  readonly markDirty: (client: Client) => void
  readonly flush: (client: Client) => void
  /** How many clients were disconnected because they did not keep up. */
  readonly closedSlow: () => number
} {
  const dirty: Client[][] = Array.from({ length: slices }, () => [])
  let closedSlow = 0

  const markDirty = (client: Client): void => {
    if (client.isDirty) return
    client.isDirty = true
    dirty[client.slice]?.push(client)
    pacing.wake()
  }

  const flush = (client: Client): void => {
    // Nothing may be written after the close frame, and these writes bypass the library, which would prevent it.
    if (client.closing || client.socket.readyState !== client.socket.OPEN) return
    const state = client.out.flush()
    if (state === 'waiting') markDirty(client)
    if (state !== 'too-slow') return
    closedSlow += 1
    sampled('slow reader', { network: client.network }, 'slow stream reader closed')
    end(client, streamCloseCodes.tooSlow, 'too slow')
  }

  const pacing = createPacing((slice) => {
    const ready = dirty[slice] ?? []
    dirty[slice] = []
    for (const client of ready) {
      client.isDirty = false
      flush(client)
    }
    return dirty.some(({ length }) => length > 0)
  })

  return { pacing, markDirty, flush, closedSlow: () => closedSlow }
}

/** What hearing the messages of clients needs of the stream. */
interface HearingDeps {
  readonly services: Services
  readonly sessions: SessionPort
  readonly topics: ReturnType<typeof createTopics>
  readonly sampled: SampledLog
  readonly flush: (client: Client) => void
}

type Hear = (client: Client, message: ClientMessage) => Promise<void>

/** Carries out what clients ask. */
function createHearing({ services, sessions, topics, sampled, flush }: HearingDeps): Hear {
  const { clock } = services
  const act = async (client: Client, message: ClientMessage): Promise<void> => {
    switch (message.type) {
      case 'hello': {
        topics.leavePrivate(client)
        const session = message.token === undefined ? undefined : await sessions.find(message.token, clock.now())
        // A restricted customer may read their own data here as well.
        client.session = session
        const signedIn = client.session !== undefined
        if (signedIn) noteSignedIn(client.wire)
        const ready = { type: 'ready', simulated: services.mode === 'SIM', signedIn, at: clock.now() }
        return client.out.push(Buffer.from(JSON.stringify(ready)))
      }
      case 'subscribe':
        return await topics.subscribe(client, message.channel, message.key)
      case 'resync':
        return await topics.resync(client, message.channel, message.key)
      case 'unsubscribe':
        return topics.unsubscribe(client, message.channel, message.key)
      case 'ping':
        return client.out.push(Buffer.from(JSON.stringify({ type: 'pong', at: clock.now() })))
      default:
        return assertNever(message)
    }
  }

  return async (client, message) => {
    // A client that requests many snapshots at once gets them as fast as it reads them.
    for (let waits = 0; client.out.waitingBytes() > socketBytesMax && waits < roomWaitsMax; waits += 1) {
      await sleep(roomWaitMs)
    }
    if (client.closing) return
    try {
      await act(client, message)
      // Requests that came together are answered together.
      client.unheard -= 1
      if (client.unheard === 0 || client.out.waitingBytes() > answerBytes) flush(client)
    } catch (error) {
      sampled(`failed ${message.type}`, { error, type: message.type }, 'stream message failed', 'error')
      end(client, streamCloseCodes.failed, 'failed')
    }
  }
}

/** Hears the messages of a client one after another. */
function hearMessages(client: Client, { clock, log }: Services, hear: Hear): void {
  const { socket } = client
  // One message at a time: a subscription sent right after `hello` must find the session.
  let turn: Promise<void> = Promise.resolve()
  socket.on('message', (data, isBinary) => {
    if (isBinary) return end(client, streamCloseCodes.notText, 'text only')
    if (client.limit.take('message', messageLimit, clock.now()) > 0) {
      return end(client, streamCloseCodes.badMessage, 'too many messages')
    }
    const message = readClientMessage(data.toString())
    if (message === undefined) return end(client, streamCloseCodes.badMessage, 'malformed message')
    client.unheard += 1
    turn = turn.then(() => hear(client, message))
  })
  socket.on('pong', () => {
    client.alive = true
  })
  socket.on('error', (error) => log.debug({ error }, 'stream socket'))
}

/** Looks at the sessions of clients again and again. */
function createSessionCheck({
  services: { clock, log },
  sessions,
  topics,
  clients,
  flush,
}: Omit<HearingDeps, 'sampled'> & { readonly clients: ReadonlySet<Client> }): {
  readonly start: () => void
  readonly stop: () => void
} {
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  /** Closes sockets whose sessions ended in any process: logout, revocation, a restricted customer. */
  const checkSessions = async (): Promise<void> => {
    const ids = new Set([...clients].flatMap(({ session }) => (session === undefined ? [] : [session.sessionId])))
    if (ids.size === 0) return
    const live = await sessions.live([...ids], clock.now())
    for (const client of clients) {
      if (client.session === undefined || live.has(client.session.sessionId)) continue
      topics.leavePrivate(client)
      client.session = undefined
      client.out.push(Buffer.from(JSON.stringify({ type: 'signed-out' })))
      flush(client)
      end(client, streamCloseCodes.signedOut, 'signed out')
    }
  }

  const checkSessionsAgain = (): void => {
    timer = setTimeout(async () => {
      await checkSessions().catch((error: unknown) => log.warn({ error }, 'session check failed'))
      if (!stopped) checkSessionsAgain()
    }, sessionsEveryMs)
  }

  const stop = (): void => {
    stopped = true
    clearTimeout(timer)
  }

  return { start: checkSessionsAgain, stop }
}

/** Sends the heartbeat to one slice of clients after another. */
function createHeartbeat(clients: ReadonlySet<Client>): () => void {
  let beating = 0
  return () => {
    beating = (beating + 1) % slices
    for (const client of clients) {
      if (client.slice !== beating) continue
      if (!client.alive) client.socket.terminate()
      client.alive = false
      client.socket.ping()
    }
  }
}

function end(client: Client, code: number, reason: string): void {
  if (client.closing) return
  client.closing = true
  client.out.stop()
  client.socket.close(code, reason)
  // A reader that does not read never sees the close frame.
  setTimeout(() => client.socket.terminate(), closeGraceMs).unref()
}

function refuseUpgrade(request: IncomingMessage, hosts: HostList | undefined): Rejection | undefined {
  const host = headerOf(request.headers, 'host')
  if (hosts?.allows(host) === false) return reject(coreRejections.hostUnknown)
  if ((request.url ?? '').split('?')[0] !== streamPath) return reject(coreRejections.notFound)
  const isOwn = isOwnOrigin(headerOf(request.headers, 'origin'), host)
  return isOwn ? undefined : reject(coreRejections.headerMissing)
}

/** How many sockets each network has open. */
function countNetworks(): {
  readonly of: (network: string) => number
  readonly add: (network: string, by: 1 | -1) => void
} {
  const counts = new Map<string, number>()
  return {
    of: (network) => counts.get(network) ?? 0,
    add: (network, by) => {
      const count = (counts.get(network) ?? 0) + by
      if (count === 0) counts.delete(network)
      else counts.set(network, count)
    },
  }
}
