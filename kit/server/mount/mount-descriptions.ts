import { customerPrefix, operatorPrefix, operatorRoles } from '@bolsillo/contract'
import { isRejection } from '@bolsillo/kernel'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { OperatorSessionPort, SessionPort } from '../ports.ts'
import type { Room, Services } from '../room.ts'
import type { Answers } from './answer.ts'
import { languageOf } from './edge/language.ts'
import { findSubject, refuseForeign, type Side } from './guards.ts'
import { type Described, openApiOf } from './openapi.ts'
import type { AnswerWriter } from './write-answer.ts'

interface DescriptionOptions {
  readonly services: Services
  readonly rooms: readonly Room[]
  readonly sides: readonly Side[]
  readonly answers: Answers
  readonly write: AnswerWriter
  readonly sessions: SessionPort
  readonly operators: OperatorSessionPort
}

/** Mounts the OpenAPI descriptions: customers' calls for everybody, the console's calls for staff only. */
export function mountDescriptions(app: FastifyInstance, options: DescriptionOptions): void {
  const { rooms, services, sides, answers, write } = options
  const made = new Map<Described, string>()
  const send = (reply: FastifyReply, described: Described, caching: string): FastifyReply => {
    // Built on the first request, so that a start does not wait for it.
    const text = made.get(described) ?? JSON.stringify(openApiOf(rooms, services.mode, described))
    made.set(described, text)
    return reply.type('application/json; charset=utf-8').header('cache-control', caching).send(text)
  }
  if (sides.includes('customers')) {
    app.get(`${customerPrefix}/openapi.json`, { exposeHeadRoute: false }, (_, reply) =>
      send(reply, 'customers', 'public, max-age=300'),
    )
  }
  if (!sides.includes('staff')) return
  const staff = { audience: 'operator', roles: operatorRoles, effect: 'read' } as const
  app.get(`${operatorPrefix}/openapi.json`, { exposeHeadRoute: false }, async (request, reply) => {
    const subject =
      refuseForeign(staff, request.headers, 'staff') ??
      (await findSubject(staff, request.headers, 'staff', options, services.clock.now()))
    if (!isRejection(subject)) return send(reply, 'staff', 'no-store')
    write(reply, answers.of(subject, languageOf(request.headers['accept-language'])))
    return reply
  })
}
