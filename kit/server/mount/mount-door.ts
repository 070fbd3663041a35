import { coreRejections, customerPrefix } from '@bolsillo/contract'
import { isRejection, reject } from '@bolsillo/kernel'
import type { FastifyInstance } from 'fastify'
import type { Door, Services, StoredAnswer } from '../room.ts'
import type { Answers } from './answer.ts'
import { languageOf } from './edge/language.ts'
import { networkOf, type RateLimit } from './load/rate-limit.ts'
import type { SampledLog } from './load/sampled-log.ts'

/** The rate limit of one network at a door. */
const knocksMax = 1_200
const knocksPerMs = 60_000

/**
 * Mounts a door: no session, no parser, no idempotency key. The body is passed as raw bytes, because the signature
 * covers bytes: the same JSON formatted otherwise is another message.
 */
export function mountDoor(
  app: FastifyInstance,
  door: Door,
  options: {
    readonly services: Services
    readonly answers: Answers
    readonly rateLimit: RateLimit
    readonly sampled: SampledLog
    readonly bytesMax: number
    readonly isDatabaseDown?: () => boolean
  },
): void {
  const { services, answers, rateLimit, bytesMax, sampled } = options
  app.post(customerPrefix + door.path, { bodyLimit: bytesMax }, async (request, reply) => {
    const now = services.clock.now()
    const language = languageOf(request.headers['accept-language'])
    const send = ({ status, body }: StoredAnswer) =>
      reply
        .code(status)
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(body)
    if (options.isDatabaseDown?.() === true) return send(answers.of(reject(coreRejections.unavailable), language))
    const limit = { times: knocksMax, perMs: knocksPerMs }
    const waitMs = rateLimit.take(`door ${door.path} ${networkOf(request.ip)}`, limit, now)
    if (waitMs > 0) {
      const values = { seconds: String(Math.ceil(waitMs / 1000)) }
      return send(answers.of(reject(coreRejections.tooMany, { values }), language))
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    )
    const bytes = request.body instanceof Uint8Array ? request.body : new Uint8Array()
    const params: Record<string, string> = {}
    for (const [name, value] of Object.entries(request.params ?? {}))
      if (typeof value === 'string') params[name] = value
    const outcome = await door.open({ params, headers, bytes, now })
    if (isRejection(outcome))
      sampled(
        `door ${door.path}`,
        { door: door.path, rejection: outcome.spec.name },
        'a message was refused at a door',
        'warn',
      )
    return send(answers.of(outcome, language))
  })
}
