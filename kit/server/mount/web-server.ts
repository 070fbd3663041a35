import Fastify, { type FastifyInstance } from 'fastify'
import type { Services } from '../room.ts'
import { bodyBytesMax } from './mount.ts'
import { addSecurityHeaders, type PagePolicy } from './security-headers.ts'

// A request must be here whole within this time, and a silent connection goes: slow senders must not hold sockets.
const requestTimeoutMs = 20_000
const keepAliveTimeoutMs = 65_000
const headerBytesMax = 16 * 1024

/** The HTTP server of an application, with the limits and headers every answer has. Nothing is mounted yet. */
export function createWebServer(services: Services, policy: PagePolicy): FastifyInstance {
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
    forceCloseConnections: true,
    onProtoPoisoning: 'error',
    http: { maxHeaderSize: headerBytesMax },
  })
  addSecurityHeaders(app, policy)
  return app
}
