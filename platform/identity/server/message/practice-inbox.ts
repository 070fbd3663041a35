import { coreRejections } from '@bolsillo/contract'
import { reject } from '@bolsillo/kernel'
import { type ReadContext, useCase } from '@bolsillo/server-kit'
import type { InboxMessage } from '../../contract/index.ts'
import * as calls from '../../contract/index.ts'
import { maskAddress } from '../../domain/index.ts'
import { customersOfDevice } from '../account/customer-store.ts'
import type { IdentityDeps } from '../deps.ts'
import { deviceHash } from '../secrets.ts'
import type { OutgoingMessage } from './message-rail.ts'

const messagesMax = 50

/** Who asks: a browser by its cookie, a program by its session. */
export function askerOf({ caller, customer }: ReadContext): NonNullable<OutgoingMessage['asker']> {
  return {
    ...(caller.holder === undefined ? {} : { holder: caller.holder }),
    ...(customer === undefined ? {} : { sessionId: customer.sessionId }),
  }
}

/**
 * The messages of a device. Those about an account are shown only where that account signed in before: asking for
 * somebody's code from elsewhere must not be a way into their account, not even in practice. A code is shown only to the
 * browser or the session that asked for it, on whatever other device of the account somebody sits.
 */
export const readPracticeInbox = useCase(calls.readPracticeInbox, async (request, context, { inbox }: IdentityDeps) => {
  if (inbox === undefined) return reject(coreRejections.practiceOnly)
  const device = deviceHash(request.deviceKey) ?? ''
  const { db, customer } = context
  const known = await customersOfDevice(db, device)
  const customerIds = customer === undefined ? known : [...new Set([customer.customerId, ...known])]
  const query = { deviceHash: device, asker: askerOf(context), customerIds, limit: messagesMax }
  const messages = await inbox.ofDevice(db, query)
  return { messages: messages.map(shown) }
})

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
