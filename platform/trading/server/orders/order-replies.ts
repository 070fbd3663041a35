import { refuseUnknown, type z } from '@bolsillo/contract'
import { type Id, isRejection, money, quantityOf, type Rejection, writeDecimal, writeMoney } from '@bolsillo/kernel'
import { type Ledger, writeHashedEntries } from '@bolsillo/ledger/server'
import { type Instrument, instrumentOf, writePrice, writeQuantity } from '@bolsillo/market/domain'
import type { CommandContext, Own, ReadContext } from '@bolsillo/server-kit'
import type { executionQualityShape, orderEventShape, saleShape } from '../../contract/index.ts'
import {
  executionQuality,
  type Fill,
  feeScheduleOf,
  midTenths,
  moneyOf,
  type Order,
  type OrderEvent,
  type SoldPart,
} from '../../domain/index.ts'
import type { FillQuery, OrderQuery, Placed, Trading } from '../trading.ts'
import type { OrderDeps } from './order-use-cases.ts'
import { tradedInstrument, writeFill, writeMid, writeOrder, writeRules, writeSchedule } from './wire-rows.ts'

// What every product answers about its orders. `trading` is that of the product: it finds orders of its own only.

type LifeEvent = z.output<typeof orderEventShape>

/** What a customer is answered who placed an order: its state after the commit, and what filled it at once. */
export function writePlaced({ order, fills, twin }: Placed) {
  return {
    order: writeOrder(order),
    fills: fills.map(writeFill),
    ...(twin === undefined ? {} : { twin: writeOrder(twin) }),
  }
}

/**
 * Cancels what is left of an order for whoever asks; the answer is recorded with the request's key.
 * @param write how the product shows an order.
 */
export async function cancelFor<Wire>(
  trading: Trading,
  orderId: Id<'ord'>,
  { customer, now, claim, answer }: Own<CommandContext>,
  write: (order: Order) => Wire,
): Promise<{ readonly order: Wire } | Rejection> {
  let reply: { readonly order: Wire } | undefined
  const { customerId } = customer
  const outcome = await trading.cancel({
    orderId,
    customerId,
    receivedAt: now,
    claim,
    replyOf: ({ order }) => {
      reply = { order: write(order) }
      return answer(reply)
    },
  })
  return isRejection(outcome) ? outcome : (reply ?? { order: write(outcome.order) })
}

const standardRows = 30

/** Refuses a list of one instrument where there is none of that symbol. */
export function symbolProblem(symbol: string | undefined): Rejection | undefined {
  return symbol === undefined || instrumentOf(symbol) !== undefined ? undefined : refuseUnknown('symbol')
}

/** Where a page of orders or fills begins, and how long it is, as a customer asks for it. */
interface PageAsked {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

/**
 * A page of the customer's orders, newest first.
 * @param instrumentIds those of one market or symbol; undefined for all.
 * @param write how the product shows an order.
 */
export async function ordersReply<Wire>(
  trading: Trading,
  { db, customer }: Own<ReadContext>,
  asked: PageAsked & { readonly filter?: OrderQuery['filter'] | undefined },
  instrumentIds: readonly string[] | undefined,
  write: (order: Order) => Wire,
) {
  const { customerId } = customer
  const { filter = 'all', cursor, limit = standardRows } = asked
  const page = await trading.listOrders(db, customerId, { filter, instrumentIds, before: cursor, limit })
  return { rows: page.rows.map(write), ...(page.next === undefined ? {} : { next: page.next }) }
}

/** A page of the customer's fills, newest first: all, or those that `only` names. */
export async function fillsReply(
  trading: Trading,
  { db, customer }: Own<ReadContext>,
  { cursor, limit = standardRows }: PageAsked,
  only: Partial<Pick<FillQuery, 'instrumentIds' | 'since' | 'until'>> = {},
) {
  const { customerId } = customer
  const page = await trading.listFills(db, customerId, { ...only, before: cursor, limit })
  return { rows: page.rows.map(writeFill), ...(page.next === undefined ? {} : { next: page.next }) }
}

/** One order with its whole life as it was recorded, and how well it was carried out; undefined when there is none. */
export async function orderReply(
  { trading, ledger, sales }: Pick<OrderDeps, 'trading' | 'ledger' | 'sales'>,
  { db, customer, now }: Own<ReadContext>,
  orderId: Id<'ord'>,
) {
  const { customerId } = customer
  const life = await trading.findOrder(db, customerId, orderId)
  if (life === undefined) return undefined
  const instrument = tradedInstrument(life.order.instrumentId)
  const hasSold = life.order.side === 'sell' && life.fills.length > 0
  const [entries, sold] = await Promise.all([
    ledger.entries(db, [...new Set(life.events.flatMap(({ entryId }) => entryId ?? []))]),
    hasSold ? sales(db, customerId) : undefined,
  ])
  const seqs = new Map(entries.map(({ entry }) => [entry.id, entry.seq]))
  return {
    order: writeOrder(life.order),
    fills: life.fills.map(writeFill),
    life: [...life.events.map((event) => writeEvent(event, life.order, instrument, seqs)), ...settling(life, now)],
    quality: writeQuality(life, instrument),
    linked: life.linked.map(writeOrder),
    ...(sold === undefined ? {} : writeSale(life.fills, sold, instrument)),
  }
}

/** What each fill of a sale had cost; nothing where an exchange carried the cost over. */
function writeSale(
  fills: readonly Fill[],
  sold: ReadonlyMap<bigint, SoldPart>,
  instrument: Instrument,
): { readonly sale?: z.output<typeof saleShape> } {
  const parts = fills.flatMap(({ fillId, entrySeq }) => {
    const part = sold.get(entrySeq)
    if (part === undefined) return []
    const cost = [...part.cost].filter(([, minor]) => minor !== 0n)
    return [
      {
        fillId,
        known: writeQuantity(quantityOf(part.known), instrument),
        cost: cost.map(([currency, minor]) => ({ currency, amount: writeMoney(money(minor, moneyOf(currency))) })),
      },
    ]
  })
  return parts.length === fills.length ? { sale: { parts } } : {}
}

/** What is needed to check an order on one's own device: schedule, fills, and the journal entries as they were hashed. */
export async function receiptReply(
  { trading, ledger }: { readonly trading: Trading; readonly ledger: Ledger },
  { db, customer }: Own<ReadContext>,
  orderId: Id<'ord'>,
) {
  const { customerId } = customer
  const life = await trading.findOrder(db, customerId, orderId)
  if (life === undefined) return undefined
  const { order, fills, events } = life
  const instrument = tradedInstrument(order.instrumentId)
  const ids = new Set([...events.flatMap(({ entryId }) => entryId ?? []), ...fills.map(({ entryId }) => entryId)])
  const [chained, head, earlier] = await Promise.all([
    ledger.entries(db, [...ids]),
    ledger.head(db),
    order.pairFilled === undefined || order.twinId === undefined
      ? []
      : trading.fillsOfOrders(db, customerId, [order.twinId]),
  ])
  return {
    order: writeOrder(order),
    fills: fills.map(writeFill),
    ...(earlier.length === 0 ? {} : { earlier: earlier.map(writeFill) }),
    fees: writeSchedule(feeScheduleOf(order.feeSchedule), instrument),
    rules: writeRules(instrument),
    entries: await writeHashedEntries(db, chained, customerId),
    head: { seq: head.seq.toString(), hash: head.hash },
  }
}

interface Life {
  readonly order: Order
  readonly fills: readonly Fill[]
}

function writeEvent(
  event: OrderEvent,
  order: Order,
  instrument: Instrument,
  seqs: ReadonlyMap<string, bigint>,
): LifeEvent {
  const entrySeq = event.entryId === undefined ? undefined : seqs.get(event.entryId)
  const money = event.kind === 'filled' || order.side === 'buy'
  const scale = money ? instrument.scale.quote.scale : instrument.scale.quantityScale
  return {
    kind: event.kind,
    at: event.at,
    done: true,
    ...(event.price === undefined ? {} : { price: writePrice(event.price, instrument) }),
    ...(event.quantity === undefined ? {} : { quantity: writeQuantity(event.quantity, instrument) }),
    ...(event.amount === undefined ? {} : { amount: writeDecimal(event.amount, scale) }),
    ...(event.sequence === undefined ? {} : { sequence: event.sequence }),
    ...(event.entryId === undefined ? {} : { entryId: event.entryId }),
    ...(entrySeq === undefined ? {} : { entrySeq: entrySeq.toString() }),
    ...(event.reason === undefined ? {} : { reason: event.reason }),
  }
}

/** The days the fills settle, each once; done when the shares may be sold. */
function settling({ order, fills }: Life, now: number): readonly LifeEvent[] {
  if (order.side === 'sell') return []
  const days = new Map(fills.map((fill) => [fill.settlesOn, fill.sellableAt]))
  return [...days].map(([on, sellableAt]) => ({ kind: 'settles', on, sellableAt, done: sellableAt <= now }))
}

function writeQuality({ order, fills }: Life, instrument: Instrument): z.output<typeof executionQualityShape> {
  const quote = { bid: order.bidAtReceipt, ask: order.askAtReceipt }
  const { effectiveSpreadTenths, slippageBps } = executionQuality({ ...order, ...quote, fills })
  const mid = midTenths({
    ...(quote.bid === undefined ? {} : { bid: quote.bid }),
    ...(quote.ask === undefined ? {} : { ask: quote.ask }),
  })
  const took = order.firstFillAt === undefined ? undefined : order.firstFillAt - order.receivedAt
  return {
    ...(mid === undefined ? {} : { midAtReceipt: writeMid(mid, instrument) }),
    ...(effectiveSpreadTenths === undefined ? {} : { effectiveSpreadBps: writeDecimal(effectiveSpreadTenths, 1) }),
    ...(slippageBps === undefined ? {} : { slippagePercent: writeDecimal(slippageBps, 2) }),
    ...(took === undefined ? {} : { firstFillMs: String(took) }),
    acceptedMs: String(order.acceptedAt - order.receivedAt),
    venue: order.venue,
  }
}
