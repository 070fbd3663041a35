import type { Db } from '@bolsillo/server-kit'
import type { ContractPosition } from '../../domain/index.ts'

/** What one entry did to a position; whole numbers in units and minor units. `key` orders rows of one instant. */
interface PositionBookingRow {
  readonly key: string
  readonly what: 'fill' | 'margin' | 'deleveraging' | 'funding-loss' | 'funding'
  readonly at: bigint
  readonly entry_id: string | null
  readonly order_id: string | null
  readonly liquidation_id: string | null
  readonly size: bigint
  readonly price: bigint | null
  readonly realised: bigint
  readonly funding: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly liquidation_fee: bigint
  readonly borne: bigint
}

/** Fills of a position and what it paid or was paid for holding it. Its own span bounds the look into the customer's rows. */
function bookingsOf(db: Db, { customerId, positionId, openedAt, closedAt }: ContractPosition) {
  const until = closedAt ?? null
  return db`
    select entry_id as key, what, at, entry_id, order_id, liquidation_id, size, price, realised, 0::bigint as funding,
      fee, vat, liquidation_fee, fund_paid + market_bore as borne
    from contract_booking
    where customer_id = ${customerId} and position_id = ${positionId}
      and at >= ${openedAt} and (${until}::bigint is null or at <= ${until}::bigint)
    union all
    select symbol, 'funding', at, entry_id, null, null, size, null, 0, minor, 0, 0, 0, 0
    from contract_funding_payment
    where customer_id = ${customerId} and position_id = ${positionId}
      and at >= ${openedAt} and (${until}::bigint is null or at <= ${until}::bigint)`
}

/** A position's rows, newest first; `before` is the instant and the key of the last row of the page before. */
export async function findPositionBookings(
  db: Db,
  position: ContractPosition,
  page: { readonly before: { readonly at: number; readonly key: string } | undefined; readonly limit: number },
): Promise<readonly PositionBookingRow[]> {
  const { before, limit } = page
  return await db<PositionBookingRow[]>`
    select * from (${bookingsOf(db, position)}) as own
    ${before === undefined ? db`` : db`where (at, key collate "C") < (${before.at}, ${before.key})`}
    order by at desc, key collate "C" desc limit ${limit}`
}

/** All of a position's rows together. */
export async function sumPositionBookings(db: Db, position: ContractPosition) {
  const [row] = await db<
    {
      readonly count: bigint
      readonly realised: bigint
      readonly funding: bigint
      readonly fees: bigint
      readonly vat: bigint
      readonly liquidation_fees: bigint
      readonly borne: bigint
    }[]
  >`
    select count(*) as count, coalesce(sum(realised), 0)::bigint as realised, coalesce(sum(funding), 0)::bigint as funding,
      coalesce(sum(fee), 0)::bigint as fees, coalesce(sum(vat), 0)::bigint as vat,
      coalesce(sum(liquidation_fee), 0)::bigint as liquidation_fees, coalesce(sum(borne), 0)::bigint as borne
    from (${bookingsOf(db, position)}) as own`
  return row
}
