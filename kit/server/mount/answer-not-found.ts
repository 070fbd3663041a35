import { coreRejections, customerPrefix } from '@bolsillo/contract'
import { reject } from '@bolsillo/kernel'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createAnswers } from './answer.ts'
import { languageOf } from './edge/language.ts'
import type { MountOptions } from './mount.ts'
import { sendAnswer } from './write-answer.ts'

/**
 * Answers a path nobody mounted, below the prefixes of calls. `isNotOpen`: whether a path below the customers' prefix is of
 * something this build does not have yet.
 */
export function answerNotFound(
  options: Pick<MountOptions, 'rooms' | 'services'> & { readonly isNotOpen?: (path: string) => boolean },
): (request: FastifyRequest, reply: FastifyReply) => FastifyReply {
  const answers = createAnswers(options.rooms, options.services.mode)
  const { isNotOpen = () => false, services } = options
  return (request, reply) => {
    const path = (request.url.split('?')[0] ?? '').slice(customerPrefix.length)
    const isComing = request.url.startsWith(`${customerPrefix}/`) && isNotOpen(path)
    const rejection = reject(isComing ? coreRejections.notOpen : coreRejections.notFound)
    return sendAnswer(reply, answers.of(rejection, languageOf(request.headers['accept-language'])), services)
  }
}
