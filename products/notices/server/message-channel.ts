import type { CustomerRecords } from '@bolsillo/identity/server'
import type { NoticeChannel } from './notice-channel.ts'

/**
 * Notices over the message rail of identity, to an address the customer has proved to be theirs.
 * @param options.appUrl - where the app is, without a slash at the end: an e-mail ends with the link to the page
 */
export function createMessageChannel(options: {
  readonly channel: 'email' | 'sms'
  readonly customers: Pick<CustomerRecords, 'writeTo' | 'ways'>
  readonly appUrl: string
}): NoticeChannel {
  const { channel, customers, appUrl } = options
  const way = channel === 'email' ? 'email' : 'phone'
  return {
    channel,
    queue: (tx, { customerId, title, text, path, at }) =>
      customers.writeTo(tx, {
        customerId,
        way,
        title,
        text: channel === 'email' ? `${text} ${appUrl}${path}` : text,
        at,
      }),
    reaches: async (db, customerId) => (await customers.ways(db, customerId)).includes(way),
  }
}
