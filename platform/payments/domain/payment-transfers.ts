import { type AccountId, accountId } from '@bolsillo/ledger/domain'

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
