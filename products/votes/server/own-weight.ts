import type { Id } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { findWeights } from './ballot-store.ts'
import type { VotesDeps } from './deps.ts'
import type { VoteWithState } from './vote-store.ts'

/** A poll of all customers counts one for each account that was open at its record time; others go by the record of holdings. */
export const pollWeight = 1n

/** What a customer's ballot counts in each of these votes; a vote they have none in is left out. */
export async function ownWeights(
  { customers }: Pick<VotesDeps, 'customers'>,
  db: Db,
  customerId: Id<'cus'>,
  votes: readonly VoteWithState[],
): Promise<ReadonlyMap<string, bigint>> {
  const held = await findWeights(
    db,
    customerId,
    votes.map(({ id }) => id),
  )
  const since = (await customers.find(db, customerId))?.createdAt
  const weights = new Map(held)
  for (const { id, asset, recordAt } of votes)
    if (asset === undefined && since !== undefined && since <= recordAt) weights.set(id, pollWeight)
  return weights
}
