import { type Call, coreRejections, headerNames } from '@bolsillo/contract'
import { type Rejection, reject } from '@bolsillo/kernel'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Language, languages, type Services } from '../../room.ts'
import type { Answers } from '../answer.ts'
import { languageOf } from '../edge/language.ts'
import { dataHeaders } from '../edge/security-headers.ts'
import type { Admission } from './admission.ts'

/** Seconds after which a shed request may be sent again. */
export const retryAfterSeconds = '1'
/** How often the log counts shed requests: a line for each would spend the time that shedding saves. */
const toldEveryMs = 1000

/** Sheds requests before their body is read, with a prepared answer. */
export interface Doorkeeper {
  /** Rejects a request whose admission line is full; returns false, and does nothing, when there is room. */
  readonly shed: (line: Admission, call: Call, request: FastifyRequest, reply: FastifyReply) => boolean
  /** Counts a request that was shed later than here. */
  readonly note: () => void
}

/** The doorkeeper of a mount. */
export function createDoorkeeper({ clock, log, mode }: Services, answers: Answers): Doorkeeper {
  const overloaded = reject(coreRejections.overloaded)
  const bodies = new Map<Language, string>(
    languages.map((language) => [language, answers.of(overloaded, language).body]),
  )
  const { status } = coreRejections.overloaded
  const constant = Object.entries({
    ...dataHeaders,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    [headerNames.simulated]: String(mode === 'SIM'),
    'retry-after': retryAfterSeconds,
  }).flat()
  let count = 0
  let toldAt = Number.NEGATIVE_INFINITY

  const note = (): void => {
    count += 1
    const now = clock.now()
    if (now >= toldAt && now - toldAt < toldEveryMs) return
    log.warn({ shed: count }, 'more requests than can be served')
    toldAt = now
    count = 0
  }

  return {
    note,
    shed: (line, { urgent = false }, request, reply) => {
      if (line.hasRoom(urgent)) return false
      note()
      const body = bodies.get(languageOf(request.headers['accept-language'])) ?? ''
      const length = String(Buffer.byteLength(body))
      reply.hijack()
      reply.raw.writeHead(status, [...constant, 'x-request-id', request.id, 'content-length', length])
      reply.raw.end(body)
      return true
    },
  }
}

/** The `Retry-After` of a rejection in seconds: until the time it names, or the short wait after shedding. */
export function secondsToWait({ spec, values }: Rejection, now: number): string | undefined {
  if (spec.status === 503) return retryAfterSeconds
  if (spec.status !== 429) return undefined
  if (values?.seconds !== undefined) return values.seconds
  const waitMs = Number(values?.until ?? now) - now
  return String(Math.max(1, Math.ceil(waitMs / 1000)))
}
