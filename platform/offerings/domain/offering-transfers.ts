import type { Id, Instant, Money } from '@bolsillo/kernel'
import { type AccountId, customerAccount, type JournalEntry } from '@bolsillo/ledger/domain'

// What an application reserves and what is released of it. What is paid and the shares are the desk's entry
// (`stock-allotment`, platform/trading), because the desk keeps positions.

/** An application as far as its money goes. */
interface HeldApplication {
  readonly applicationId: Id<'sub'>
  readonly customerId: Id<'cus'>
  readonly holdId: Id<'hld'>
  /** Price times quantity: all of it is held. */
  readonly held: Money
  readonly symbol: string
}

/** Which entry, when, by whom. */
interface EntryOf {
  readonly id: Id<'ent'>
  readonly at: Instant
  readonly actor: string
}

/** The account an application is paid from. */
export const applicationAccount = ({ customerId, held }: Pick<HeldApplication, 'customerId' | 'held'>): AccountId =>
  customerAccount(customerId, 'stock', held.asset.code)

/** What an entry about an application belongs to. */
export const applicationReference = (applicationId: Id<'sub'>): string => `application:${applicationId}`

function entryOf(kind: string, sign: 1n | -1n, application: HeldApplication, { id, at, actor }: EntryOf): JournalEntry {
  const { applicationId, holdId, held, symbol } = application
  return {
    ...{ id, kind, at, actor },
    reference: applicationReference(applicationId),
    details: { instrument: symbol },
    postings: [{ account: applicationAccount(application), posted: 0n, held: sign * held.minor, holdId }],
  }
}

/** Applied: exactly what was asked for is reserved, nothing moved. */
export const holdEntry = (application: HeldApplication, entry: EntryOf): JournalEntry =>
  entryOf('offering-hold', 1n, application, entry)

/** Left, or nothing was allotted: all of it is the customer's to use again. */
export const releaseEntry = (application: HeldApplication, entry: EntryOf): JournalEntry =>
  entryOf('offering-release', -1n, application, entry)
