import { type Asset, currencies, type Id } from '@bolsillo/kernel'
import { practiceCoinPoolEntryId, practiceGrantEntry, practicePoolEntry } from '@bolsillo/ledger/domain'
import { createLedger, insertPracticeGrant } from '@bolsillo/ledger/server'
import { type Services, transaction } from '@bolsillo/server-kit'

// Practice money for the traders of a bench, granted by the product's own entries, so that the database accepts them
// and the books verify.

/** Practice money for a whole crowd: more than a practice market has, by the second pool that a market opened today leaves unmade. */
export async function fillPool(services: Services, minor: bigint): Promise<void> {
  const amounts = [currencies.MXN, currencies.USD].map((asset) => ({ minor, asset }))
  const entry = practicePoolEntry(amounts, 'venue-simulated', services.clock.now(), practiceCoinPoolEntryId)
  await transaction(services.sql, (tx) => createLedger().post(tx, [entry]))
}

/** Gives each so much of an asset from the pool, in one transaction. */
export async function grantMoney(
  services: Services,
  to: readonly { readonly customerId: Id<'cus'>; readonly asset: Asset }[],
  minor: bigint,
): Promise<void> {
  const grants = to.map(({ customerId, asset }) => ({
    id: services.ids.next('ent'),
    customerId,
    amounts: [{ minor, asset }],
    at: services.clock.now(),
  }))
  await transaction(services.sql, async (tx) => {
    for (const { id, customerId, at } of grants) await insertPracticeGrant(tx, { customerId, entryId: id, at })
    await createLedger().post(tx, grants.map(practiceGrantEntry))
  })
}
