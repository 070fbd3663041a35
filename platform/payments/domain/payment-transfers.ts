import { type Id, type Instant, type Money, maxOf } from '@bolsillo/kernel'
import { type AccountId, accountId, custodyMoveEntry, type JournalEntry } from '@bolsillo/ledger/domain'

/** What a rail holds for us: the mirror of its own statement. Its ledger owner is `rail-` and the rail's id. */
export function railCustody(railId: string, asset: string): AccountId {
  return accountId(`rail-${railId}`, 'custody', asset)
}

/**
 * The details every entry that moves a rail's custody must carry, so that reconciliation can find it on the rail's
 * statement: the rail, and the rail's own id of the movement.
 */
export function railDetails(
  railId: string,
  externalId: string,
): { readonly rail: string; readonly externalId: string } {
  return { rail: railId, externalId }
}

/** How much a rail's custody lacks for a payment of `amount`. `posted` is the custody's balance: what it holds, negated. */
export function sweepNeeded(posted: bigint, amount: Money): bigint {
  return maxOf(0n, posted + amount.minor)
}

/**
 * Money moved to a rail from the market's custodian because the rail holds too little for a payment. Nobody's claim
 * changes: who holds it for us does. Posted right before the payment's own entry, in the same `post`.
 */
export function sweepEntry(
  sweep: { readonly railId: string; readonly custodian: string; readonly amount: Money; readonly cause: string },
  entry: { readonly id: Id<'ent'>; readonly at: Instant },
): JournalEntry {
  const { railId, custodian, amount, cause } = sweep
  const { code } = amount.asset
  return custodyMoveEntry(
    { from: accountId(custodian, 'custody', code), to: railCustody(railId, code), minor: amount.minor },
    { ...entry, actor: 'payments', reference: `payout:${cause}` },
  )
}
