import { assert, type Clock, type Id, type Instant, priceOf, quantityOf } from '@bolsillo/kernel'
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
  type MarketTrade,
  type OrderBook,
  reasonAllOrNothing,
  reasonBudget,
  reasonNoLiquidity,
  reasonPostOnly,
  reasonSelfTrade,
  sellSide,
  timeAllOrNothing,
  timeImmediate,
  timeRest,
  type Venue,
  type VenueLine,
  type VenueOrder,
} from '../../domain/index.ts'

/** A venue that is nothing but order books: customers meet each other and whoever `quote` speaks for. */
export interface BookVenue extends Venue {
  /** An order of nobody we know, between batches. Price and quantity in the instrument's units. */
  readonly quote: (instrumentId: string, side: 'buy' | 'sell', price: number, quantity: number) => void
  readonly best: (instrumentId: string) => { readonly bid: number; readonly ask: number }
  readonly book: (instrumentId: string) => OrderBook
  /** Halts an instrument, or lets it trade again. Meanwhile what comes finds nobody, and what rests stays. */
  readonly halt: (instrumentId: string, isHalted: boolean) => void
  /** The number of a print that is none of the book's: above all before it, and below all after it. */
  readonly nextSequence: (instrumentId: string) => number
}

const reasons: Readonly<Record<number, EndReason>> = {
  [reasonNoLiquidity]: 'no-liquidity',
  [reasonBudget]: 'budget-spent',
  [reasonAllOrNothing]: 'fill-or-kill',
  [reasonPostOnly]: 'post-only',
  [reasonSelfTrade]: 'self-trade',
}

interface BookOf {
  readonly book: OrderBook
  /** What its own numbers begin after, and the highest of them so far. */
  readonly numbering: { from: number; last: number }
  readonly orders: Map<number, VenueOrder>
  readonly numbers: Map<Id<'ord'>, number>
}

interface BookVenueOptions {
  readonly id: string
  readonly clock: Clock
  readonly instrumentIds: readonly string[]
  /** The first print has the next number: a venue that outlives a desk never uses a number twice. */
  readonly sequenceFrom?: number
}

/** A venue for tests and measurements: deterministic, without agents, matching on the fast order book alone. */
export function createBookVenue(options: BookVenueOptions): BookVenue {
  const { clock, id } = options
  let line: VenueLine | undefined
  const halted = new Set<string>()
  const { books, bookOf, add, addQuote, cancel, reset, tell } = createBooks(options, () => line)

  return {
    id,
    simulated: true,
    start: async (given) => {
      line = given
    },
    stop: async () => undefined,
    lists: (instrumentId) => books.has(instrumentId),
    submit: (from) => {
      if (halted.has(from.instrumentId))
        return [{ kind: 'cancelled', orderId: from.orderId, reason: 'no-liquidity', at: clock.now() }]
      const own = bookOf(from.instrumentId)
      add(own, from)
      return tell(from.instrumentId, own)
    },
    cancel,
    counterparties: (incoming, leaving) => counterpartiesIn(bookOf, incoming, leaving),
    reset,
    halt: (instrumentId, isHalted) => {
      if (isHalted) halted.add(instrumentId)
      else halted.delete(instrumentId)
    },
    quote: (instrumentId, side, price, quantity) => {
      assert(!halted.has(instrumentId), 'nobody trades what is halted')
      assert(line !== undefined, 'the venue has started')
      const { run, report } = line
      run(() => {
        const own = bookOf(instrumentId)
        addQuote(own, side, price, quantity)
        report(tell(instrumentId, own))
      })
    },
    best: (instrumentId) => {
      const { book } = bookOf(instrumentId)
      return { bid: book.bestBid(), ask: book.bestAsk() }
    },
    book: (instrumentId) => bookOf(instrumentId).book,
    nextSequence: (instrumentId) => {
      const { numbering } = bookOf(instrumentId)
      numbering.from += 1
      return numbering.from + numbering.last
    },
  }
}

/** The books of a venue, and what is known of whose orders are in them. */
function createBooks(
  { clock, id, instrumentIds, sequenceFrom = 0 }: BookVenueOptions,
  lineOf: () => VenueLine | undefined,
) {
  const events = new BookEvents()
  const order = emptyBookOrder()
  const ownerOf = numberOwners()
  let lastNo = 0
  const books = new Map(instrumentIds.map((instrumentId) => [instrumentId, emptyBook(sequenceFrom)]))
  const bookOf = (instrumentId: string): BookOf => {
    const found = books.get(instrumentId)
    assert(found !== undefined, `${id} does not list ${instrumentId}`)
    return found
  }

  /** Adds an order of somebody we know. */
  const add = (own: BookOf, from: VenueOrder): void => {
    lastNo += 1
    fillOrder(order, from, { orderNo: lastNo, owner: ownerOf(from.customerId) })
    own.orders.set(lastNo, from)
    own.numbers.set(from.orderId, lastNo)
    own.book.add(order, events)
  }
  const tell = (instrumentId: string, own: BookOf): ExecutionReport[] => {
    const { reports, trades } = readEvents(events, own, { id, at: clock.now() })
    events.clear()
    if (trades.length > 0) lineOf()?.marketData(instrumentId, { trades })
    return reports
  }
  const addQuote = (own: BookOf, side: 'buy' | 'sell', price: number, quantity: number): void => {
    lastNo += 1
    own.book.add({ ...emptyBookOrder(), orderNo: lastNo, side: sideOf(side), price, quantity }, events)
  }
  const cancel: Venue['cancel'] = (orderId) => {
    for (const [instrumentId, own] of books) {
      const orderNo = own.numbers.get(orderId)
      if (orderNo === undefined) continue
      own.book.cancel(orderNo, events)
      return tell(instrumentId, own).map((report) =>
        report.kind === 'cancelled' ? { ...report, reason: 'customer' } : report,
      )
    }
    return []
  }
  const reset: Venue['reset'] = (instrumentId, open) => {
    const own = bookOf(instrumentId)
    for (const orderNo of own.orders.keys()) own.book.cancel(orderNo, events)
    own.orders.clear()
    own.numbers.clear()
    events.clear()
    for (const from of open) add(own, from)
    events.clear()
  }

  return { books, bookOf, add, addQuote, cancel, reset, tell }
}

function emptyBook(sequenceFrom: number): BookOf {
  return {
    book: createFastOrderBook(),
    numbering: { from: sequenceFrom, last: 0 },
    orders: new Map(),
    numbers: new Map(),
  }
}

/** The numbers customers have in the books. */
function numberOwners(): (customerId: string) => number {
  const owners = new Map<string, number>()
  return (customerId) => {
    const owner = owners.get(customerId) ?? owners.size + 1
    owners.set(customerId, owner)
    return owner
  }
}

const sideOf = (side: 'buy' | 'sell'): BookSide => (side === 'buy' ? buySide : sellSide)

/** Writes an order of the venue as one of the book. */
function fillOrder(
  order: ReturnType<typeof emptyBookOrder>,
  from: VenueOrder,
  { orderNo, owner }: { readonly orderNo: number; readonly owner: number },
): void {
  order.orderNo = orderNo
  order.owner = owner
  order.side = sideOf(from.side)
  order.market = from.type === 'market'
  order.price = Number(from.limitPrice)
  order.quantity = Number(from.quantity)
  order.time =
    from.timeInForce === 'fok'
      ? timeAllOrNothing
      : from.type === 'market' || from.timeInForce === 'ioc'
        ? timeImmediate
        : timeRest
  order.postOnly = from.postOnly
  order.budget = from.budget === undefined ? 0 : Number(from.budget)
}

/** What a book did: reports of customers' orders, and prints for the tape. */
function readEvents(
  events: BookEvents,
  { book, numbering, orders, numbers }: BookOf,
  { id, at }: { readonly id: string; readonly at: Instant },
): { readonly reports: ExecutionReport[]; readonly trades: MarketTrade[] } {
  const reports: ExecutionReport[] = []
  const trades: MarketTrade[] = []
  const gone = (orderNo: number): void => {
    const known = orders.get(orderNo)
    if (known === undefined || book.has(orderNo)) return
    orders.delete(orderNo)
    numbers.delete(known.orderId)
  }
  for (let index = 0; index < events.count; index += 1) {
    const kind = events.kindAt(index)
    if (kind === eventLevel) continue
    const orderNo = events.orderNoAt(index)
    numbering.last = Math.max(numbering.last, events.sequenceAt(index))
    const sequence = numbering.from + events.sequenceAt(index)
    const price = priceOf(BigInt(events.priceAt(index)))
    const quantity = quantityOf(BigInt(events.quantityAt(index)))
    const own = orders.get(orderNo)
    if (kind === eventFilled) {
      const counter = orders.get(events.counterNoAt(index))
      const common = { kind: 'filled', price, quantity, sequence, at } as const
      trades.push({
        sequence,
        at,
        source: id,
        price,
        quantity,
        side: events.sideAt(index) === buySide ? 'buy' : 'sell',
      })
      if (own !== undefined)
        reports.push({ ...common, orderId: own.orderId, liquidity: 'maker', ...counterOf(counter) })
      if (counter !== undefined)
        reports.push({ ...common, orderId: counter.orderId, liquidity: 'taker', ...counterOf(own) })
    } else if (own !== undefined && kind === eventResting)
      reports.push({ kind: 'resting', orderId: own.orderId, sequence, at })
    else if (own !== undefined && kind === eventCancelled) {
      const short = own.timeInForce === 'ioc' && own.type === 'limit' ? 'immediate-or-cancel' : 'price-collar'
      const reason = reasons[events.reasonAt(index)] ?? short
      reports.push({ kind: 'cancelled', orderId: own.orderId, reason, at })
    }
  }
  for (let index = 0; index < events.count; index += 1) {
    gone(events.orderNoAt(index))
    gone(events.counterNoAt(index))
  }
  return { reports, trades }
}

/** The orders that would be met. */
function counterpartiesIn(
  bookOf: (instrumentId: string) => BookOf,
  ...[incoming, leaving]: Parameters<Venue['counterparties']>
): readonly Id<'ord'>[] {
  const found = new Set<Id<'ord'>>()
  for (const [instrumentId, group] of Map.groupBy(incoming, (one) => one.instrumentId)) {
    const own = bookOf(instrumentId)
    const gone = leaving.reduce((sum, orderId) => sum + own.book.remainingOf(own.numbers.get(orderId) ?? 0), 0)
    for (const side of ['buy', 'sell'] as const) {
      let left = group.filter((one) => one.side === side).reduce((sum, one) => sum + Number(one.quantity), 0)
      if (left === 0) continue
      left += gone
      own.book.walkOrders(side === 'buy' ? sellSide : buySide, (orderNo, _, __, remaining) => {
        const met = own.orders.get(orderNo)
        if (met !== undefined) found.add(met.orderId)
        left -= remaining
        return left > 0
      })
    }
  }
  return [...found]
}

function counterOf(order: VenueOrder | undefined): { readonly counterOrderId?: Id<'ord'> } {
  return order === undefined ? {} : { counterOrderId: order.orderId }
}
