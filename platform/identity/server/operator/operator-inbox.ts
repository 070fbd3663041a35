import { coreRejections, type ReplyOf, type RequestOf } from '@bolsillo/contract'
import { type Rejection, reject } from '@bolsillo/kernel'
import { type PoolContext, transaction } from '@bolsillo/server-kit'
import { writeAddress } from '../../domain/index.ts'
import type { DeliveredMessage, operatorInbox } from '../../operator-contract.ts'
import type { OutgoingMessage, PracticeInbox } from '../message-rail.ts'
import type { Parts } from '../parts.ts'
import { operatorOf } from './operator-sign-in.ts'
import { displayNumbersOf } from './operator-store.ts'

const pageStandard = 50

/** Every message of the practice market. Each look is written down: staff read somebody's address here. */
export function operatorInboxUseCase(parts: Parts, inbox: PracticeInbox | undefined) {
  return async (
    request: RequestOf<typeof operatorInbox>,
    context: PoolContext,
  ): Promise<ReplyOf<typeof operatorInbox> | Rejection> => {
    if (inbox === undefined) return reject(coreRejections.practiceOnly)
    const { operatorId } = operatorOf(context)
    const limit = request.limit ?? pageStandard
    const before = request.cursor === undefined ? {} : { before: request.cursor }
    const messages = await inbox.all(context.db, { ...before, limit: limit + 1 })
    const page = messages.slice(0, limit)
    const numbers = await displayNumbersOf(
      context.db,
      page.flatMap(({ customerId }) => customerId ?? []),
    )
    const details = { messages: String(page.length) }
    const entry = {
      at: context.now,
      actor: operatorId,
      action: 'identity.inbox-read',
      subject: 'practice-inbox',
      details,
    }
    await transaction(context.db, (tx) => parts.audit.record(tx, entry))
    const next = messages.length > limit ? page.at(-1)?.id : undefined
    return {
      rows: page.map((message) => shown(message, numbers.get(message.customerId ?? 'cus_'))),
      ...(next === undefined ? {} : { next }),
    }
  }
}

function shown(message: OutgoingMessage, customer: string | undefined): DeliveredMessage {
  return {
    id: message.id,
    to: writeAddress(message.to),
    channel: message.to.kind === 'phone' ? 'sms' : 'email',
    title: message.title,
    // The link of an invitation is for the person invited: whoever of the staff had it could accept in their place.
    text: message.kind === 'staff-invited' ? '' : message.text,
    ...(message.code === undefined ? {} : { code: message.code }),
    at: message.at,
    ...(customer === undefined ? {} : { customer }),
  }
}
