import { createServer } from 'node:http'
import { coreRejections } from '@bolsillo/contract'
import { type Rejection, reject } from '@bolsillo/kernel'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Services } from '../room.ts'
import { createAnswers } from './answer.ts'
import { bodyBytesMax } from './body-limit.ts'
import { answerClientErrors } from './client-errors.ts'
import { type ConnectionLimits, limitConnections } from './connections.ts'
import type { HostList } from './hosts.ts'
import { languageOf } from './language.ts'
import { createRawAnswer } from './raw-answer.ts'
import { createSampledLog } from './sampled-log.ts'
import { addSecurityHeaders, type PagePolicy } from './security-headers.ts'
import { createAnswerWriter } from './write-answer.ts'

/** What a server lets near itself; what is left out is not limited, which only tests want. */
export interface EdgeOptions {
  readonly hosts?: HostList
  readonly connections?: ConnectionLimits
  /** Milliseconds within which a request must be here whole. */
  readonly requestWithinMs?: number
}

/** A request must be here whole within this time, and a silent connection goes: slow senders must not hold sockets. */
export const requestWithinMs = 20_000
// How often it is looked: so much later a slow sender goes at most.
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
    // What a request says of its own origin is not believed: a proxy in front is not configured yet.
    trustProxy: false,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    // At the end requests under way are answered; connections nobody uses go at once.
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    serverFactory: (handler) => {
      const server = createServer(
        {
          maxHeaderSize: headerBytesMax,
          requestTimeout: edge.requestWithinMs ?? requestWithinMs,
          headersTimeout: edge.requestWithinMs ?? requestWithinMs,
          connectionsCheckingInterval: lookEveryMs,
          keepAliveTimeout: keepAliveTimeoutMs,
          // Refused with all others that name no host of ours.
          requireHostHeader: false,
        },
        handler,
      )
      // A wish beyond HTTP's own is not carried out and not refused: the request is answered as if it were not there.
      server.on('checkExpectation', (request, response) => server.emit('request', request, response))
      if (edge.connections !== undefined) {
        const tooMany = reject(coreRejections.connectionsTooMany)
        const options = { refusal: () => rawAnswer(tooMany), refused: (network: string) => note(tooMany, network) }
        limitConnections(server, edge.connections, options)
      }
      return server
    },
    clientErrorHandler: (error, socket) => clientErrorHandler(error, socket),
    // An address that cannot be read never reaches a route, nor the hooks of one.
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

/** While the server closes, a connection goes as soon as its request is answered; a browser would keep it for a minute. */
function closeConnectionsAtEnd(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    // A server that never listened has nothing to sweep and says no 'close' that would end the sweeping.
    if (!app.server.listening) return
    const sweeping = setInterval(() => app.server.closeIdleConnections(), sweepEveryMs)
    app.server.once('close', () => clearInterval(sweeping))
  })
}
