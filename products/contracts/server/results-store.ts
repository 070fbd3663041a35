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

/** What was booked of each of a customer's positions within a span, the latest first. Minor units. */
export async function findResultsByPosition(
  db: Db,
  customerId: Id<'cus'>,
  span: { readonly since: number; readonly until: number },
): Promise<
  readonly { readonly position_id: string; readonly symbol: string; readonly at: bigint; readonly minor: bigint }[]
> {
  return await db`
    select position_id, max(symbol) as symbol, max(at) as at, sum(minor)::bigint as minor from (
      select position_id, symbol, at, realised + fund_paid + market_bore - fee - vat - liquidation_fee as minor
      from contract_booking where customer_id = ${customerId} and at >= ${span.since} and at < ${span.until}
      union all
      select position_id, symbol, at, minor from contract_funding_payment
      where customer_id = ${customerId} and at >= ${span.since} and at < ${span.until}
    ) as booked
    group by position_id order by max(at) desc, position_id desc`
}
