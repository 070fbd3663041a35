import { createServer, type RequestListener, type Server } from 'node:http'
import { coreRejections } from '@bolsillo/contract'
import { type Rejection, reject } from '@bolsillo/kernel'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Services } from '../room.ts'
import { createAnswers } from './answer.ts'
import { bodyBytesMax } from './body/body-limit.ts'
import { answerClientErrors } from './edge/client-errors.ts'
import { type ConnectionLimits, limitConnections } from './edge/connections.ts'
import type { HostList } from './edge/hosts.ts'
import { languageOf } from './edge/language.ts'
import { addSecurityHeaders, type PagePolicy } from './edge/security-headers.ts'
import { createSampledLog } from './load/sampled-log.ts'
import { createRawAnswer } from './raw-answer.ts'
import { createAnswerWriter } from './write-answer.ts'

/** The limits of the server's edge; an omitted one does not apply, which only tests use. */
export interface EdgeOptions {
  readonly hosts?: HostList
  readonly connections?: ConnectionLimits
  /** Milliseconds within which a request must be complete. */
  readonly requestWithinMs?: number
}

/**
 * A request must be complete within this time, and a silent connection is closed: slow senders must not hold sockets.
 */
export const requestWithinMs = 20_000
// The interval of the check: a slow sender is closed at most this much later.
const lookEveryMs = 500
const keepAliveTimeoutMs = 65_000
const headerBytesMax = 16 * 1024
const sweepEveryMs = 20
const hostShownMax = 100

/** The HTTP server of an application, with the limits and headers every answer has. Nothing is mounted yet. */
export function createWebServer(services: Services, policy: PagePolicy, edge: EdgeOptions = {}): FastifyInstance {
  const answers = createAnswers([], services.mode)
  const write = createAnswerWriter(services)
  const rawAnswer = createRawAnswer(services)
  const sampled = createSampledLog(services)
  const note = (rejection: Rejection, address: string, host?: string): void =>
    sampled(rejection.spec.name, { rejection: rejection.spec.name, address, host }, 'refused before any call')
  const refuse = (request: FastifyRequest, reply: FastifyReply, rejection: Rejection): void => {
    // The log shows the requested host, so that a name missing from the list is found there.
    note(rejection, request.ip, request.headers.host?.slice(0, hostShownMax))
    write(reply, answers.of(rejection, languageOf(request.headers['accept-language'])))
  }
  const clientErrorHandler = answerClientErrors(rawAnswer, note)
  const app = Fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    routerOptions: { maxParamLength: 200 },
    genReqId: () => services.ids.next('req'),
    // Forwarded headers are not trusted: a proxy in front cannot be configured yet.
    trustProxy: false,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    // On close, requests in progress are answered and idle connections are closed at once.
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    serverFactory: (handler) =>
      nodeServer(handler, edge, {
        refusal: (rejection) => rawAnswer(rejection),
        refused: note,
      }),
    clientErrorHandler: (error, socket) => clientErrorHandler(error, socket),
    // A URL that cannot be parsed reaches neither a route nor its hooks.
    frameworkErrors: (_, request, reply) =>
      refuse(request, reply, reject(coreRejections.bodyMalformed, { values: { why: 'URL' } })),
  })
  closeConnectionsAtEnd(app)
  const { hosts } = edge
  if (hosts !== undefined) {
    app.addHook('onRequest', (request, reply, done) => {
      if (hosts.allows(request.headers.host)) done()
      else refuse(request, reply, reject(coreRejections.hostUnknown))
    })
  }
  addSecurityHeaders(app, policy)
  return app
}

/**
 * While the server closes, a connection is closed as soon as its request is answered; a browser would keep it open
 * for a minute.
 */
function closeConnectionsAtEnd(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    // A server that never listened emits no 'close' that would end the timer.
    if (!app.server.listening) return
    const sweeping = setInterval(() => app.server.closeIdleConnections(), sweepEveryMs)
    app.server.once('close', () => clearInterval(sweeping))
  })
}

/** The server of Node below, which limits what a request may take before any of it is read. */
function nodeServer(
  handler: RequestListener,
  edge: EdgeOptions,
  {
    refusal,
    refused,
  }: {
    readonly refusal: (rejection: Rejection) => string
    readonly refused: (rejection: Rejection, network: string) => void
  },
): Server {
  const server = createServer(
    {
      maxHeaderSize: headerBytesMax,
      requestTimeout: edge.requestWithinMs ?? requestWithinMs,
      headersTimeout: edge.requestWithinMs ?? requestWithinMs,
      connectionsCheckingInterval: lookEveryMs,
      keepAliveTimeout: keepAliveTimeoutMs,
      // A request without a Host header is refused by our own check, like an unknown host.
      requireHostHeader: false,
    },
    handler,
  )
  // An unknown `Expect` header is ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  if (edge.connections !== undefined) {
    const tooMany = reject(coreRejections.connectionsTooMany)
    const options = { refusal: () => refusal(tooMany), refused: (network: string) => refused(tooMany, network) }
    limitConnections(server, edge.connections, options)
  }
  return server
}
