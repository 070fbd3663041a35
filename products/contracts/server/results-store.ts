import type { Id, Instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import { marginAssetCode } from '../domain/contract-transfers.ts'

/**
 * What a customer's contracts came to since an instant: realized, less charges of every kind, with funding; of a loss
 * beyond bankruptcy only what the customer bore. From bookings and payments, minor units.
 */
export async function contractResultsSince(
  db: Db,
  customerId: Id<'cus'>,
  since: Instant,
): Promise<readonly { readonly asset: string; readonly minor: bigint }[]> {
  const [row] = await db<{ minor: bigint }[]>`
    select (
      coalesce((
        select sum(realised + fund_paid + market_bore - fee - vat - liquidation_fee) from contract_booking
        where customer_id = ${customerId} and at >= ${since}), 0)
      + coalesce((
        select sum(minor) from contract_funding_payment where customer_id = ${customerId} and at >= ${since}), 0)
    )::bigint as minor`
  return row === undefined || row.minor === 0n ? [] : [{ asset: marginAssetCode, minor: row.minor }]
}
