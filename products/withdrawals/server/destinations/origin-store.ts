import { type Id, idOf } from '@bolsillo/kernel'
import type { Destination } from '@bolsillo/payments/domain'
import type { Db } from '@bolsillo/server-kit'
import { destinationNumber, networkOf } from '../../domain/index.ts'

/**
 * What of an asset a customer withdrew to an account, or is on its way there: as a return to origin or to a destination
 * of their list, it went there either way. What arrived beyond what was asked for went there as well.
 */
export async function findGoneTo(
  db: Db,
  customerId: Id<'cus'>,
  destination: Destination,
  asset: string,
): Promise<readonly { readonly withdrawalId: Id<'wdr'>; readonly amount: bigint }[]> {
  const rows = await db<{ id: string; amount: bigint }[]>`
    select withdrawal.id, withdrawal.amount + greatest(-withdrawal.back, 0) + withdrawal.claim as amount
    from withdrawal join destination target on target.id = withdrawal.destination_id
    where target.customer_id = ${customerId} and target.kind = ${destination.kind}
      and target.number = ${destinationNumber(destination)}
      and target.network is not distinct from ${networkOf(destination) ?? null}
      and withdrawal.asset = ${asset} and withdrawal.state in ('under-review', 'doing', 'complete')`
  return rows.map(({ id, amount }) => ({ withdrawalId: idOf('wdr', id), amount }))
}
