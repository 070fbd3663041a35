import { assert, type Id, type Instant, type Money, money, quantityOf, type TradeDate } from '@bolsillo/kernel'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Db } from '@bolsillo/server-kit'
import {
  type Fill,
  lifeOfAct,
  type Order,
  type OrderEvent,
  type Position,
  type PositionLock,
  type TradedProduct,
} from '../../domain/index.ts'
import type { FillQuery, InstrumentResult, OrderLife, OrderQuery, PageOf, TradingStatistics } from '../trading.ts'
import {
  type EventRow,
  eventOf,
  type FillRow,
  fillOf,
  type LockRow,
  lockOf,
  type OrderRow,
  orderOf,
  type PositionRow,
  positionOf,
} from './order-rows.ts'
import { lockedOf } from './passed-locks-store.ts'

// What products ask about a customer's trading. Every query is of one customer and has a limit.

/** An order of a customer with its whole life; undefined when the customer has no such order. */
export async function findOrderLife(
  { acts }: Pick<Ledger, 'acts'>,
  db: Db,
  customerId: Id<'cus'>,
  orderId: Id<'ord'>,
): Promise<OrderLife | undefined> {
  const [row] = await db<(OrderRow & { readonly last_act: bigint | null })[]>`
    select * from trade_order where order_id = ${orderId} and customer_id = ${customerId}`
  if (row === undefined) return undefined
  const [fills, before, since, linked] = await Promise.all([
    db<FillRow[]>`select * from trade_fill where order_id = ${orderId} order by filled_at, fill_id`,
    db<EventRow[]>`select * from order_event_before_acts where order_id = ${orderId} order by number`,
    stepsSince(acts, db, row.last_act ?? undefined),
    db<OrderRow[]>`
      select * from trade_order
      where customer_id = ${customerId} and (parent_id = ${orderId} or order_id = ${row.parent_id} or order_id = ${row.twin_id})
      order by order_id`,
  ])
  return {
    order: orderOf(row),
    fills: fills.map(fillOf),
    events: [...before.map(eventOf), ...since],
    linked: linked.map(orderOf),
  }
}

/** The steps of an order up to an act: each act of it names the one before. */
async function stepsSince(acts: Ledger['acts'], db: Db, lastAct: bigint | undefined): Promise<readonly OrderEvent[]> {
  const parts: (readonly OrderEvent[])[] = []
  for (let number = lastAct; number !== undefined; ) {
    const [act] = await acts(db, [number])
    const part = act === undefined ? undefined : lifeOfAct(act)
    assert(part !== undefined, `act ${number} says what was done to an order`)
    parts.push(part.steps)
    assert(part.previous === undefined || part.previous < number, 'lives of orders are followed back')
    number = part.previous
  }
  return parts.reverse().flat()
}

/** A page of a customer's orders, newest first. */
export async function findOrders(db: Db, customerId: Id<'cus'>, query: OrderQuery): Promise<PageOf<Order>> {
  const rows = await db<OrderRow[]>`
    select * from trade_order
    where customer_id = ${customerId}
      ${query.before === undefined ? db`` : db`and order_id < ${query.before}`}
      ${query.instrumentIds === undefined ? db`` : db`and instrument_id = any (${[...query.instrumentIds]}::text[])`}
      ${query.product === undefined ? db`` : db`and product = ${query.product}`}
      ${query.filter === 'all' ? db`` : query.filter === 'open' ? db`and ended_at is null` : db`and ended_at is not null`}
    order by order_id desc limit ${query.limit + 1}`
  return pageOf(rows.map(orderOf), query.limit, ({ orderId }) => orderId)
}

/** These orders, whoever's they are, in the order they were made. */
export async function findOrdersByIds(db: Db, orderIds: readonly string[]): Promise<readonly Order[]> {
  const rows = await db<OrderRow[]>`
    select * from trade_order where order_id = any (${[...orderIds]}::text[]) order by order_id`
  return rows.map(orderOf)
}

/** A page of a customer's fills, newest first. */
export async function findFills(db: Db, customerId: Id<'cus'>, query: FillQuery): Promise<PageOf<Fill>> {
  const rows = await db<FillRow[]>`
    select * from trade_fill
    where customer_id = ${customerId}
      ${query.before === undefined ? db`` : db`and fill_id < ${query.before}`}
      ${query.instrumentIds === undefined ? db`` : db`and instrument_id = any (${[...query.instrumentIds]}::text[])`}
      ${query.product === undefined ? db`` : db`and product = ${query.product}`}
      ${query.since === undefined ? db`` : db`and filled_at >= ${query.since}`}
      ${query.until === undefined ? db`` : db`and filled_at < ${query.until}`}
    order by fill_id desc limit ${query.limit + 1}`
  return pageOf(rows.map(fillOf), query.limit, ({ fillId }) => fillId)
}

/** All fills of these orders of a customer, oldest first. */
export async function findFillsOfOrders(
  db: Db,
  customerId: Id<'cus'>,
  orderIds: readonly Id<'ord'>[],
): Promise<readonly Fill[]> {
  const rows = await db<FillRow[]>`
    select * from trade_fill where customer_id = ${customerId} and order_id = any (${[...orderIds]}::text[])
    order by filled_at, fill_id`
  return rows.map(fillOf)
}

function pageOf<Row>(rows: readonly Row[], limit: number, cursorOf: (row: Row) => string): PageOf<Row> {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { rows: page, next: rows.length > limit && last !== undefined ? cursorOf(last) : undefined }
}

/** A customer's positions: those with shares, or every one ever had. */
export async function findPositionsOf(
  db: Db,
  customerId: Id<'cus'>,
  {
    closed = false,
    instrumentIds,
  }: { readonly closed?: boolean; readonly instrumentIds?: readonly string[] | undefined },
): Promise<readonly Position[]> {
  const rows = await db<PositionRow[]>`
    select * from position
    where customer_id = ${customerId}
      ${closed ? db`` : db`and quantity > 0`}
      ${instrumentIds === undefined ? db`` : db`and instrument_id = any (${[...instrumentIds]}::text[])`}
    order by instrument_id`
  return rows.map(positionOf)
}

/** A customer's locks that still hold, soonest first. */
export async function findLocksOf(db: Db, customerId: Id<'cus'>, at: Instant): Promise<readonly PositionLock[]> {
  const rows = await db<LockRow[]>`
    select * from (
      select customer_id, instrument_id, sellable_at, ${lockedOf(db)} as quantity from position_lock lock
      where customer_id = ${customerId} and sellable_at > ${at}
    ) as held where quantity > 0 order by sellable_at`
  return rows.map(lockOf)
}

/** Shares bought that settle after a day, by instrument. `settles_on` counts in the calendar of each instrument. */
export async function findUnsettled(
  db: Db,
  customerId: Id<'cus'>,
  days: readonly { readonly instrumentId: string; readonly today: TradeDate }[],
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db<{ instrument_id: string; unsettled: bigint }[]>`
    select fill.instrument_id, sum(fill.quantity)::bigint as unsettled
    from unnest(
      ${days.map(({ instrumentId }) => instrumentId)}::text[], ${days.map(({ today }) => today)}::text[]
    ) as day (instrument_id, today)
    join trade_fill as fill on fill.instrument_id = day.instrument_id
    where fill.customer_id = ${customerId} and fill.side = 'buy' and fill.settles_on > day.today::date
    group by fill.instrument_id`
  return new Map(rows.map((row) => [row.instrument_id, quantityOf(row.unsettled)]))
}

/** What sales brought that settles on a day from `from` on, by instrument and day; minor units, commission and VAT off. */
export async function findSettlingSales(
  db: Db,
  customerId: Id<'cus'>,
  from: TradeDate,
): Promise<
  readonly {
    readonly instrumentId: string
    readonly currency: string
    readonly scale: number
    readonly on: string
    readonly net: bigint
  }[]
> {
  const rows = await db<
    { instrument_id: string; currency: string; currency_scale: number; settles_on: string; net: bigint }[]
  >`
    select instrument_id, currency, currency_scale, settles_on, sum(amount - fee - vat)::bigint as net
    from trade_fill
    where customer_id = ${customerId} and side = 'sell' and settles_on >= ${from}::date
    group by instrument_id, currency, currency_scale, settles_on order by settles_on, currency, instrument_id`
  return rows.map((row) => ({
    instrumentId: row.instrument_id,
    currency: row.currency,
    scale: row.currency_scale,
    on: row.settles_on,
    net: row.net,
  }))
}

/** What a customer's fills came to from an instant to another (apart), by currency. */
export async function findVolumes(
  db: Db,
  customerId: Id<'cus'>,
  { from, until, product }: { readonly from: Instant; readonly until: Instant; readonly product?: TradedProduct },
): Promise<readonly Money[]> {
  const rows = await db<{ currency: string; currency_scale: number; amount: string }[]>`
    select currency, currency_scale, sum(amount)::text as amount from trade_fill
    where customer_id = ${customerId} and filled_at >= ${from} and filled_at < ${until}
      ${product === undefined ? db`` : db`and product = ${product}`}
    group by currency, currency_scale order by currency`
  return rows.map((row) => money(BigInt(row.amount), { code: row.currency, scale: row.currency_scale }))
}

/** Sums of a customer's trading by instrument, and how many orders are in which state. */
export async function findStatistics(
  db: Db,
  customerId: Id<'cus'>,
  product?: TradedProduct,
): Promise<TradingStatistics> {
  const only = product === undefined ? db`` : db`and product = ${product}`
  const [orders, instruments] = await Promise.all([
    db<{ open: number; filled: number; cancelled: number }[]>`
      select count(*) filter (where ended_at is null)::integer as open,
        count(*) filter (where state = 'filled')::integer as filled,
        count(*) filter (where ended_at is not null and state <> 'filled')::integer as cancelled
      from trade_order where customer_id = ${customerId} ${only}`,
    db<InstrumentRow[]>`
      select position.instrument_id, position.realised, position.fees, position.vat,
        coalesce(sum(fill.amount) filter (where fill.side = 'buy'), 0)::bigint as bought,
        coalesce(sum(fill.amount) filter (where fill.side = 'sell'), 0)::bigint as sold,
        count(fill.fill_id)::integer as fills
      from position join trade_fill as fill using (customer_id, instrument_id)
      where position.customer_id = ${customerId} ${only}
      group by position.customer_id, position.instrument_id order by position.instrument_id`,
  ])
  return {
    orders: orders[0] ?? { open: 0, filled: 0, cancelled: 0 },
    instruments: instruments.map(({ instrument_id, ...sums }) => ({ instrumentId: instrument_id, ...sums })),
  }
}

interface InstrumentRow extends Omit<InstrumentResult, 'instrumentId'> {
  readonly instrument_id: string
}
