import { coreRejections, type ReplyOf, type RequestOf } from '@bolsillo/contract'
import { type Rejection, reject } from '@bolsillo/kernel'
import { type OfStaff, type PoolContext, transaction } from '@bolsillo/server-kit'
import { maskAddress } from '../../domain/index.ts'
import type { DeliveredMessage, operatorInbox } from '../../operator-contract.ts'
import type { PracticeInbox, SentMessage } from '../message-rail.ts'
import type { Parts } from '../parts.ts'

const pageStandard = 50

/**
 * That messages of the practice market went out. What they say is not read: whoever could would be a way into every
 * account. Each look stands in the log of every customer on the page.
 */
export function operatorInboxUseCase(parts: Parts, inbox: PracticeInbox | undefined) {
  return async (
    request: RequestOf<typeof operatorInbox>,
    context: OfStaff<PoolContext>,
  ): Promise<ReplyOf<typeof operatorInbox> | Rejection> => {
    if (inbox === undefined) return reject(coreRejections.practiceOnly)
    const { operatorId } = context.operator
    const limit = request.limit ?? pageStandard
    const before = request.cursor === undefined ? {} : { before: request.cursor }
    const messages = await inbox.all(context.db, { ...before, limit: limit + 1 })
    const page = messages.slice(0, limit)
    const customers = [...new Set(page.flatMap(({ customerId }) => customerId ?? []))]
    const details = { messages: String(page.length) }
    const entries = ['practice-inbox', ...customers].map((subject) => ({
      at: context.now,
      actor: operatorId,
      action: 'identity.inbox-read',
      subject,
      details,
    }))
    await transaction(context.db, (tx) => parts.audit.record(tx, ...entries))
    const next = messages.length > limit ? page.at(-1)?.id : undefined
    return { rows: page.map(shown), ...(next === undefined ? {} : { next }) }
  }
}

function shown({ id, to, hasCode, at }: SentMessage): DeliveredMessage {
  return {
    id,
    to: maskAddress(to),
    channel: to.kind === 'phone' ? 'sms' : 'email',
    what: hasCode ? 'code' : 'notice',
    at,
  }
}
