import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Sql, Tx } from '@bolsillo/server-kit'
import {
  type Fill,
  type Holding,
  type Order,
  type Position,
  type PositionLock,
  productFacts,
} from '../../domain/index.ts'
import { type LockRow, lockOf, type PositionRow, pairFilledText, positionOf } from './order-rows.ts'
import { lockedOf } from './passed-locks-store.ts'

// What a batch writes and reads, one set-based statement per table. Rows travel as one array of composite values, which
// postgres.js passes on as it is: a text built at once, read by PostgreSQL for two thirds of what an array a column costs.

type Field = bigint | number | string | boolean | undefined

/**
 * The literal of an array of rows. Fields are numbers, flags and words of ours: letters, digits, dashes, underscores, dots.
 * None of them needs quoting, and none is empty: an empty field is NULL.
 */
function rowsOf<Row>(rows: readonly Row[], fieldsOf: (row: Row) => readonly Field[]): string {
  let text = ''
  for (const row of rows) text += `${text === '' ? '"(' : ',"('}${fieldsOf(row).join(',')})"`
  return `{${text}}`
}

// What an empty list of words becomes must still be a list.
const words = (values: readonly string[]): string => `{${values.map((value) => `"${value}"`).join(',')}}`

/** Takes a shard over: whoever had it can no longer commit. Waits for a batch that is committing. @returns the new epoch. */
export async function takeLease(sql: Sql, shard: string, holder: string, at: Instant): Promise<bigint> {
  const [row] = await sql<{ epoch: bigint }[]>`
    insert into desk_lease (shard, holder, epoch, taken_at) values (${shard}, ${holder}, 1, ${at})
    on conflict (shard) do update set holder = excluded.holder, epoch = desk_lease.epoch + 1, taken_at = excluded.taken_at
    returning epoch`
  if (row === undefined) throw new Error('taking the lease answered no row')
  return row.epoch
}

/** Raises the epoch of a shard this holder still has. @returns undefined when somebody else took it over. */
export async function renewLease(sql: Sql, shard: string, holder: string, at: Instant): Promise<bigint | undefined> {
  const [row] = await sql<{ epoch: bigint }[]>`
    update desk_lease set epoch = epoch + 1, taken_at = ${at} where shard = ${shard} and holder = ${holder} returning epoch`
  return row?.epoch
}

/** The epoch of a shard, held until the transaction ends: nobody takes the shard over meanwhile. */
export async function holdLease(tx: Tx, shard: string): Promise<bigint | undefined> {
  const [row] = await tx<{ epoch: bigint }[]>`select epoch from desk_lease where shard = ${shard} for share`
  return row?.epoch
}

/** Whether a fill was committed. */
export async function hasFill(db: Db, { customerId, fillId }: Pick<Fill, 'customerId' | 'fillId'>): Promise<boolean> {
  const rows = await db`select from trade_fill where customer_id = ${customerId} and fill_id = ${fillId}`
  return rows.length > 0
}

/** Positions of these holdings; what was never owned is left out. */
export async function findPositions(db: Db, holdings: readonly Holding[]): Promise<readonly Position[]> {
  const rows = await db<PositionRow[]>`
    select position.* from position
    join unnest(
      ${words(holdings.map(({ customerId }) => customerId))}::text[],
      ${words(holdings.map(({ instrumentId }) => instrumentId))}::text[]
    ) as wanted (customer_id, instrument_id) using (customer_id, instrument_id)`
  return rows.map(positionOf)
}

/**
 * Locks of these holdings that still hold at `at`. Looked up one by one: a plan made while there are few would read all that
 * have not lapsed, and is kept while they become many.
 */
export async function findLocks(db: Db, holdings: readonly Holding[], at: number): Promise<readonly PositionLock[]> {
  const rows = await db<LockRow[]>`
    select held.* from unnest(
      ${words(holdings.map(({ customerId }) => customerId))}::text[],
      ${words(holdings.map(({ instrumentId }) => instrumentId))}::text[]
    ) as wanted (customer_id, instrument_id), lateral (
      select customer_id, instrument_id, sellable_at, ${lockedOf(db)} as quantity from position_lock lock
      where customer_id = wanted.customer_id and instrument_id = wanted.instrument_id and sellable_at > ${at}
      offset 0
    ) as held where held.quantity > 0 order by sellable_at`
  return rows.map(lockOf)
}

/** What an order has behind it: so many steps, and the number of the act that says what was done to it last. */
interface OrderProgress {
  readonly stepCount: (orderId: Id<'ord'>) => number
  readonly lastAct: (orderId: Id<'ord'>) => bigint
}

/** The columns of an order that change, in the order in which the table and what changes of it have it. */
const progressOf = (o: Order, { stepCount }: OrderProgress): readonly Field[] => [
  o.filledQuantity,
  o.filledExact,
  o.filledAmount.minor,
  o.fee.minor,
  o.vat.minor,
  o.holdId,
  o.held,
  o.firstFillAt,
  o.lastFillAt,
  o.endedAt,
  o.endReason,
  o.priority,
  o.updatedAt,
  stepCount(o.orderId),
  o.takerExact,
]

/** Writes new orders as they are at the end of the batch. */
export async function insertOrders(tx: Tx, orders: readonly Order[], progress: OrderProgress): Promise<void> {
  if (orders.length === 0) return
  // In the order of the table's columns.
  const fieldsOf = (o: Order): readonly Field[] => [
    o.orderId,
    o.customerId,
    o.product,
    productFacts[o.product].purse,
    o.venue,
    o.instrumentId,
    o.side,
    o.type,
    o.timeInForce,
    o.postOnly,
    o.filledAmount.asset.code,
    o.filledAmount.asset.scale,
    o.amount?.minor,
    o.limitPrice,
    o.stopPrice,
    o.takeProfit,
    o.stopLoss,
    o.parentId,
    o.twinId,
    o.feeSchedule,
    o.bidAtReceipt,
    o.askAtReceipt,
    o.quoteSequence,
    o.receivedAt,
    o.acceptedAt,
    o.expiresAt,
    o.state,
    o.quantity,
    o.worstPrice,
    o.activeFrom,
    ...progressOf(o, progress),
    o.reduceOnly,
    o.terms,
    pairFilledText(o),
    progress.lastAct(o.orderId),
  ]
  await tx`insert into trade_order select * from unnest(${rowsOf(orders, fieldsOf)}::trade_order[])`
}

/** Writes what changed of orders that were there before the batch. */
export async function updateOrders(tx: Tx, orders: readonly Order[], progress: OrderProgress): Promise<void> {
  if (orders.length === 0) return
  // In the order of the type's attributes.
  const fieldsOf = (o: Order): readonly Field[] => [
    o.orderId,
    o.state,
    o.quantity,
    o.worstPrice,
    ...progressOf(o, progress),
    pairFilledText(o),
    progress.lastAct(o.orderId),
  ]
  const done = await tx`
    update trade_order as kept set
      state = now.state, quantity = now.quantity, worst_price = now.worst_price, filled_quantity = now.filled_quantity,
      filled_exact = now.filled_exact, filled_amount = now.filled_amount, fee = now.fee, vat = now.vat,
      hold_id = now.hold_id, held = now.held, first_fill_at = now.first_fill_at, last_fill_at = now.last_fill_at,
      ended_at = now.ended_at, end_reason = now.end_reason, priority = now.priority, updated_at = now.updated_at,
      step_count = now.step_count, taker_exact = now.taker_exact, pair_filled = now.pair_filled,
      last_act = now.last_act
    from unnest(${rowsOf(orders, fieldsOf)}::trade_order_change[]) as now
    where kept.order_id = now.order_id`
  if (done.count !== orders.length) throw new Error(`${orders.length} orders changed, ${done.count} were there`)
}

/** Writes fills. A sequence of a book that filled the same order before is a unique violation. */
export async function insertFills(tx: Tx, fills: readonly Fill[]): Promise<void> {
  if (fills.length === 0) return
  // In the order of the table's columns.
  const fieldsOf = (f: Fill): readonly Field[] => [
    f.fillId,
    f.orderId,
    f.customerId,
    f.instrumentId,
    f.side,
    f.price,
    f.quantity,
    f.amount.asset.code,
    f.amount.asset.scale,
    f.amount.minor,
    f.fee.minor,
    f.vat.minor,
    f.liquidity,
    f.source,
    f.sequence,
    f.entryId,
    f.entrySeq,
    f.at,
    f.settlesOn,
    f.sellableAt,
    f.product,
  ]
  await tx`insert into trade_fill select * from unnest(${rowsOf(fills, fieldsOf)}::trade_fill[])`
}

/** Writes positions as they now stand. */
export async function savePositions(tx: Tx, positions: readonly Position[]): Promise<void> {
  if (positions.length === 0) return
  // In the order of the table's columns.
  const fieldsOf = (p: Position): readonly Field[] => [
    p.customerId,
    p.instrumentId,
    p.quantity,
    p.cost.asset.code,
    p.cost.asset.scale,
    p.cost.minor,
    p.realised.minor,
    p.fees.minor,
    p.vat.minor,
    p.openedAt,
    p.updatedAt,
  ]
  await tx`
    insert into position select * from unnest(${rowsOf(positions, fieldsOf)}::"position"[])
    on conflict (customer_id, instrument_id) do update set
      quantity = excluded.quantity, cost = excluded.cost, realised = excluded.realised, fees = excluded.fees,
      vat = excluded.vat, opened_at = excluded.opened_at, updated_at = excluded.updated_at`
}

/** Adds to what is locked until an instant. No holding and instant may occur twice. */
export async function addLocks(tx: Tx, locks: readonly PositionLock[]): Promise<void> {
  if (locks.length === 0) return
  const fieldsOf = (l: PositionLock): readonly Field[] => [l.customerId, l.instrumentId, l.sellableAt, l.quantity]
  await tx`
    insert into position_lock select * from unnest(${rowsOf(locks, fieldsOf)}::position_lock[])
    on conflict (customer_id, instrument_id, sellable_at) do update
      set quantity = position_lock.quantity + excluded.quantity`
}

/** Removes locks that have lapsed. They mean nothing any more; this only keeps the table small. */
export async function removeLapsedLocks(db: Db, before: Instant): Promise<number> {
  const gone = await db`delete from position_lock where sellable_at < ${before}`
  return gone.count
}
