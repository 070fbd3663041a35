import { type Id, type Instant, idOf, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type {
  Booking,
  ContractPosition,
  FundingRecord,
  LiquidationEnd,
  LiquidationRecord,
  MarginMode,
  ReachedBy,
  Trigger,
} from '../domain/index.ts'
import { writeInputs } from './engine/step-inputs.ts'

// What a batch of the desk writes and reads, one statement a table. Rows travel as one JSON text: they are few.

const json = (rows: readonly object[]): string =>
  JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))

type TriggerRow = Omit<Trigger, 'price' | 'reached'> & {
  readonly price: string
  readonly reached?: (Omit<ReachedBy, 'price'> & { readonly price: string }) | undefined
}

interface PositionRow {
  readonly position_id: string
  readonly customer_id: string
  readonly symbol: string
  readonly mode: MarginMode
  readonly leverage: bigint
  readonly size: bigint
  readonly entry: string
  readonly margin: bigint
  readonly hold_id: string | null
  readonly realised: bigint
  readonly funding: bigint
  readonly fees: bigint
  readonly vat: bigint
  readonly triggers: readonly TriggerRow[]
  readonly liquidation_id: string | null
  readonly funded_at: bigint
  readonly opened_at: bigint
  readonly updated_at: bigint
  readonly closed_at: bigint | null
}

const at = (ms: bigint): Instant => instant(Number(ms))

function triggerOf({ price, reached, ...trigger }: TriggerRow): Trigger {
  const kept = { ...trigger, price: BigInt(price) }
  return reached === undefined ? kept : { ...kept, reached: { ...reached, price: BigInt(reached.price) } }
}

function positionOf(row: PositionRow): ContractPosition {
  return {
    positionId: idOf('pos', row.position_id),
    customerId: idOf('cus', row.customer_id),
    symbol: row.symbol,
    mode: row.mode,
    leverage: row.leverage,
    size: row.size,
    entry: BigInt(row.entry),
    margin: row.margin,
    holdId: row.hold_id === null ? undefined : idOf('hld', row.hold_id),
    realised: row.realised,
    funding: row.funding,
    fees: row.fees,
    vat: row.vat,
    triggers: row.triggers.map(triggerOf),
    liquidationId: row.liquidation_id === null ? undefined : idOf('liq', row.liquidation_id),
    fundedAt: at(row.funded_at),
    openedAt: at(row.opened_at),
    updatedAt: at(row.updated_at),
    closedAt: row.closed_at === null ? undefined : at(row.closed_at),
  }
}

/** Open positions of these customers. */
export async function findOpenOf(db: Db, customerIds: readonly string[]): Promise<readonly ContractPosition[]> {
  const rows = await db<PositionRow[]>`
    select * from contract_position
    where customer_id = any (${[...customerIds]}::text[]) and closed_at is null order by symbol`
  return rows.map(positionOf)
}

/** Everything open, a page at a time: what the engine starts from. */
export async function findAllOpen(db: Db, after: string, limit: number): Promise<readonly ContractPosition[]> {
  const rows = await db<PositionRow[]>`
    select * from contract_position
    where closed_at is null and position_id > ${after} order by position_id limit ${limit}`
  return rows.map(positionOf)
}

/** Open positions in one contract, in the order of their customers. */
export async function findHolders(db: Db, symbol: string): Promise<readonly ContractPosition[]> {
  const rows = await db<PositionRow[]>`
    select * from contract_position where closed_at is null and symbol = ${symbol} order by customer_id`
  return rows.map(positionOf)
}

/** A position as it is, and its size at an instant. */
export interface HeldAt {
  readonly position: ContractPosition
  readonly size: bigint
}

/**
 * Who held a contract at an instant and has not been paid or charged for it: sizes as they were, from what was booked since.
 * Also those that have closed meanwhile. What was booked in the very millisecond of the instant came after it.
 */
export async function findHeldAt(db: Db, symbol: string, then: Instant): Promise<readonly HeldAt[]> {
  const rows = await db<(PositionRow & { readonly size_then: bigint })[]>`
    with later as (
      select position_id, sum(size)::bigint as size from contract_booking
      where symbol = ${symbol} and at >= ${then} group by position_id
    )
    select position.*, position.size - coalesce(later.size, 0) as size_then
    from contract_position as position left join later using (position_id)
    where position.symbol = ${symbol} and position.opened_at < ${then}
      and (position.closed_at is null or position.closed_at >= ${then})
      and position.size - coalesce(later.size, 0) <> 0
      and not exists (
        select from contract_funding_payment as paid
        where paid.symbol = position.symbol and paid.at = ${then} and paid.position_id = position.position_id)
    order by position.customer_id, position.position_id`
  return rows.map((row) => ({ position: positionOf(row), size: row.size_then }))
}

/** Adds funding of an earlier instant to positions that have closed since. */
export async function addLateFunding(tx: Tx, payments: readonly FundingRecord[]): Promise<void> {
  if (payments.length === 0) return
  const rows = json(payments.map((one) => ({ position_id: one.positionId, minor: one.minor, at: one.fundedAt })))
  await tx`
    update contract_position as kept set funding = kept.funding + late.minor, funded_at = late.at
    from (
      select position_id, sum(minor)::bigint as minor, max(at) as at
      from jsonb_to_recordset(${rows}::text::jsonb) as one (position_id text, minor bigint, at bigint)
      group by position_id
    ) as late
    where kept.position_id = late.position_id and kept.closed_at is not null`
}

/** A position of a customer, open or closed. */
export async function findPosition(
  db: Db,
  customerId: Id<'cus'>,
  positionId: Id<'pos'>,
): Promise<ContractPosition | undefined> {
  const [row] = await db<PositionRow[]>`
    select * from contract_position where position_id = ${positionId} and customer_id = ${customerId}`
  return row === undefined ? undefined : positionOf(row)
}

/** Writes positions as they are: new ones, and changes of those that are not closed. */
export async function savePositions(tx: Tx, positions: readonly ContractPosition[]): Promise<void> {
  if (positions.length === 0) return
  const rows = json(
    positions.map((one) => ({
      position_id: one.positionId,
      customer_id: one.customerId,
      symbol: one.symbol,
      mode: one.mode,
      leverage: one.leverage,
      size: one.size,
      entry: one.entry,
      margin: one.margin,
      hold_id: one.holdId ?? null,
      realised: one.realised,
      funding: one.funding,
      fees: one.fees,
      vat: one.vat,
      triggers: one.triggers,
      liquidation_id: one.liquidationId ?? null,
      funded_at: one.fundedAt,
      opened_at: one.openedAt,
      updated_at: one.updatedAt,
      closed_at: one.closedAt ?? null,
    })),
  )
  // Those that close first: another of the same contract may open in the same batch.
  await tx`
    update contract_position as kept
    set mode = new.mode, leverage = new.leverage, size = new.size, entry = new.entry, margin = new.margin,
      hold_id = new.hold_id, realised = new.realised, funding = new.funding, fees = new.fees, vat = new.vat,
      triggers = new.triggers, liquidation_id = new.liquidation_id, funded_at = new.funded_at,
      updated_at = new.updated_at, closed_at = new.closed_at
    from jsonb_populate_recordset(null::contract_position, ${rows}::text::jsonb) as new
    where kept.position_id = new.position_id`
  await tx`
    insert into contract_position
    select * from jsonb_populate_recordset(null::contract_position, ${rows}::text::jsonb)
    on conflict (position_id) do nothing`
}

export async function insertBookings(tx: Tx, bookings: readonly Booking[]): Promise<void> {
  if (bookings.length === 0) return
  const rows = json(
    bookings.map((one) => ({
      entry_id: one.entryId,
      position_id: one.positionId,
      customer_id: one.customerId,
      symbol: one.symbol,
      what: one.what,
      order_id: one.orderId ?? null,
      liquidation_id: one.liquidationId ?? null,
      size: one.size,
      price: one.price ?? null,
      realised: one.realised,
      fee: one.fee,
      vat: one.vat,
      fee_uncharged: one.feeUncharged,
      vat_uncharged: one.vatUncharged,
      liquidation_fee: one.liquidationFee,
      fund_paid: one.fundPaid,
      market_bore: one.marketBore,
      at: one.at,
    })),
  )
  await tx`
    insert into contract_booking
    select * from jsonb_populate_recordset(null::contract_booking, ${rows}::text::jsonb)`
}

export async function insertFundingPayments(tx: Tx, payments: readonly FundingRecord[]): Promise<void> {
  if (payments.length === 0) return
  const rows = json(
    payments.map((one) => ({
      customer_id: one.customerId,
      symbol: one.symbol,
      at: one.fundedAt,
      position_id: one.positionId,
      size: one.size,
      minor: one.minor,
      entry_id: one.entryId ?? null,
    })),
  )
  await tx`
    insert into contract_funding_payment
    select * from jsonb_populate_recordset(null::contract_funding_payment, ${rows}::text::jsonb)`
}

/** Writes steps, each with the next number of its liquidation: the desk's batch is the only writer. */
export async function insertSteps(tx: Tx, steps: readonly LiquidationRecord[]): Promise<void> {
  if (steps.length === 0) return
  const rows = json(
    steps.map((one, place) => ({
      place,
      liquidation_id: one.liquidationId,
      customer_id: one.customerId,
      position_id: one.positionId,
      symbol: one.symbol,
      mode: one.mode,
      kind: one.step.kind,
      size: one.size,
      quantity: one.step.quantity,
      worst_price: one.step.worstPrice,
      order_id: one.orderId ?? null,
      inputs: writeInputs(one),
      at: one.at,
    })),
  )
  await tx`
    insert into contract_liquidation_step (liquidation_id, number, customer_id, position_id, symbol, mode, kind, size,
      quantity, worst_price, order_id, inputs, at)
    select new.liquidation_id, coalesce(last.number, 0) + row_number() over (partition by new.liquidation_id order by place),
      new.customer_id, new.position_id, new.symbol, new.mode, new.kind, new.size, new.quantity, new.worst_price,
      new.order_id, new.inputs, new.at
    from jsonb_to_recordset(${rows}::text::jsonb) as new (place integer, liquidation_id text, customer_id text,
      position_id text, symbol text, mode text, kind text, size bigint, quantity bigint, worst_price bigint,
      order_id text, inputs jsonb, at bigint)
    left join lateral (
      select max(number) as number from contract_liquidation_step as step where step.liquidation_id = new.liquidation_id
    ) as last on true`
}

export async function insertEnds(tx: Tx, ends: readonly LiquidationEnd[]): Promise<void> {
  if (ends.length === 0) return
  const rows = json(
    ends.map((one) => ({ liquidation_id: one.liquidationId, size: one.size, sizes: one.sizes, at: one.at })),
  )
  await tx`
    insert into contract_liquidation_end
    select * from jsonb_populate_recordset(null::contract_liquidation_end, ${rows}::text::jsonb)`
}
