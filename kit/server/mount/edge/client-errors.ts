import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { coreRejections } from '@bolsillo/contract'
import { type Rejection, reject } from '@bolsillo/kernel'
import type { RawAnswer } from '../raw-answer.ts'

const closeWithinMs = 500

/** The rejection for a request that Node's HTTP parser refuses. */
function refusalOf(code: string | undefined): Rejection {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return reject(coreRejections.headTooLarge)
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return reject(coreRejections.tooSlow)
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return reject(coreRejections.bodyTooLarge)
    default:
      return reject(coreRejections.bodyMalformed, { values: { why: 'HTTP' } })
  }
}

/**
 * Whether a rejection may be written to a broken connection: not while an answer is being sent, and not while a
 * complete request waits for its answer. A rejection in its place would claim that the request had no effect.
 */
function isFree(socket: Socket): boolean {
  const response = '_httpMessage' in socket ? (socket._httpMessage as ServerResponse<IncomingMessage> | null) : null
  return response === null || response === undefined || !(response.headersSent || response.req.complete)
}

/** Answers input that never became a request: a malformed or oversized head, a body that does not end in time. */
export function answerClientErrors(
  rawAnswer: RawAnswer,
  note: (rejection: Rejection, address: string) => void,
): (error: NodeJS.ErrnoException, socket: Socket) => void {
  const closing = new WeakSet<Socket>()
  return (error, socket) => {
    if (closing.has(socket)) return
    closing.add(socket)
    if (error.code === 'ECONNRESET' || !socket.writable || !isFree(socket)) {
      socket.destroy()
      return
    }
    const rejection = refusalOf(error.code)
    note(rejection, socket.remoteAddress ?? '')
    socket.on('error', () => undefined)
    socket.end(rawAnswer(rejection))
    // A client that keeps sending is disconnected once the answer has had time to arrive.
    const over = setTimeout(() => socket.destroy(), closeWithinMs)
    socket.once('close', () => clearTimeout(over))
  }
}
