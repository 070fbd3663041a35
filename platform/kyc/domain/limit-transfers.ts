import type { Id, Instant } from '@bolsillo/kernel'
import type { AccountId, JournalEntry } from '@bolsillo/ledger/domain'

// Money that came in beyond a limit is the customer's; it is only set aside, so that it cannot be traded with.

/** What an entry about money beyond a limit states. */
interface BeyondLimit {
  readonly entryId: Id<'ent'>
  readonly holdId: Id<'hld'>
  readonly account: AccountId
  readonly asset: string
  readonly minor: bigint
  readonly at: Instant
  /** What caused it: the deposit, the withdrawal, the job. */
  readonly reference: string
}

/** Beyond a limit: set aside. */
export function beyondLimitEntry(move: BeyondLimit): JournalEntry {
  return { ...entryOf(move), kind: 'deposit-limit-hold', postings: [posting(move, move.minor)] }
}

/** The limit allows it, or it goes back: set aside no longer. */
export function withinLimitEntry(move: BeyondLimit): JournalEntry {
  return { ...entryOf(move), kind: 'deposit-limit-release', postings: [posting(move, -move.minor)] }
}

const posting = ({ account, holdId }: BeyondLimit, held: bigint) => ({ account, posted: 0n, held, holdId })
const entryOf = ({ entryId, at, reference, asset }: BeyondLimit) => ({
  id: entryId,
  at,
  actor: 'limits',
  reference,
  details: { asset },
})
