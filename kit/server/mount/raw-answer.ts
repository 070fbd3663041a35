import { STATUS_CODES } from 'node:http'
import { headerNames } from '@bolsillo/contract'
import type { Rejection } from '@bolsillo/kernel'
import type { Language, Services } from '../room.ts'
import { createAnswers } from './answer.ts'
import { dataHeaders } from './edge/security-headers.ts'
import { secondsToWait } from './load/shed.ts'
import { answerHeaders } from './write-answer.ts'

/** Writes a refusal as the bytes of a whole answer, for connections that never became a request. */
export type RawAnswer = (rejection: Rejection, language?: Language) => string

/** Makes the answer a connection gets before it is closed: the envelope with all headers, like any other answer. */
export function createRawAnswer({ clock, ids, mode }: Pick<Services, 'clock' | 'ids' | 'mode'>): RawAnswer {
  const answers = createAnswers([], mode)
  const constant = Object.entries({ ...answerHeaders(mode), ...dataHeaders, connection: 'close' })
  return (rejection, language = 'es-ES') => {
    const { status, body } = answers.of(rejection, language)
    const now = clock.now()
    const seconds = secondsToWait(rejection, now)
    const headers = [
      ...constant,
      [headerNames.time, String(now)],
      ['x-request-id', ids.next('req')],
      ...(seconds === undefined ? [] : [['retry-after', seconds]]),
      ['content-length', String(Buffer.byteLength(body))],
    ]
    const head = headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')
    return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${head}\r\n\r\n${body}`
  }
}
