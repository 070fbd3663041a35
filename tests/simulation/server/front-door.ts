import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A request as it reaches a process. */
export interface Incoming {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly fields: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
}

/** What a process answers. */
export interface Outgoing {
  readonly status: number
  readonly body: string
}

/** Where requests enter a process: the routes the mount asked for, without sockets and without time of their own. */
export interface FrontDoor {
  /** Given to `mountRooms` as the application. */
  readonly app: FastifyInstance
  readonly answer: (request: Incoming) => Promise<Outgoing>
}

type Handle = (request: FastifyRequest, reply: FastifyReply) => unknown
type Fail = (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown

interface Route {
  readonly method: string | readonly string[]
  readonly url: string
  readonly handler: Handle
}

interface Answering {
  readonly reply: FastifyReply
  readonly outgoing: { status: number; body: string }
}

/** A front door without routes yet. */
export function createFrontDoor(): FrontDoor {
  const routes = new Map<string, Handle>()
  const late: { fail?: Fail } = {}
  let requests = 0
  const app = {
    removeAllContentTypeParsers: () => undefined,
    addContentTypeParser: () => undefined,
    get: () => undefined,
    setErrorHandler: (fail: Fail) => {
      late.fail = fail
    },
    route: ({ method, url, handler }: Route) => {
      for (const one of typeof method === 'string' ? [method] : method) routes.set(`${one} ${url}`, handler)
    },
  }
  return {
    app: app as unknown as FastifyInstance,
    answer: async (incoming) => {
      requests += 1
      const request = requestOf(incoming, `request-${requests}`)
      const { reply, outgoing } = answering(request)
      const handle = routes.get(`${incoming.method} /ipcf-api${incoming.path}`)
      if (handle === undefined) throw new Error(`nobody answers ${incoming.method} ${incoming.path}`)
      try {
        await handle(request, reply)
      } catch (error) {
        late.fail?.(error, request, reply)
      }
      return outgoing
    },
  }
}

function requestOf({ method, path, fields, headers }: Incoming, id: string): FastifyRequest {
  const isForm = method === 'POST'
  const text = new URLSearchParams(fields).toString()
  const request = {
    id,
    method,
    ip: '203.0.113.7',
    headers: {
      'x-requested-with': 'simulation',
      'accept-language': 'es-ES',
      'user-agent': 'simulation',
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...headers,
    },
    raw: { url: `/ipcf-api${path}${isForm || text === '' ? '' : `?${text}`}` },
    body: isForm ? Buffer.from(text) : undefined,
    routeOptions: { url: path },
  }
  return request as unknown as FastifyRequest
}

function answering(request: FastifyRequest): Answering {
  const outgoing = { status: 0, body: '' }
  const reply = {
    request,
    getHeaders: () => ({}),
    hijack: () => reply,
    raw: {
      writeHead: (status: number) => {
        outgoing.status = status
      },
      end: (body: string) => {
        outgoing.body = body
      },
    },
    code: (status: number) => {
      outgoing.status = status
      return reply
    },
    header: () => reply,
    headers: () => reply,
    type: () => reply,
    send: (body: string) => {
      outgoing.body = body
      return reply
    },
  }
  return { reply: reply as unknown as FastifyReply, outgoing }
}
