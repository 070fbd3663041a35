import { assert, type Id, type Instant, instant, present, priceOf, quantityOf } from '@bolsillo/kernel'
import {
  BookEvents,
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
  type MarketBookDelta,
  type MarketTrade,
  reasonAllOrNothing,
  reasonBudget,
  reasonNoLiquidity,
  reasonPostOnly,
  reasonPrice,
  reasonSelfTrade,
  selfTradeAllowed,
  selfTradeCancelsNewest,
  sellSide,
  timeAllOrNothing,
  timeImmediate,
  timeRest,
  type VenueOrder,
} from '@bolsillo/trading/domain'
import type { AgentBook, Side } from './agents/agent-book.ts'
import { type Agents, type AgentView, createAgents } from './agents/agents.ts'

/** What happened since it was last taken: prints, and the totals of levels that changed. */
interface MarketNews {
  readonly trades: readonly MarketTrade[]
  readonly delta: MarketBookDelta | undefined
}

/**
 * One instrument's simulated market: one order book in which agents' and customers' orders queue together, by price
 * and then by time. Nothing here treats a customer's order unlike an agent's; the only difference is who gets the
 * execution report.
 */
export interface InstrumentMarket {
  readonly submit: (order: VenueOrder, at: Instant) => readonly ExecutionReport[]
  readonly cancel: (orderId: Id<'ord'>, at: Instant) => readonly ExecutionReport[]
  readonly counterparties: (orders: readonly VenueOrder[], leaving: ReadonlySet<Id<'ord'>>) => readonly Id<'ord'>[]
  /** Forgets customers' orders, takes these; whom they meet on arrival is reported. Undoes what makers hold since `settle`. */
  readonly reset: (open: readonly VenueOrder[], at: Instant) => readonly ExecutionReport[]
  /** What customers traded so far is certain. */
  readonly settle: () => void
  /** Lets the agents act once; reports are those of customers' orders they met. */
  readonly act: (view: AgentView, at: Instant) => readonly ExecutionReport[]
  /** Agents withdraw: the session is over. */
  readonly rest: (at: Instant) => void
  readonly takeNews: (at: Instant) => MarketNews
  /** The whole book as one delta. */
  readonly snapshot: (at: Instant) => MarketBookDelta
  /** Numbers continue after this one. */
  readonly continueFrom: (sequence: number) => void
  readonly bookHash: () => number
  readonly levels: (side: Side) => number
  readonly bestBid: () => number
  readonly bestAsk: () => number
}

export const simulatedSource = 'simulated'
/** Owners below this are agents. */
const customersFrom = 1000

interface CustomerOrder {
  readonly number: number
  readonly order: VenueOrder
}

export function createInstrumentMarket(
  seed: number,
  agentSetup: { readonly lot: number; readonly tradeVolume: number },
): InstrumentMarket {
  const book = createFastOrderBook()
  const events = new BookEvents(256)
  const command = emptyBookOrder()
  let nextNumber = 1
  let now = instant(0)

  const customers = new Map<Id<'ord'>, CustomerOrder>()
  const customerOf = new Map<number, Id<'ord'>>()
  const owners = new Map<Id<'cus'>, number>()
  /** Which agent rests under an order number. */
  const agentOf = new Map<number, number>()
  let trades: MarketTrade[] = []
  /** Level totals by 2 × price + side. */
  const levels = new Map<number, number>()
  let reports: ExecutionReport[] = []

  const ownerOf = (customerId: Id<'cus'>): number => {
    let owner = owners.get(customerId)
    if (owner === undefined) {
      owner = customersFrom + owners.size
      owners.set(customerId, owner)
    }
    return owner
  }
  const bookSideOf = (side: Side): BookSide => (side === 'buy' ? buySide : sellSide)

  const setCommand = (number: number, owner: number, side: Side, price: number, quantity: number): void => {
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

  const agentBook: AgentBook = {
    bestBid: () => book.bestBid(),
    bestAsk: () => book.bestAsk(),
    rest: (agent, side, price, quantity) => {
      const number = nextNumber
      nextNumber += 1
      setCommand(number, agent, side, price, quantity)
      book.add(command, events)
      drain()
      const left = book.remainingOf(number)
      if (left > 0) agentOf.set(number, agent)
      return { number, traded: quantity - left }
    },
    take: (agent, side, limitPrice, quantity) => {
      const number = nextNumber
      nextNumber += 1
      setCommand(number, agent, side, limitPrice, quantity)
      command.time = timeImmediate
      book.add(command, events)
      drain()
    },
    cancel: (number) => {
      agentOf.delete(number)
      book.cancel(number, events)
      drain()
    },
  }
  const agents: Agents = createAgents(agentBook, seed, agentSetup)

  /** Turns the book's events into reports of customers, news for the tape, and fills of makers. */
  const drain = (): void => {
    for (let i = 0; i < events.count; i += 1) {
      const kind = events.kindAt(i)
      if (kind === eventFilled) onFill(i)
      else if (kind === eventLevel) {
        levels.set(events.priceAt(i) * 2 + events.sideAt(i), events.quantityAt(i))
      } else if (kind === eventResting) {
        const orderId = customerOf.get(events.orderNoAt(i))
        if (orderId !== undefined) {
          reports.push({ kind: 'resting', orderId, sequence: events.sequenceAt(i), at: now })
        }
      } else if (kind === eventCancelled) onCancelled(i)
    }
    events.clear()
  }

  const onFill = (i: number): void => {
    const [resting, incoming] = [events.orderNoAt(i), events.counterNoAt(i)]
    const quantity = events.quantityAt(i)
    const price = priceOf(BigInt(events.priceAt(i)))
    const sequence = events.sequenceAt(i)
    const side: Side = events.sideAt(i) === buySide ? 'buy' : 'sell'
    const units = quantityOf(BigInt(quantity))
    trades.push({ sequence, at: now, source: simulatedSource, price, quantity: units, side })
    const [maker, taker] = [customerOf.get(resting), customerOf.get(incoming)]
    const fill = { kind: 'filled', price, quantity: units, sequence, at: now } as const
    if (taker !== undefined) {
      const met = maker === undefined ? {} : { counterOrderId: maker }
      reports.push({ ...fill, orderId: taker, liquidity: 'taker', ...met })
    }
    if (maker !== undefined) {
      const met = taker === undefined ? {} : { counterOrderId: taker }
      reports.push({ ...fill, orderId: maker, liquidity: 'maker', ...met })
      if (events.remainingAt(i) === 0) forget(maker)
      return
    }
    const agent = present(agentOf.get(resting), 'the agent of a resting order')
    if (events.remainingAt(i) === 0) agentOf.delete(resting)
    agents.filled(agent, side === 'buy' ? 'sell' : 'buy', resting, quantity, taker !== undefined)
  }

  const onCancelled = (i: number): void => {
    const orderId = customerOf.get(events.orderNoAt(i))
    if (orderId === undefined) return
    const reason = events.reasonAt(i)
    if (reason === reasonPostOnly) reports.push({ kind: 'rejected', orderId, reason: 'post-only', at: now })
    else reports.push({ kind: 'cancelled', orderId, reason: endReasonOf(reason, isImmediate(orderId)), at: now })
    forget(orderId)
  }
  const isImmediate = (orderId: Id<'ord'>): boolean => {
    const order = customers.get(orderId)?.order
    return order?.type === 'limit' && order.timeInForce === 'ioc'
  }

  const forget = (orderId: Id<'ord'>): void => {
    const entry = customers.get(orderId)
    if (entry === undefined) return
    customers.delete(orderId)
    customerOf.delete(entry.number)
  }
  const take = (): readonly ExecutionReport[] => {
    const taken = reports
    reports = []
    return taken
  }

  const submit = (order: VenueOrder, at: Instant): readonly ExecutionReport[] => {
    now = at
    const number = nextNumber
    nextNumber += 1
    customers.set(order.orderId, { number, order })
    customerOf.set(number, order.orderId)
    const limit = Number(order.limitPrice)
    setCommand(number, ownerOf(order.customerId), order.side, limit, Number(order.quantity))
    command.market = order.type === 'market'
    command.time =
      order.timeInForce === 'fok' ? timeAllOrNothing : order.timeInForce === 'ioc' ? timeImmediate : timeRest
    command.postOnly = order.postOnly
    if (order.budget !== undefined) setBudget(order.budget, order)
    book.add(command, events)
    drain()
    if (!book.has(number)) forget(order.orderId)
    return take()
  }

  const setBudget = (budget: bigint, order: VenueOrder): void => {
    if (budget <= BigInt(Number.MAX_SAFE_INTEGER)) {
      command.budget = Number(budget)
      return
    }
    // Beyond 2^53 the book's numbers would round: the order is cut to what its budget buys at its worst price.
    const affordable = Number(budget / order.limitPrice)
    command.quantity = Math.max(1, Math.min(command.quantity, affordable))
  }

  const cancel = (orderId: Id<'ord'>, at: Instant): readonly ExecutionReport[] => {
    now = at
    const entry = customers.get(orderId)
    if (entry === undefined) return []
    book.cancel(entry.number, events)
    drain()
    return take()
  }

  const counterparties: InstrumentMarket['counterparties'] = (orders, leaving) => {
    const met: Id<'ord'>[] = []
    for (const side of ['buy', 'sell'] as const) {
      const own = orders.filter((order) => order.side === side)
      if (own.length === 0 || customers.size === 0) continue
      let wanted = own.reduce((sum, order) => sum + Number(order.quantity), 0)
      const limits = own.map((order) => Number(order.limitPrice))
      const worst = side === 'buy' ? Math.max(...limits) : Math.min(...limits)
      book.walkOrders(bookSideOf(side === 'buy' ? 'sell' : 'buy'), (number, _owner, price, remaining) => {
        if (side === 'buy' ? price > worst : price < worst) return false
        const orderId = customerOf.get(number)
        if (orderId !== undefined && leaving.has(orderId)) return true
        if (orderId !== undefined) met.push(orderId)
        wanted -= remaining
        return wanted > 0
      })
    }
    return met
  }

  const reset: InstrumentMarket['reset'] = (open, at) => {
    now = at
    agents.revert()
    for (const { number } of [...customers.values()]) book.cancel(number, events)
    customers.clear()
    customerOf.clear()
    drain()
    reports = []
    const met: ExecutionReport[] = []
    for (const order of open) {
      // Orders that waited before wait again without saying so; what they now reach is news.
      met.push(...submit({ ...order, postOnly: false }, at).filter(({ kind }) => kind !== 'resting'))
    }
    return met
  }

  const takeNews = (at: Instant): MarketNews => {
    const news = { trades, delta: levels.size === 0 ? undefined : deltaOf(at) }
    trades = []
    levels.clear()
    return news
  }
  const deltaOf = (at: Instant): MarketBookDelta => {
    const changes: (readonly [Side, ReturnType<typeof priceOf>, ReturnType<typeof quantityOf>])[] = []
    for (const [key, total] of levels) {
      const side = key % 2 === buySide ? 'buy' : 'sell'
      changes.push([side, priceOf(BigInt(Math.floor(key / 2))), quantityOf(BigInt(total))])
    }
    return { sequence: book.sequence(), at, source: simulatedSource, changes }
  }
  const snapshot = (at: Instant): MarketBookDelta => {
    const changes: (readonly [Side, ReturnType<typeof priceOf>, ReturnType<typeof quantityOf>])[] = []
    for (const side of ['buy', 'sell'] as const) {
      book.walkLevels(bookSideOf(side), (price, total) => {
        changes.push([side, priceOf(BigInt(price)), quantityOf(BigInt(total))])
        return true
      })
    }
    return { sequence: book.sequence(), at, source: simulatedSource, changes, reset: true }
  }

  return {
    submit,
    cancel,
    counterparties,
    reset,
    settle: () => agents.settle(),
    act: (view, at) => {
      now = at
      agents.act(view)
      return take()
    },
    rest: (at) => {
      now = at
      agents.leave()
    },
    takeNews,
    snapshot,
    continueFrom: (sequence) => {
      book.setSequence(Math.max(sequence, book.sequence()))
    },
    bookHash: () => book.hash(),
    levels: (side) => {
      let count = 0
      book.walkLevels(bookSideOf(side), () => {
        count += 1
        return true
      })
      return count
    },
    bestBid: () => book.bestBid(),
    bestAsk: () => book.bestAsk(),
  }
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
