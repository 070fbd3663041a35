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
import { tradedInstrument, writeFill, writeOrder } from './trading-rows.ts'

type LifeEvent = z.output<typeof orderEventShape>

/** One order: its whole life as it was recorded, and how well it was carried out. */
export function readOrder({ trading }: StocksPorts): Handler {
  return onRead(orderCall, async ({ orderId }, { db, customer, now }) => {
    const { customerId } = present(customer, 'the session of a customer call')
    const life = await trading.findOrder(db, customerId, orderId)
    if (life === undefined) return reject(tradingRejections.orderUnknown, { field: 'orderId' })
    const instrument = tradedInstrument(life.order.instrumentId)
    return {
      order: writeOrder(life.order),
      fills: life.fills.map(writeFill),
      life: [...life.events.map((event) => writeEvent(event, life, instrument)), ...settling(life, now)],
      quality: writeQuality(life, instrument),
      linked: life.linked.map(writeOrder),
    }
  })
}

interface Life {
  readonly order: Order
  readonly fills: readonly Fill[]
}

function writeEvent(event: OrderEvent, { order, fills }: Life, instrument: Instrument): LifeEvent {
  const ofEntry = fills.find(({ entryId }) => entryId === event.entryId)
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
    ...(ofEntry === undefined ? {} : { entrySeq: ofEntry.entrySeq.toString() }),
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
    ...(mid === undefined ? {} : { midAtReceipt: writeDecimal(mid, instrument.scale.priceScale + 1) }),
    ...(effectiveSpreadTenths === undefined ? {} : { effectiveSpreadBps: writeDecimal(effectiveSpreadTenths, 1) }),
    ...(slippageBps === undefined ? {} : { slippagePercent: writePercent(slippageBps) }),
    ...(took === undefined ? {} : { firstFillMs: String(took) }),
    acceptedMs: String(order.acceptedAt - order.receivedAt),
    venue: order.venue,
  }
}
