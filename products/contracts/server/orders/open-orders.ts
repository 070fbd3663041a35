import type { Id } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import type { ContractsWorld } from '../contracts-world.ts'

/** A customer may not have more open. */
const openMax = 1000

/** Ids of a customer's open orders in some contracts. */
export async function openOrdersOf(
  { trading }: Pick<ContractsWorld, 'trading'>,
  db: Db,
  customerId: Id<'cus'>,
  symbols: readonly string[],
): Promise<readonly Id<'ord'>[]> {
  const { rows } = await trading.listOrders(db, customerId, { filter: 'open', instrumentIds: symbols, limit: openMax })
  return rows.map(({ orderId }) => orderId)
}
