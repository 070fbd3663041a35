import { type Id, type Instant, type Price, priceOf, type Quantity, quantityOf } from '@bolsillo/kernel'
import {
  buySide,
  type ExecutionReport,
  type MarketBookDelta,
  type MarketTrade,
  timeAllOrNothing,
  timeImmediate,
  timeRest,
  type VenueOrder,
} from '@bolsillo/trading/domain'
import type { Side } from './agents/agent-book.ts'
import { type Agents, type AgentView, createAgents } from './agents/agents.ts'
import {
  agentBookOf,
  bookSideOf,
  createFloor,
  drain,
  type Floor,
  forget,
  ownerOf,
  setCommand,
  simulatedSource,
  takeNumber,
  takeReports,
} from './market-floor.ts'

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

export function createInstrumentMarket(
  seed: number,
  agentSetup: { readonly lot: number; readonly tradeVolume: number },
): InstrumentMarket {
  const floor = createFloor((agent, side, number, quantity, undoable) =>
    agents.filled(agent, side, number, quantity, undoable),
  )
  const agents: Agents = createAgents(agentBookOf(floor), seed, agentSetup)
  const { book } = floor
  return {
    submit: (order, at) => submit(floor, order, at),
    cancel: (orderId, at) => cancel(floor, orderId, at),
    counterparties: (orders, leaving) => counterparties(floor, orders, leaving),
    reset: (open, at) => {
      agents.revert()
      return reset(floor, open, at)
    },
    settle: () => agents.settle(),
    act: (view, at) => {
      floor.now = at
      agents.act(view)
      return takeReports(floor)
    },
    rest: (at) => {
      floor.now = at
      agents.leave()
    },
    takeNews: (at) => takeNews(floor, at),
    snapshot: (at) => snapshotOf(floor, at),
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

function submit(floor: Floor, order: VenueOrder, at: Instant): readonly ExecutionReport[] {
  const { book, command } = floor
  floor.now = at
  const number = takeNumber(floor)
  floor.customers.set(order.orderId, { number, order })
  floor.customerOf.set(number, order.orderId)
  const owner = ownerOf(floor, order.customerId)
  setCommand(command, number, owner, order.side, Number(order.limitPrice), Number(order.quantity))
  command.market = order.type === 'market'
  command.time = order.timeInForce === 'fok' ? timeAllOrNothing : order.timeInForce === 'ioc' ? timeImmediate : timeRest
  command.postOnly = order.postOnly
  if (order.budget !== undefined) setBudget(floor, order.budget, order)
  book.add(command, floor.events)
  drain(floor)
  if (!book.has(number)) forget(floor, order.orderId)
  return takeReports(floor)
}

function setBudget({ command }: Floor, budget: bigint, order: VenueOrder): void {
  if (budget <= BigInt(Number.MAX_SAFE_INTEGER)) {
    command.budget = Number(budget)
    return
  }
  // Beyond 2^53 the book's numbers would round: the order is cut to what its budget buys at its worst price.
  const affordable = Number(budget / order.limitPrice)
  command.quantity = Math.max(1, Math.min(command.quantity, affordable))
}

function cancel(floor: Floor, orderId: Id<'ord'>, at: Instant): readonly ExecutionReport[] {
  floor.now = at
  const entry = floor.customers.get(orderId)
  if (entry === undefined) return []
  floor.book.cancel(entry.number, floor.events)
  drain(floor)
  return takeReports(floor)
}

function counterparties(
  { book, customers, customerOf }: Floor,
  orders: readonly VenueOrder[],
  leaving: ReadonlySet<Id<'ord'>>,
): readonly Id<'ord'>[] {
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

function reset(floor: Floor, open: readonly VenueOrder[], at: Instant): readonly ExecutionReport[] {
  const { book, events, customers, customerOf } = floor
  floor.now = at
  for (const { number } of [...customers.values()]) book.cancel(number, events)
  customers.clear()
  customerOf.clear()
  drain(floor)
  floor.reports = []
  const met: ExecutionReport[] = []
  for (const order of open) {
    // Orders that waited before wait again without saying so; what they now reach is news.
    met.push(...submit(floor, { ...order, postOnly: false }, at).filter(({ kind }) => kind !== 'resting'))
  }
  return met
}

type LevelChange = readonly [Side, Price, Quantity]

function takeNews(floor: Floor, at: Instant): MarketNews {
  const news = { trades: floor.trades, delta: floor.levels.size === 0 ? undefined : deltaOf(floor, at) }
  floor.trades = []
  floor.levels.clear()
  return news
}

function deltaOf({ book, levels }: Floor, at: Instant): MarketBookDelta {
  const changes: LevelChange[] = []
  for (const [key, total] of levels) {
    const side = key % 2 === buySide ? 'buy' : 'sell'
    changes.push([side, priceOf(BigInt(Math.floor(key / 2))), quantityOf(BigInt(total))])
  }
  return { sequence: book.sequence(), at, source: simulatedSource, changes }
}

function snapshotOf({ book }: Floor, at: Instant): MarketBookDelta {
  const changes: LevelChange[] = []
  for (const side of ['buy', 'sell'] as const) {
    book.walkLevels(bookSideOf(side), (price, total) => {
      changes.push([side, priceOf(BigInt(price)), quantityOf(BigInt(total))])
      return true
    })
  }
  return { sequence: book.sequence(), at, source: simulatedSource, changes, reset: true }
}
