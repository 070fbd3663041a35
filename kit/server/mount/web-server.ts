import { coreRejections } from '@bolsillo/contract'
import { reject } from '@bolsillo/kernel'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Services } from '../room.ts'
import { createAnswers } from './answer.ts'
import { languageOf } from './language.ts'
import { bodyBytesMax } from './mount.ts'
import { addSecurityHeaders, type PagePolicy } from './security-headers.ts'

// A request must be here whole within this time, and a silent connection goes: slow senders must not hold sockets.
const requestTimeoutMs = 20_000
const keepAliveTimeoutMs = 65_000
const headerBytesMax = 16 * 1024
const sweepEveryMs = 20

/** The HTTP server of an application, with the limits and headers every answer has. Nothing is mounted yet. */
export function createWebServer(services: Services, policy: PagePolicy): FastifyInstance {
  const answers = createAnswers([], services.mode)
  const app = Fastify({
    logger: false,
    bodyLimit: bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    routerOptions: { maxParamLength: 200 },
    genReqId: () => services.ids.next('req'),
    // What a request says of its own origin is not believed: a proxy in front is not configured yet.
    trustProxy: false,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    // At the end requests under way are answered; connections nobody uses go at once.
    forceCloseConnections: 'idle',
    onProtoPoisoning: 'error',
    http: { maxHeaderSize: headerBytesMax },
    // An address that cannot be read never reaches a route.
    frameworkErrors: (_, request, reply) => {
      const rejection = reject(coreRejections.bodyMalformed, { values: { why: 'URL' } })
      const { status, body } = answers.of(rejection, languageOf(request.headers['accept-language']))
      reply.raw.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      reply.raw.end(body)
    },
  })
  closeConnectionsAtEnd(app)
  addSecurityHeaders(app, policy)
  return app
}

/** While the server closes, a connection goes as soon as its request is answered; a browser would keep it for a minute. */
function closeConnectionsAtEnd(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const sweeping = setInterval(() => app.server.closeIdleConnections(), sweepEveryMs)
    app.server.once('close', () => clearInterval(sweeping))
  })
}
