import type { ReplyOf, z } from '@bolsillo/contract'
import { present, reject, writeDecimal } from '@bolsillo/kernel'
import { type Instrument, writePrice, writeQuantity } from '@bolsillo/market/domain'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { tradingRejections } from '@bolsillo/trading/contract'
import type { Fill, Order, OrderEvent } from '@bolsillo/trading/domain'
import { order as orderCall } from '../contract.ts'
import type { orderEventShape } from '../domain/calls/wire-shapes.ts'
import { executionQuality, midTenths, writePercent } from '../domain/index.ts'
import type { StocksPorts } from './ports.ts'
import { tradedInstrument, writeFill, writeMid, writeOrder } from './trading-rows.ts'

type LifeEvent = z.output<typeof orderEventShape>

/** One order: its whole life as it was recorded, and how well it was carried out. */
export function readOrder({ trading, ledger }: StocksPorts): Handler {
  return onRead(orderCall, async ({ orderId }, { db, customer, now }) => {
    const { customerId } = present(customer, 'the session of a customer call')
    const life = await trading.findOrder(db, customerId, orderId)
    if (life === undefined) return reject(tradingRejections.orderUnknown, { field: 'orderId' })
    const instrument = tradedInstrument(life.order.instrumentId)
    const entries = await ledger.entries(db, [...new Set(life.events.flatMap(({ entryId }) => entryId ?? []))])
    const seqs = new Map(entries.map(({ entry }) => [entry.id, entry.seq]))
    return {
      order: writeOrder(life.order),
      fills: life.fills.map(writeFill),
      life: [...life.events.map((event) => writeEvent(event, life.order, instrument, seqs)), ...settling(life, now)],
      quality: writeQuality(life, instrument),
      linked: life.linked.map(writeOrder),
    }
  })
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

function writeQuality({ order, fills }: Life, instrument: Instrument): ReplyOf<typeof orderCall>['quality'] {
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
    ...(slippageBps === undefined ? {} : { slippagePercent: writePercent(slippageBps) }),
    ...(took === undefined ? {} : { firstFillMs: String(took) }),
    acceptedMs: String(order.acceptedAt - order.receivedAt),
    venue: order.venue,
  }
}
