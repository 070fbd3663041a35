import type { Sql, StreamStats } from '@bolsillo/server-kit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { answers } from './installation-store.ts'

/** Whether a request was made on this machine, and not forwarded by a proxy. */
export function isFromHere(request: FastifyRequest): boolean {
  const isLoopback = /^(?:::1|127\.\d+\.\d+\.\d+|::ffff:127\.\d+\.\d+\.\d+)$/.test(request.ip)
  return isLoopback && request.headers['x-forwarded-for'] === undefined && request.headers.forwarded === undefined
}

/** Figures that are read on request. */
export interface Figures {
  readonly stream: () => StreamStats
  readonly outboxLag: () => ReadonlyMap<string, bigint>
  /** `running`, or what keeps the desk from taking orders. */
  readonly desk: () => string
  /** Whether the server was asked to stop. */
  readonly isStopping: () => boolean
  /** Accounts to liquidate, those of them that are late, and those without a mark. */
  readonly liquidations: () => { readonly below: number; readonly late: number; readonly blind: number }
}

/** What the server reports to the people who run it. */
export interface Operations {
  readonly observeCall: (name: string, status: number, durationMs: number) => void
}

/**
 * Mounts `/health` and `/ready`, and `/metrics` for this machine only. `/ready` says whether requests belong here: the
 * database answers, the desk takes orders, and nobody asked the server to stop. A server that starts does not listen
 * before its migrations are applied and its desk is there.
 */
export function mountOperations(app: FastifyInstance, sql: Sql, figures: Figures): Operations {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registerFigures(registry, figures)
  const calls = new Counter({
    name: 'bolsillo_calls_total',
    help: 'Answered calls by name and status.',
    labelNames: ['call', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'bolsillo_call_duration_ms',
    help: 'Milliseconds from the request to its answer.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000],
    registers: [registry],
  })
  app.get('/metrics', { exposeHeadRoute: false }, async (request, reply) => {
    if (!isFromHere(request)) return reply.code(404).send()
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics())
  })
  app.get('/health', { exposeHeadRoute: false }, async (_, reply) => {
    const database = (await answers(sql)) ? 'ok' : 'unreachable'
    const desk = figures.desk()
    return reply
      .code(database === 'ok' && desk === 'running' ? 200 : 503)
      .type('application/json')
      .header('cache-control', 'no-store')
      .send(JSON.stringify({ database, desk, liquidations: figures.liquidations().late > 0 ? 'late' : 'ok' }))
  })
  app.get('/ready', { exposeHeadRoute: false }, async (_, reply) => {
    const missing = [
      ...(figures.isStopping() ? ['stopping'] : []),
      ...((await answers(sql)) ? [] : ['database']),
      ...(figures.desk() === 'running' ? [] : ['desk']),
    ]
    return reply
      .code(missing.length === 0 ? 200 : 503)
      .type('application/json')
      .header('cache-control', 'no-store')
      .send(JSON.stringify({ ready: missing.length === 0, missing }))
  })
  return {
    observeCall: (name, status, durationMs) => {
      calls.inc({ call: name, status: String(status) })
      durations.observe(durationMs)
    },
  }
}

/** Registers the figures that are read when somebody asks for them. */
function registerFigures(registry: Registry, figures: Figures): void {
  const gauge = (name: string, help: string, read: () => number): Gauge =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  gauge('bolsillo_stream_sockets', 'Open sockets of the stream.', () => figures.stream().sockets)
  gauge('bolsillo_stream_subscriptions', 'Subscriptions of all sockets.', () => figures.stream().subscriptions)
  gauge(
    'bolsillo_stream_closed_slow',
    'Sockets closed because they did not keep up.',
    () => figures.stream().closedSlow,
  )
  gauge(
    'bolsillo_stream_waiting_bytes_max',
    'The most that is kept for one socket.',
    () => figures.stream().waitingBytesMax,
  )
  gauge(
    'bolsillo_stream_frame_interval_ms',
    'How long a reader waits from one frame to the next.',
    () => figures.stream().frameEveryMs,
  )
  gauge(
    'bolsillo_contracts_below',
    'Accounts below what they must keep, or being liquidated.',
    () => figures.liquidations().below,
  )
  gauge('bolsillo_contracts_late', 'Liquidations that are late: an alarm.', () => figures.liquidations().late)
  gauge('bolsillo_contracts_blind', 'Accounts a mark price is missing for.', () => figures.liquidations().blind)
  new Gauge({
    name: 'bolsillo_outbox_lag',
    help: 'Events a handler is behind.',
    labelNames: ['handler'],
    registers: [registry],
    collect() {
      for (const [handler, lag] of figures.outboxLag()) this.set({ handler }, Number(lag))
    },
  })
}

/**
 * Mounts `/journal/checkpoint` for everybody: the newest cosigned checkpoint of the journal as text, in the format of
 * c2sp.org/tlog-checkpoint.
 */
export function mountCheckpoint(app: FastifyInstance, read: () => Promise<string | undefined>): void {
  app.get('/journal/checkpoint', { exposeHeadRoute: false }, async (_, reply) => {
    const note = await read()
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
    return note === undefined ? reply.code(404).send('There is no signed checkpoint yet.\n') : reply.send(note)
  })
}
