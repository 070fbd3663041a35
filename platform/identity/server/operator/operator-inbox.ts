import { coreRejections } from '@bolsillo/contract'
import { reject } from '@bolsillo/kernel'
import { transaction, useCase } from '@bolsillo/server-kit'
import type { DeliveredMessage } from '../../contract/operator.ts'
import * as operatorCalls from '../../contract/operator.ts'
import { maskAddress } from '../../domain/index.ts'
import type { IdentityDeps } from '../deps.ts'
import type { SentMessage } from '../message/message-rail.ts'

const pageStandard = 50

/**
 * That messages of the practice market went out. What they say is not read: whoever could would be a way into every
 * account. Each view is recorded in the log of every customer on the page.
 */
export const operatorInbox = useCase(
  operatorCalls.operatorInbox,
  async (request, context, { audit, inbox }: IdentityDeps) => {
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
    await transaction(context.db, (tx) => audit.record(tx, ...entries))
    const next = messages.length > limit ? page.at(-1)?.id : undefined
    return { rows: page.map(shown), ...(next === undefined ? {} : { next }) }
  },
)

function shown({ id, to, hasCode, at }: SentMessage): DeliveredMessage {
  return {
    id,
    to: maskAddress(to),
    channel: to.kind === 'phone' ? 'sms' : 'email',
    what: hasCode ? 'code' : 'notice',
    at,
  }
}
