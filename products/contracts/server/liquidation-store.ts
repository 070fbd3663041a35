import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import type { LiquidationStep, MarginMode } from '../domain/index.ts'
import type { StepInputs } from './step-inputs.ts'

/** A liquidation of a customer: its first step, and what became of the position. */
export interface LiquidationRow {
  readonly liquidation_id: string
  readonly position_id: string
  readonly symbol: string
  readonly mode: MarginMode
  readonly size: bigint
  readonly at: bigint
  /** What is open of the position now, or was when this liquidation ended. */
  readonly size_after: bigint
  readonly ended_at: bigint | null
}

/** Liquidations of a customer, newest first. */
export async function findLiquidations(
  db: Db,
  customerId: Id<'cus'>,
  of: { readonly liquidationId?: string; readonly before?: string; readonly limit: number },
): Promise<readonly LiquidationRow[]> {
  return await db<LiquidationRow[]>`
    select step.liquidation_id, step.position_id, step.symbol, step.mode, step.size, step.at,
      coalesce(ended.size, held.size) as size_after,
      case when ended.at is not null then ended.at when held.liquidation_id = step.liquidation_id
        then held.closed_at else held.updated_at end as ended_at
    from contract_liquidation_step as step
      join contract_position as held on held.position_id = step.position_id
      left join contract_liquidation_end as ended on ended.liquidation_id = step.liquidation_id
    where step.number = 1 and step.customer_id = ${customerId}
      ${of.liquidationId === undefined ? db`` : db`and step.liquidation_id = ${of.liquidationId}`}
      ${of.before === undefined ? db`` : db`and step.liquidation_id < ${of.before}`}
    order by step.liquidation_id desc limit ${of.limit}`
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
    select entry_id, order_id, size, realised, fee, vat, fee_uncharged + vat_uncharged as uncharged, liquidation_fee, fund_paid, market_bore, at
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

/** What the insurance fund ever paid, minor units. */
export async function sumFundPaid(db: Db): Promise<bigint> {
  const [row] = await db<{ paid: bigint }[]>`
    select coalesce(sum(fund_paid), 0)::bigint as paid from contract_booking where fund_paid > 0`
  return row?.paid ?? 0n
}
