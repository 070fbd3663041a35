import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import type { LiquidationStep, MarginMode } from '../../domain/index.ts'
import type { StepInputs } from '../engine/step-inputs.ts'

/** A position that a liquidation closed, or a part of it: its size before the first step, and what is left of it. */
interface LiquidatedRow {
  readonly position_id: string
  readonly symbol: string
  /** As JSON has them: texts of whole numbers. */
  readonly size: string
  readonly size_after: string
}

/** A liquidation of a customer. */
export interface LiquidationRow {
  readonly liquidation_id: string
  readonly mode: MarginMode
  readonly at: bigint
  readonly ended_at: bigint | null
  /** In the order of their first steps. */
  readonly positions: readonly LiquidatedRow[]
}

/**
 * Liquidations of a customer, newest first. One is over when its row has an end, or when none of its positions is open. What is
 * left of a position is what the end says; while it runs or when all was closed, what is open; of an end from before sizes were
 * kept, what the bookings of this liquidation left.
 */
export async function findLiquidations(
  db: Db,
  customerId: Id<'cus'>,
  of: { readonly liquidationId?: string; readonly before?: string; readonly limit: number },
): Promise<readonly LiquidationRow[]> {
  return await db<LiquidationRow[]>`
    select first.liquidation_id, first.mode, first.at, stepped.positions,
      case when ended.at is not null then ended.at when held.is_open then null
        else coalesce(held.closed_at, stepped.updated_at) end as ended_at
    from contract_liquidation_step as first
      left join contract_liquidation_end as ended on ended.liquidation_id = first.liquidation_id
      cross join lateral (
        select coalesce(bool_or(closed_at is null), false) as is_open, max(closed_at) as closed_at
        from contract_position where liquidation_id = first.liquidation_id
      ) as held
      cross join lateral (
        select max(own.updated_at) as updated_at, jsonb_agg(jsonb_build_object(
          'position_id', own.position_id, 'symbol', own.symbol, 'size', own.size::text, 'size_after', (
            case when ended.sizes is not null then coalesce((ended.sizes ->> own.position_id)::bigint, 0)
              when ended.at is not null then own.size + coalesce((select sum(size) from contract_booking as booked
                where booked.liquidation_id = first.liquidation_id and booked.position_id = own.position_id), 0)
              else own.open_size end)::text) order by own.number) as positions
        from (
          select distinct on (step.position_id) step.position_id, step.symbol, step.size, step.number,
            kept.size as open_size, kept.updated_at
          from contract_liquidation_step as step join contract_position as kept on kept.position_id = step.position_id
          where step.liquidation_id = first.liquidation_id order by step.position_id, step.number
        ) as own
      ) as stepped
    where first.number = 1 and first.customer_id = ${customerId}
      ${of.liquidationId === undefined ? db`` : db`and first.liquidation_id = ${of.liquidationId}`}
      ${of.before === undefined ? db`` : db`and first.liquidation_id < ${of.before}`}
    order by first.liquidation_id desc limit ${of.limit}`
}

export interface StepRow {
  readonly number: number
  readonly position_id: string
  readonly symbol: string
  readonly kind: LiquidationStep['kind']
  readonly size: bigint
  readonly quantity: bigint
  readonly worst_price: bigint
  readonly order_id: string | null
  readonly inputs: StepInputs
  readonly at: bigint
}

/** Steps of a liquidation, in order. */
export async function findSteps(db: Db, liquidationId: string): Promise<readonly StepRow[]> {
  return await db<StepRow[]>`
    select number, position_id, symbol, kind, size, quantity, worst_price, order_id, inputs, at
    from contract_liquidation_step where liquidation_id = ${liquidationId} order by number`
}

export interface BookingRow {
  readonly entry_id: string
  readonly position_id: string
  readonly order_id: string | null
  readonly size: bigint
  readonly realised: bigint
  readonly fee: bigint
  readonly vat: bigint
  /** Commission and VAT that were due and not there to be charged. */
  readonly uncharged: bigint
  readonly liquidation_fee: bigint
  readonly fund_paid: bigint
  readonly market_bore: bigint
  readonly at: bigint
}

/** What the entries of a liquidation did. */
export async function findBookings(db: Db, liquidationId: string): Promise<readonly BookingRow[]> {
  return await db<BookingRow[]>`
    select entry_id, position_id, order_id, size, realised, fee, vat, fee_uncharged + vat_uncharged as uncharged, liquidation_fee, fund_paid, market_bore, at
    from contract_booking where liquidation_id = ${liquidationId} order by at, entry_id`
}

/** Commission and VAT of an order that were due and not there to be charged; minor units. */
export async function sumUncharged(db: Db, orderId: string): Promise<bigint> {
  const [row] = await db<{ uncharged: bigint }[]>`
    select coalesce(sum(fee_uncharged + vat_uncharged), 0)::bigint as uncharged
    from contract_booking where order_id = ${orderId}`
  return row?.uncharged ?? 0n
}

/** Marks of a contract by the minute, up to an instant, oldest first. */
export async function findMarkSeries(
  db: Db,
  symbol: string,
  to: Instant,
  limit: number,
): Promise<readonly { readonly at: Instant; readonly mark: bigint; readonly index: bigint }[]> {
  const rows = await db<{ at: bigint; mark: bigint; index_price: bigint }[]>`
    select at, mark, index_price from contract_premium
    where symbol = ${symbol} and at <= ${to} order by at desc limit ${limit}`
  return rows.map((row) => ({ at: instant(Number(row.at)), mark: row.mark, index: row.index_price })).reverse()
}

/** What liquidations ever left to the insurance fund, and what it paid, minor units. */
export async function sumFund(db: Db): Promise<{ readonly left: bigint; readonly paid: bigint }> {
  const [row] = await db<{ left: bigint; paid: bigint }[]>`
    select coalesce(sum(liquidation_fee), 0)::bigint as left, coalesce(sum(fund_paid), 0)::bigint as paid
    from contract_booking where liquidation_fee > 0 or fund_paid > 0`
  return row ?? { left: 0n, paid: 0n }
}
