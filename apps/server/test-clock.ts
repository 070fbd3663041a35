import type { FastifyInstance } from 'fastify'
import type { MovableClock } from './clocks.ts'
import { isFromHere } from './operations.ts'

const advanceMsMax = 400 * 86_400_000

/**
 * Mounts `POST /test/clock {"advanceMs": n}`, with which tests reach the next business day. Called only when TEST_CLOCK
 * is set, which nobody but tests does; without it the path is unknown like any other.
 */
export function mountTestClock(app: FastifyInstance, clock: MovableClock): void {
  app.post('/test/clock', (request, reply) => {
    if (!isFromHere(request)) return reply.code(404).send()
    const body = Buffer.isBuffer(request.body) ? request.body.toString('utf8') : ''
    const ms = Number(/^\s*\{\s*"advanceMs"\s*:\s*(\d{1,15})\s*\}\s*$/.exec(body)?.[1] ?? Number.NaN)
    if (!(ms <= advanceMsMax)) return reply.code(400).type('application/json').send('{"error":"advanceMs"}')
    return reply.type('application/json').send(JSON.stringify({ now: clock.advance(ms) }))
  })
}
