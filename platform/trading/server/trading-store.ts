import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Sql, Tx } from '@bolsillo/server-kit'
import {
  type Fill,
  type Holding,
  type Order,
  type OrderEvent,
  type Position,
  type PositionLock,
  purseOf,
} from '../domain/index.ts'
import { type FillRow, fillOf, type LockRow, lockOf, type PositionRow, positionOf } from './order-rows.ts'

// What a batch writes and reads, one set-based statement per table. Numbers travel as array literals, which postgres.js
// passes on as they are: building them at once is several times faster than its element-by-element serialiser.

type Numeric = bigint | number | undefined
const numbers = (values: readonly Numeric[]): string => `{${values.map((value) => value ?? 'null').join(',')}}`
const flags = (values: readonly boolean[]): string => `{${values.join(',')}}`
// Ids and words of ours: letters, digits, dashes, underscores, dots. They need no quoting, but an empty list of them does.
const words = (values: readonly (string | undefined)[]): string =>
  `{${values.map((value) => (value === undefined ? 'null' : `"${value}"`)).join(',')}}`

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

/** Locks of these holdings that still hold at `at`. */
export async function findLocks(db: Db, holdings: readonly Holding[], at: number): Promise<readonly PositionLock[]> {
  const rows = await db<LockRow[]>`
    select position_lock.* from position_lock
    join unnest(
      ${words(holdings.map(({ customerId }) => customerId))}::text[],
      ${words(holdings.map(({ instrumentId }) => instrumentId))}::text[]
    ) as wanted (customer_id, instrument_id) using (customer_id, instrument_id)
    where sellable_at > ${at} order by sellable_at`
  return rows.map(lockOf)
}

/** Fills of these orders, in the order they happened. */
export async function findFillsOf(db: Db, orderIds: readonly Id<'ord'>[]): Promise<readonly Fill[]> {
  if (orderIds.length === 0) return []
  const rows = await db<FillRow[]>`
    select * from trade_fill where order_id = any (${words(orderIds)}::text[]) order by filled_at, fill_id`
  return rows.map(fillOf)
}

/** How many steps an order has behind it. */
export type StepCount = (orderId: Id<'ord'>) => number

/** Writes new orders as they stand at the end of the batch. */
export async function insertOrders(tx: Tx, orders: readonly Order[], stepCount: StepCount): Promise<void> {
  if (orders.length === 0) return
  const column = <Value>(read: (order: Order) => Value): Value[] => orders.map(read)
  await tx`
    insert into trade_order (
      order_id, customer_id, product, purse, venue, instrument_id, side, type, time_in_force, post_only, currency,
      currency_scale, amount, limit_price, stop_price, take_profit, stop_loss, parent_id, twin_id, fee_schedule,
      bid_at_receipt, ask_at_receipt, quote_sequence, received_at, accepted_at, expires_at, state, quantity, worst_price,
      active_from, filled_quantity, filled_exact, filled_amount, fee, vat, hold_id, held, first_fill_at, last_fill_at,
      ended_at, end_reason, priority, updated_at, step_count, taker_exact, reduce_only, terms)
    select * from unnest(
      ${words(column((o) => o.orderId))}::text[], ${words(column((o) => o.customerId))}::text[],
      ${words(column((o) => o.product))}::text[], ${words(column((o) => purseOf[o.product]))}::text[],
      ${words(column((o) => o.venue))}::text[], ${words(column((o) => o.instrumentId))}::text[],
      ${words(column((o) => o.side))}::text[], ${words(column((o) => o.type))}::text[],
      ${words(column((o) => o.timeInForce))}::text[], ${flags(column((o) => o.postOnly))}::boolean[],
      ${words(column((o) => o.filledAmount.asset.code))}::text[],
      ${numbers(column((o) => o.filledAmount.asset.scale))}::smallint[],
      ${numbers(column((o) => o.amount?.minor))}::bigint[], ${numbers(column((o) => o.limitPrice))}::bigint[],
      ${numbers(column((o) => o.stopPrice))}::bigint[], ${numbers(column((o) => o.takeProfit))}::bigint[],
      ${numbers(column((o) => o.stopLoss))}::bigint[], ${words(column((o) => o.parentId))}::text[],
      ${words(column((o) => o.twinId))}::text[], ${words(column((o) => o.feeSchedule))}::text[],
      ${numbers(column((o) => o.bidAtReceipt))}::bigint[], ${numbers(column((o) => o.askAtReceipt))}::bigint[],
      ${numbers(column((o) => o.quoteSequence))}::bigint[], ${numbers(column((o) => o.receivedAt))}::bigint[],
      ${numbers(column((o) => o.acceptedAt))}::bigint[], ${numbers(column((o) => o.expiresAt))}::bigint[],
      ${words(column((o) => o.state))}::text[], ${numbers(column((o) => o.quantity))}::bigint[],
      ${numbers(column((o) => o.worstPrice))}::bigint[], ${numbers(column((o) => o.activeFrom))}::bigint[],
      ${numbers(column((o) => o.filledQuantity))}::bigint[], ${numbers(column((o) => o.filledExact))}::numeric[],
      ${numbers(column((o) => o.filledAmount.minor))}::bigint[], ${numbers(column((o) => o.fee.minor))}::bigint[],
      ${numbers(column((o) => o.vat.minor))}::bigint[], ${words(column((o) => o.holdId))}::text[],
      ${numbers(column((o) => o.held))}::bigint[], ${numbers(column((o) => o.firstFillAt))}::bigint[],
      ${numbers(column((o) => o.lastFillAt))}::bigint[], ${numbers(column((o) => o.endedAt))}::bigint[],
      ${words(column((o) => o.endReason))}::text[], ${numbers(column((o) => o.priority))}::bigint[],
      ${numbers(column((o) => o.updatedAt))}::bigint[], ${numbers(column((o) => stepCount(o.orderId)))}::integer[],
      ${numbers(column((o) => o.takerExact))}::numeric[], ${flags(column((o) => o.reduceOnly))}::boolean[],
      ${words(column((o) => o.terms))}::text[])`
}

/** Writes what changed of orders that were there before the batch. */
export async function updateOrders(tx: Tx, orders: readonly Order[], stepCount: StepCount): Promise<void> {
  if (orders.length === 0) return
  const column = <Value>(read: (order: Order) => Value): Value[] => orders.map(read)
  const done = await tx`
    update trade_order as kept set
      state = now.state, quantity = now.quantity, worst_price = now.worst_price, filled_quantity = now.filled_quantity,
      filled_exact = now.filled_exact, filled_amount = now.filled_amount, fee = now.fee, vat = now.vat,
      hold_id = now.hold_id, held = now.held, first_fill_at = now.first_fill_at, last_fill_at = now.last_fill_at,
      ended_at = now.ended_at, end_reason = now.end_reason, priority = now.priority, updated_at = now.updated_at,
      step_count = now.step_count, taker_exact = now.taker_exact
    from unnest(
      ${words(column((o) => o.orderId))}::text[], ${words(column((o) => o.state))}::text[],
      ${numbers(column((o) => o.quantity))}::bigint[], ${numbers(column((o) => o.worstPrice))}::bigint[],
      ${numbers(column((o) => o.filledQuantity))}::bigint[], ${numbers(column((o) => o.filledExact))}::numeric[],
      ${numbers(column((o) => o.filledAmount.minor))}::bigint[], ${numbers(column((o) => o.fee.minor))}::bigint[],
      ${numbers(column((o) => o.vat.minor))}::bigint[], ${words(column((o) => o.holdId))}::text[],
      ${numbers(column((o) => o.held))}::bigint[], ${numbers(column((o) => o.firstFillAt))}::bigint[],
      ${numbers(column((o) => o.lastFillAt))}::bigint[], ${numbers(column((o) => o.endedAt))}::bigint[],
      ${words(column((o) => o.endReason))}::text[], ${numbers(column((o) => o.priority))}::bigint[],
      ${numbers(column((o) => o.updatedAt))}::bigint[], ${numbers(column((o) => stepCount(o.orderId)))}::integer[],
      ${numbers(column((o) => o.takerExact))}::numeric[]
    ) as now (order_id, state, quantity, worst_price, filled_quantity, filled_exact, filled_amount, fee, vat, hold_id,
      held, first_fill_at, last_fill_at, ended_at, end_reason, priority, updated_at, step_count, taker_exact)
    where kept.order_id = now.order_id`
  if (done.count !== orders.length) throw new Error(`${orders.length} orders changed, ${done.count} were there`)
}

/** Writes fills. A sequence of a book that filled the same order before is a unique violation. */
export async function insertFills(tx: Tx, fills: readonly Fill[]): Promise<void> {
  if (fills.length === 0) return
  const column = <Value>(read: (fill: Fill) => Value): Value[] => fills.map(read)
  await tx`
    insert into trade_fill (
      fill_id, order_id, customer_id, instrument_id, side, price, quantity, currency, currency_scale, amount, fee, vat,
      liquidity, source, sequence, entry_id, entry_seq, filled_at, settles_on, sellable_at, product)
    select * from unnest(
      ${words(column((f) => f.fillId))}::text[], ${words(column((f) => f.orderId))}::text[],
      ${words(column((f) => f.customerId))}::text[], ${words(column((f) => f.instrumentId))}::text[],
      ${words(column((f) => f.side))}::text[], ${numbers(column((f) => f.price))}::bigint[],
      ${numbers(column((f) => f.quantity))}::bigint[], ${words(column((f) => f.amount.asset.code))}::text[],
      ${numbers(column((f) => f.amount.asset.scale))}::smallint[], ${numbers(column((f) => f.amount.minor))}::bigint[],
      ${numbers(column((f) => f.fee.minor))}::bigint[], ${numbers(column((f) => f.vat.minor))}::bigint[],
      ${words(column((f) => f.liquidity))}::text[], ${words(column((f) => f.source))}::text[],
      ${numbers(column((f) => f.sequence))}::bigint[], ${words(column((f) => f.entryId))}::text[],
      ${numbers(column((f) => f.entrySeq))}::bigint[], ${numbers(column((f) => f.at))}::bigint[],
      ${words(column((f) => f.settlesOn))}::date[], ${numbers(column((f) => f.sellableAt))}::bigint[],
      ${words(column((f) => f.product))}::text[])`
}

/** Writes steps of orders' lives: one row an order. The steps of an order follow each other without gaps. */
export async function insertEvents(tx: Tx, events: readonly OrderEvent[]): Promise<void> {
  if (events.length === 0) return
  const rows = new Map<string, { readonly first: number; last: number; steps: string }>()
  for (const event of events) {
    const row = rows.get(event.orderId)
    if (row === undefined) rows.set(event.orderId, { first: event.number, last: event.number, steps: stepText(event) })
    else {
      row.last = event.number
      row.steps += `|${stepText(event)}`
    }
  }
  const all = [...rows.values()]
  await tx`
    insert into order_step (order_id, first, last, steps)
    select * from unnest(
      ${words([...rows.keys()])}::text[], ${numbers(all.map(({ first }) => first))}::integer[],
      ${numbers(all.map(({ last }) => last))}::integer[], ${words(all.map(({ steps }) => steps))}::text[])`
}

/** A step as its row keeps it: see the view `order_event`. All its words are ours, without spaces or bars. */
function stepText({ kind, at, price, quantity, amount, sequence, entryId, reason }: OrderEvent): string {
  const numbered = `${kind} ${at} ${price ?? '-'} ${quantity ?? '-'} ${amount ?? '-'} ${sequence ?? '-'}`
  return `${numbered} ${entryId ?? '-'} ${reason ?? '-'}`
}

/** Writes positions as they now stand. */
export async function savePositions(tx: Tx, positions: readonly Position[]): Promise<void> {
  if (positions.length === 0) return
  const column = <Value>(read: (position: Position) => Value): Value[] => positions.map(read)
  await tx`
    insert into position (customer_id, instrument_id, quantity, currency, currency_scale, cost, realised, fees, vat,
      opened_at, updated_at)
    select * from unnest(
      ${words(column((p) => p.customerId))}::text[], ${words(column((p) => p.instrumentId))}::text[],
      ${numbers(column((p) => p.quantity))}::bigint[], ${words(column((p) => p.cost.asset.code))}::text[],
      ${numbers(column((p) => p.cost.asset.scale))}::smallint[], ${numbers(column((p) => p.cost.minor))}::bigint[],
      ${numbers(column((p) => p.realised.minor))}::bigint[], ${numbers(column((p) => p.fees.minor))}::bigint[],
      ${numbers(column((p) => p.vat.minor))}::bigint[], ${numbers(column((p) => p.openedAt))}::bigint[],
      ${numbers(column((p) => p.updatedAt))}::bigint[])
    on conflict (customer_id, instrument_id) do update set
      quantity = excluded.quantity, cost = excluded.cost, realised = excluded.realised, fees = excluded.fees,
      vat = excluded.vat, opened_at = excluded.opened_at, updated_at = excluded.updated_at`
}

/** Adds to what is locked until an instant. No holding and instant may occur twice. */
export async function addLocks(tx: Tx, locks: readonly PositionLock[]): Promise<void> {
  if (locks.length === 0) return
  const column = <Value>(read: (lock: PositionLock) => Value): Value[] => locks.map(read)
  await tx`
    insert into position_lock (customer_id, instrument_id, sellable_at, quantity)
    select * from unnest(
      ${words(column((l) => l.customerId))}::text[], ${words(column((l) => l.instrumentId))}::text[],
      ${numbers(column((l) => l.sellableAt))}::bigint[], ${numbers(column((l) => l.quantity))}::bigint[])
    on conflict (customer_id, instrument_id, sellable_at) do update
      set quantity = position_lock.quantity + excluded.quantity`
}

/** Removes locks that have lapsed. They mean nothing any more; this only keeps the table small. */
export async function removeLapsedLocks(db: Db, before: Instant): Promise<number> {
  const gone = await db`delete from position_lock where sellable_at < ${before}`
  return gone.count
}
