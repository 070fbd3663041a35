import { assert, type Id, type Instant, instant, present, priceOf, quantityOf } from '@bolsillo/kernel'
import {
  BookEvents,
  type BookOrder,
  type BookSide,
  buySide,
  createFastOrderBook,
  type EndReason,
  type ExecutionReport,
  emptyBookOrder,
  eventCancelled,
  eventFilled,
  eventLevel,
  eventResting,
  type MarketTrade,
  type OrderBook,
  reasonAllOrNothing,
  reasonBudget,
  reasonNoLiquidity,
  reasonPostOnly,
  reasonPrice,
  reasonSelfTrade,
  selfTradeAllowed,
  selfTradeCancelsNewest,
  sellSide,
  timeImmediate,
  timeRest,
  type VenueOrder,
} from '@bolsillo/trading/domain'
import type { AgentBook, Side } from './agents/agent-book.ts'
import type { Agents } from './agents/agents.ts'

export const simulatedSource = 'simulated'
/** Owners below this are agents. */
const customersFrom = 1000

interface CustomerOrder {
  readonly number: number
  readonly order: VenueOrder
}

/** The order book of one instrument, whose orders are in it, and what happened since somebody last took it. */
export interface Floor {
  readonly book: OrderBook
  readonly events: BookEvents
  readonly command: BookOrder
  readonly customers: Map<Id<'ord'>, CustomerOrder>
  readonly customerOf: Map<number, Id<'ord'>>
  readonly owners: Map<Id<'cus'>, number>
  /** Which agent rests under an order number. */
  readonly agentOf: Map<number, number>
  /** Level totals by 2 × price + side. */
  readonly levels: Map<number, number>
  /** Informs the agents of a fill of their own. */
  readonly agentFilled: Agents['filled']
  trades: MarketTrade[]
  reports: ExecutionReport[]
  nextNumber: number
  /** The time of what happens now: set before anything is done. */
  now: Instant
}

export function createFloor(agentFilled: Agents['filled']): Floor {
  return {
    book: createFastOrderBook(),
    events: new BookEvents(256),
    command: emptyBookOrder(),
    customers: new Map(),
    customerOf: new Map(),
    owners: new Map(),
    agentOf: new Map(),
    levels: new Map(),
    agentFilled,
    trades: [],
    reports: [],
    nextNumber: 1,
    now: instant(0),
  }
}

/** The floor as agents see it. */
export function agentBookOf(floor: Floor): AgentBook {
  const { book, events, command, agentOf } = floor
  return {
    bestBid: () => book.bestBid(),
    bestAsk: () => book.bestAsk(),
    rest: (agent, side, price, quantity) => {
      const number = takeNumber(floor)
      setCommand(command, number, agent, side, price, quantity)
      book.add(command, events)
      drain(floor)
      const left = book.remainingOf(number)
      if (left > 0) agentOf.set(number, agent)
      return { number, traded: quantity - left }
    },
    take: (agent, side, limitPrice, quantity) => {
      setCommand(command, takeNumber(floor), agent, side, limitPrice, quantity)
      command.time = timeImmediate
      book.add(command, events)
      drain(floor)
    },
    cancel: (number) => {
      agentOf.delete(number)
      book.cancel(number, events)
      drain(floor)
    },
  }
}

export function bookSideOf(side: Side): BookSide {
  return side === 'buy' ? buySide : sellSide
}

export function takeNumber(floor: Floor): number {
  const number = floor.nextNumber
  floor.nextNumber += 1
  return number
}

/** The owner number of a customer in the book. */
export function ownerOf({ owners }: Floor, customerId: Id<'cus'>): number {
  let owner = owners.get(customerId)
  if (owner === undefined) {
    owner = customersFrom + owners.size
    owners.set(customerId, owner)
  }
  return owner
}

/** A limit order that rests; the caller changes what is different about it. */
export function setCommand(
  command: BookOrder,
  number: number,
  owner: number,
  side: Side,
  price: number,
  quantity: number,
): void {
  command.orderNo = number
  command.owner = owner
  command.side = bookSideOf(side)
  command.market = false
  command.price = price
  command.quantity = quantity
  command.time = timeRest
  command.postOnly = false
  command.budget = 0
  command.selfTrade = owner < customersFrom ? selfTradeAllowed : selfTradeCancelsNewest
}

/** Turns the book's events into reports of customers, news for the tape, and fills of makers. */
export function drain(floor: Floor): void {
  const { events } = floor
  for (let i = 0; i < events.count; i += 1) {
    const kind = events.kindAt(i)
    if (kind === eventFilled) onFill(floor, i)
    else if (kind === eventLevel) {
      floor.levels.set(events.priceAt(i) * 2 + events.sideAt(i), events.quantityAt(i))
    } else if (kind === eventResting) {
      const orderId = floor.customerOf.get(events.orderNoAt(i))
      if (orderId !== undefined) {
        floor.reports.push({ kind: 'resting', orderId, sequence: events.sequenceAt(i), at: floor.now })
      }
    } else if (kind === eventCancelled) onCancelled(floor, i)
  }
  events.clear()
}

function onFill(floor: Floor, i: number): void {
  const { events, reports, customerOf, agentOf, now } = floor
  const [resting, incoming] = [events.orderNoAt(i), events.counterNoAt(i)]
  const quantity = events.quantityAt(i)
  const price = priceOf(BigInt(events.priceAt(i)))
  const sequence = events.sequenceAt(i)
  const side: Side = events.sideAt(i) === buySide ? 'buy' : 'sell'
  const units = quantityOf(BigInt(quantity))
  floor.trades.push({ sequence, at: now, source: simulatedSource, price, quantity: units, side })
  const [maker, taker] = [customerOf.get(resting), customerOf.get(incoming)]
  const fill = { kind: 'filled', price, quantity: units, sequence, at: now } as const
  if (taker !== undefined) {
    const met = maker === undefined ? {} : { counterOrderId: maker }
    reports.push({ ...fill, orderId: taker, liquidity: 'taker', ...met })
  }
  if (maker !== undefined) {
    const met = taker === undefined ? {} : { counterOrderId: taker }
    reports.push({ ...fill, orderId: maker, liquidity: 'maker', ...met })
    if (events.remainingAt(i) === 0) forget(floor, maker)
    return
  }
  const agent = present(agentOf.get(resting), 'the agent of a resting order')
  if (events.remainingAt(i) === 0) agentOf.delete(resting)
  floor.agentFilled(agent, side === 'buy' ? 'sell' : 'buy', resting, quantity, taker !== undefined)
}

function onCancelled(floor: Floor, i: number): void {
  const { events, reports, now } = floor
  const orderId = floor.customerOf.get(events.orderNoAt(i))
  if (orderId === undefined) return
  const reason = events.reasonAt(i)
  if (reason === reasonPostOnly) reports.push({ kind: 'rejected', orderId, reason: 'post-only', at: now })
  else reports.push({ kind: 'cancelled', orderId, reason: endReasonOf(reason, isImmediate(floor, orderId)), at: now })
  forget(floor, orderId)
}

function isImmediate({ customers }: Floor, orderId: Id<'ord'>): boolean {
  const order = customers.get(orderId)?.order
  return order?.type === 'limit' && order.timeInForce === 'ioc'
}

export function forget({ customers, customerOf }: Floor, orderId: Id<'ord'>): void {
  const entry = customers.get(orderId)
  if (entry === undefined) return
  customers.delete(orderId)
  customerOf.delete(entry.number)
}

/** The reports of customers since they were last taken. */
export function takeReports(floor: Floor): readonly ExecutionReport[] {
  const taken = floor.reports
  floor.reports = []
  return taken
}

function endReasonOf(reason: number, isImmediateLimit: boolean): EndReason {
  switch (reason) {
    case reasonNoLiquidity:
      return isImmediateLimit ? 'immediate-or-cancel' : 'no-liquidity'
    case reasonPrice:
      return isImmediateLimit ? 'immediate-or-cancel' : 'price-collar'
    case reasonBudget:
      return 'budget-spent'
    case reasonAllOrNothing:
      return 'fill-or-kill'
    case reasonSelfTrade:
      return 'self-trade'
    default:
      assert(reason > 0, 'a cancelled order has a reason')
      return 'customer'
  }
}
