import { type ComposedApp, composedApp, type HandMarket, stillMarket } from '@bolsillo/composed-app'
import type { Id, Instant } from '@bolsillo/kernel'
import { accountId, customerAccount } from '@bolsillo/ledger/domain'
import { transaction } from '@bolsillo/server-kit'
import { testCustomer } from '@bolsillo/test-kit'
import type { NoticeChannel } from '../notice-channel.ts'
import { createTestOutbox, endConnection, findSent, insertSent, type SentNotice } from './test-outbox-store.ts'

/** The application with two channels of a test's own, which store what they are given in a table. */
export interface NoticesStand extends ComposedApp<HandMarket> {
  /** What was queued on both channels, in its order. */
  readonly sent: () => Promise<readonly SentNotice[]>
  /** The next queueing but so many ends its connection after it has written, as when the process ends there. */
  readonly endOnce: (after: number) => void
  /** A channel fails after it has written, until it is mended. */
  readonly breakChannel: (name: 'email' | 'push' | undefined) => void
  readonly act: (action: string, details?: Readonly<Record<string, string>>, customer?: number) => Promise<void>
  readonly deposit: (customer?: number) => Promise<void>
  readonly pass: () => Promise<void>
  readonly now: () => Instant
}

/** See above. Customers without a row of identity read Spanish. */
export async function noticesStand(): Promise<NoticesStand> {
  let endsAfter: number | undefined
  let broken: string | undefined
  const channel = (name: 'email' | 'push'): NoticeChannel => ({
    channel: name,
    queue: async (tx, notice) => {
      await insertSent(tx, name, notice)
      if (broken === name) throw new Error(`${name} fails`)
      if (endsAfter === undefined) return 1
      endsAfter -= 1
      if (endsAfter >= 0) return 1
      endsAfter = undefined
      await endConnection(tx)
      return 1
    },
  })
  const stand = await composedApp({
    market: (services) => stillMarket(services),
    notices: (own) => ({ ...own, channels: [channel('email'), channel('push')] }),
  })
  const { services, database } = stand.app
  await createTestOutbox(database.owner)
  const { audit } = stand.platform
  const customerOf = (customer: number): Id<'cus'> => testCustomer(customer).customerId
  return {
    ...stand,
    sent: () => findSent(database.owner),
    endOnce: (after) => {
      endsAfter = after
    },
    breakChannel: (name) => {
      broken = name
    },
    act: async (action, details = {}, customer = 1) => {
      const subject = customerOf(customer)
      const at = services.clock.now()
      await transaction(services.sql, (tx) => audit.record(tx, { at, actor: 'test', action, subject, details }))
    },
    deposit: (customer = 1) =>
      stand.post({
        kind: 'deposit',
        postings: [
          { account: customerAccount(customerOf(customer), 'stock', 'MXN'), posted: 500n, held: 0n },
          { account: accountId('venue-simulated', 'custody', 'MXN'), posted: -500n, held: 0n },
        ],
      }),
    pass: () => stand.runJob('notices.pass'),
    now: () => services.clock.now(),
  }
}
