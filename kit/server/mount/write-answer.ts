import { headerNames } from '@bolsillo/contract'
import type { FastifyReply } from 'fastify'
import type { Mode, Services, StoredAnswer } from '../room.ts'
import { dataHeaders } from './edge/security-headers.ts'

/** The constant headers of an installation's answers. */
export function answerHeaders(mode: Mode): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    [headerNames.simulated]: String(mode === 'SIM'),
  }
}

/** Writes the answer of a call, with headers set on the reply before. */
export type AnswerWriter = (reply: FastifyReply, answer: StoredAnswer) => void

/**
 * The writer of a mount. Nearly all headers of calls are constant, so they are built once, and answers bypass the
 * framework's sending, which checks each header every time.
 */
export function createAnswerWriter({ clock, mode }: Services): AnswerWriter {
  const constant = Object.entries({ ...answerHeaders(mode), ...dataHeaders }).flat()
  return (reply, { status, body }) => {
    const headers = [...constant, headerNames.time, String(clock.now()), 'x-request-id', reply.request.id]
    for (const [name, value] of Object.entries(reply.getHeaders())) headers.push(name, String(value))
    headers.push('content-length', String(Buffer.byteLength(body)))
    reply.hijack()
    reply.raw.writeHead(status, headers)
    reply.raw.end(body)
  }
}

export function sendAnswer(
  reply: FastifyReply,
  { status, body }: StoredAnswer,
  { mode, clock }: Services,
): FastifyReply {
  return reply
    .code(status)
    .headers(answerHeaders(mode))
    .header(headerNames.time, String(clock.now()))
    .header('x-request-id', reply.request.id)
    .send(body)
}
