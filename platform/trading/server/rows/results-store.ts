import type { Id, Instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { emptyPosition, ownsAsset, positionAfter, tradedProducts } from '../../domain/index.ts'
import { type FillRow, fillOf } from './order-rows.ts'

const owned = tradedProducts.filter(ownsAsset)

/**
 * The result of a customer's sales of shares and coins since an instant, at average cost with fees and VAT: all fills of each
 * instrument sold are folded by the rule that keeps positions. Contracts compute their own. Minor units by currency.
 */
export async function resultsSince(
  db: Db,
  customerId: Id<'cus'>,
  since: Instant,
): Promise<readonly { readonly asset: string; readonly minor: bigint }[]> {
  const rows = await db<FillRow[]>`
    select * from trade_fill
    where customer_id = ${customerId} and product = any (${owned}::text[]) and instrument_id in (
      select instrument_id from trade_fill
      where customer_id = ${customerId} and product = any (${owned}::text[]) and side = 'sell' and filled_at >= ${since})
    order by entry_seq, fill_id`
  const sums = new Map<string, bigint>()
  for (const fills of Map.groupBy(rows.map(fillOf), ({ instrumentId }) => instrumentId).values()) {
    const [first] = fills
    if (first === undefined) continue
    let position = emptyPosition(first)
    for (const fill of fills) {
      const before = position.realised.minor
      position = positionAfter(position, fill)
      if (fill.at < since) continue
      const { code } = position.realised.asset
      sums.set(code, (sums.get(code) ?? 0n) + position.realised.minor - before)
    }
  }
  return [...sums].map(([asset, minor]) => ({ asset, minor }))
}
