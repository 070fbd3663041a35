import type { Id, Instant } from '@bolsillo/kernel'
import { type AccountId, accountId, accountParts } from './account.ts'
import type { CustodyMove } from './custody-plan.ts'
import type { JournalEntry } from './journal-entry.ts'

/** Money on its way out: payments that were promised, and that custodians must be able to make. */
export function payoutsAccount(asset: string): AccountId {
  return accountId('house', 'payouts', asset)
}

/**
 * One custodian transfers money to another that holds too little for a payment. Customers' balances do not change, only
 * the custodian. Posted right before the payment's own entry, in the same `post`.
 */
export function custodyMoveEntry(
  { from, to, minor }: CustodyMove,
  entry: { readonly id: Id<'ent'>; readonly at: Instant; readonly actor: string; readonly reference: string },
): JournalEntry {
  const railOf = (account: AccountId): string | undefined => /^rail-(.+)$/.exec(accountParts(account).owner)?.[1]
  // Reconciliation finds every entry on a rail's custody by its rail and its own number.
  const rail = railOf(to) ?? railOf(from)
  return {
    id: entry.id,
    kind: 'custody-sweep',
    at: entry.at,
    actor: entry.actor,
    reference: entry.reference,
    details: {
      from: accountParts(from).owner,
      to: accountParts(to).owner,
      externalId: `sweep-${entry.id}`,
      ...(rail === undefined ? {} : { rail }),
    },
    postings: [
      { account: from, posted: minor, held: 0n },
      { account: to, posted: -minor, held: 0n },
    ],
  }
}
