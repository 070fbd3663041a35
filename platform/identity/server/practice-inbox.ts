import { coreRejections, type ReplyOf, type RequestOf } from '@bolsillo/contract'
import { type Rejection, reject } from '@bolsillo/kernel'
import type { ReadContext } from '@bolsillo/server-kit'
import type { InboxMessage, readPracticeInbox } from '../contract.ts'
import { maskAddress } from '../domain/index.ts'
import { customersOfDevice } from './customer-store.ts'
import type { OutgoingMessage, PracticeInbox } from './message-rail.ts'
import { deviceHash } from './secrets.ts'

const messagesMax = 50

/**
 * The messages of a device. Those about an account are shown only where that account signed in before: asking for
 * somebody's code from elsewhere must not be a way into their account, not even in practice.
 */
export function readPracticeInboxUseCase(inbox: PracticeInbox | undefined) {
  return async (
    request: RequestOf<typeof readPracticeInbox>,
    { db }: ReadContext,
  ): Promise<ReplyOf<typeof readPracticeInbox> | Rejection> => {
    if (inbox === undefined) return reject(coreRejections.practiceOnly)
    const device = deviceHash(request.deviceKey) ?? ''
    const customerIds = await customersOfDevice(db, device)
    const messages = await inbox.ofDevice(db, { deviceHash: device, customerIds, limit: messagesMax })
    return { messages: messages.map(shown) }
  }
}

function shown(message: OutgoingMessage): InboxMessage {
  return {
    id: message.id,
    to: maskAddress(message.to),
    channel: message.to.kind === 'phone' ? 'sms' : 'email',
    title: message.title,
    text: message.text,
    ...(message.code === undefined ? {} : { code: message.code }),
    at: message.at,
  }
}
