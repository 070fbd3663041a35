import { type Id, type Instant, minOf, type Price, type Quantity, quantityOf } from '@bolsillo/kernel'
import type { EndReason, ExecutionReport, VenueOrder } from '@bolsillo/trading/domain'

/** One side of the quote in force and what customers have left of it. */
interface QuotedLevel {
  readonly price: Price
  left: Quantity
}

/** The recorded quote in force. */
export interface QuoteInForce {
  readonly bid: QuotedLevel | undefined
  readonly ask: QuotedLevel | undefined
}

interface Waiting {
  readonly order: VenueOrder
  left: Quantity
}

/** Sequence and time of the next event, supplied by the player of the recording. */
interface Stamp {
  readonly nextSequence: () => number
  readonly now: () => Instant
  /** The file the quote in force is from. */
  readonly source: () => string
}

/**
 * Customers' orders of one instrument against its recorded quote. A fill is always at the quote in force, and never for
 * more than is left of its recorded size; customers do not meet each other here, because that was not recorded.
 */
export interface RecordedBook {
  readonly submit: (order: VenueOrder) => readonly ExecutionReport[]
  readonly cancel: (orderId: Id<'ord'>) => readonly ExecutionReport[]
  /** A new quote is in force, or none. */
  readonly show: (quote: QuoteInForce | undefined) => void
  readonly quote: () => QuoteInForce | undefined
  /** Takes these orders as waiting, nothing else, and puts back what was taken of the quote since `settle`. */
  readonly reset: (open: readonly VenueOrder[]) => void
  /** Fills the waiting orders the quote in force reaches: best limit first, then first come. */
  readonly rematch: () => readonly ExecutionReport[]
  /** What was taken of the quote so far is certain. */
  readonly settle: () => void
  readonly endAll: (reason: EndReason) => readonly ExecutionReport[]
}

/** `step` is the smallest quantity that may be filled: the lot, or one unit where parts of a share are sold. */
export function createRecordedBook(step: bigint, stamp: Stamp): RecordedBook {
  const waiting = new Map<Id<'ord'>, Waiting>()
  let quote: QuoteInForce | undefined

  const taking = createTaking(step, stamp)
  const { fill, fillable } = taking
  const end = (order: VenueOrder, reason: EndReason): ExecutionReport => {
    return { kind: 'cancelled', orderId: order.orderId, reason, at: stamp.now() }
  }

  const submit = (order: VenueOrder): readonly ExecutionReport[] => {
    const level = levelFor(quote, order)
    const isMarketable = level !== undefined && isReached(order, level)
    if (order.postOnly && isMarketable) {
      return [{ kind: 'rejected', orderId: order.orderId, reason: 'post-only', at: stamp.now() }]
    }
    const now = isMarketable ? fillable(order, order.quantity, level) : quantityOf(0n)
    if (order.timeInForce === 'fok' && now < order.quantity) return [end(order, 'fill-or-kill')]
    const reports: ExecutionReport[] = []
    if (isMarketable && now > 0n) reports.push(fill(order, now, level, true))
    const left = quantityOf(order.quantity - now)
    if (left === 0n) return reports
    if (order.type === 'market') return [...reports, end(order, whyShort({ order, left, level, isMarketable, step }))]
    if (order.timeInForce === 'ioc') return [...reports, end(order, 'immediate-or-cancel')]
    waiting.set(order.orderId, { order, left })
    return [...reports, { kind: 'resting', orderId: order.orderId, sequence: stamp.nextSequence(), at: stamp.now() }]
  }

  return {
    submit,
    rematch: () => rematch(waiting, quote, taking),
    cancel: (orderId) => {
      const entry = waiting.get(orderId)
      if (entry === undefined) return []
      waiting.delete(orderId)
      return [end(entry.order, 'customer')]
    },
    show: (next) => {
      quote = next
      taking.settle()
    },
    quote: () => quote,
    reset: (open) => {
      taking.undo()
      waiting.clear()
      for (const order of open) waiting.set(order.orderId, { order, left: order.quantity })
    },
    settle: taking.settle,
    endAll: (reason) => {
      const reports = [...waiting.values()].map(({ order }) => end(order, reason))
      waiting.clear()
      return reports
    },
  }
}

/** The better limit first (higher for buys, lower for sells), then the older order. */
function byPriority(a: VenueOrder, b: VenueOrder): number {
  if (a.limitPrice !== b.limitPrice) return a.limitPrice > b.limitPrice === (a.side === 'buy') ? -1 : 1
  return a.priority < b.priority ? -1 : 1
}

function levelFor(quote: QuoteInForce | undefined, order: VenueOrder): QuotedLevel | undefined {
  return order.side === 'buy' ? quote?.ask : quote?.bid
}

function isReached(order: VenueOrder, level: QuotedLevel): boolean {
  return order.side === 'buy' ? level.price <= order.limitPrice : level.price >= order.limitPrice
}

/** Fills orders out of a quote, and remembers what was taken of it until that is certain. */
function createTaking(step: bigint, stamp: Stamp) {
  let taken: { readonly level: QuotedLevel; readonly quantity: Quantity }[] = []
  const wholeSteps = (quantity: bigint): Quantity => quantityOf(quantity - (quantity % step))
  const fillable = (order: VenueOrder, left: Quantity, level: QuotedLevel): Quantity => {
    const byBudget = order.budget === undefined ? left : minOf(left, order.budget / level.price)
    return wholeSteps(minOf(byBudget, level.left))
  }
  const fill = (order: VenueOrder, quantity: Quantity, level: QuotedLevel, isTaker: boolean): ExecutionReport => {
    level.left = quantityOf(level.left - quantity)
    taken.push({ level, quantity })
    const liquidity = isTaker ? 'taker' : 'maker'
    const [sequence, at, source] = [stamp.nextSequence(), stamp.now(), stamp.source()]
    return { kind: 'filled', orderId: order.orderId, price: level.price, quantity, sequence, liquidity, at, source }
  }
  const undo = (): void => {
    for (const { level, quantity } of taken) level.left = quantityOf(level.left + quantity)
    taken = []
  }
  const settle = (): void => {
    taken = []
  }
  return { fill, fillable, undo, settle }
}

/** Why what is left of an order at market is not filled. */
function whyShort({
  order,
  left,
  level,
  isMarketable,
  step,
}: {
  readonly order: VenueOrder
  readonly left: Quantity
  readonly level: QuotedLevel | undefined
  readonly isMarketable: boolean
  readonly step: bigint
}): EndReason {
  if (level === undefined) return 'no-liquidity'
  if (!isMarketable) return 'price-collar'
  const affordable = order.budget === undefined ? left : order.budget / level.price
  return affordable < order.quantity && level.left >= step ? 'budget-spent' : 'no-liquidity'
}

/** Fills the orders that wait and are reached (`RecordedBook.rematch`). */
function rematch(
  waiting: Map<Id<'ord'>, Waiting>,
  quote: QuoteInForce | undefined,
  { fill, fillable }: ReturnType<typeof createTaking>,
): readonly ExecutionReport[] {
  const reports: ExecutionReport[] = []
  for (const side of ['buy', 'sell'] as const) {
    const level = side === 'buy' ? quote?.ask : quote?.bid
    if (level === undefined) continue
    const reached = [...waiting.values()].filter(({ order }) => order.side === side && isReached(order, level))
    for (const entry of reached.sort((a, b) => byPriority(a.order, b.order))) {
      const quantity = fillable(entry.order, entry.left, level)
      if (quantity === 0n) continue
      reports.push(fill(entry.order, quantity, level, false))
      entry.left = quantityOf(entry.left - quantity)
      if (entry.left === 0n) waiting.delete(entry.order.orderId)
    }
  }
  return reports
}
