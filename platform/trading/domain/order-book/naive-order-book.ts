import { assert } from '@bolsillo/kernel'
import {
  type BookEvents,
  eventCancelled,
  eventFilled,
  eventLevel,
  eventReduced,
  eventResting,
  eventTriggered,
  eventWaiting,
  reasonAllOrNothing,
  reasonAsked,
  reasonBudget,
  reasonNoLiquidity,
  reasonPostOnly,
  reasonPrice,
  reasonReduceOnly,
  reasonSelfTrade,
} from './book-events.ts'
import {
  type BookOrder,
  type BookSide,
  bookPriceMax,
  buySide,
  hashSeed,
  mixNumber,
  type OrderBook,
  selfTradeAllowed,
  selfTradeCancelsNewest,
  selfTradeCancelsOldest,
  sellSide,
  timeAllOrNothing,
  timeRest,
} from './order-book.ts'

interface Entry extends BookOrder {
  remaining: number
}

/**
 * The book anyone can check by reading: two sorted lists and nothing clever. What the fast book does must equal this,
 * event for event. Not for production: everything is linear.
 */
export function createNaiveOrderBook(): OrderBook {
  const resting: Record<BookSide, Entry[]> = { [buySide]: [], [sellSide]: [] }
  const stops: Record<BookSide, Entry[]> = { [buySide]: [], [sellSide]: [] }
  let last = 0
  let sequence = 0

  const opposite = (side: BookSide): BookSide => (side === buySide ? sellSide : buySide)
  const better = (side: BookSide, a: number, b: number): boolean => (side === buySide ? a > b : a < b)
  const bookOf = (entry: Entry): Entry[] => resting[entry.side]
  const totalAt = (side: BookSide, price: number): number =>
    resting[side].filter((entry) => entry.price === price).reduce((sum, entry) => sum + entry.remaining, 0)

  const emit = (events: BookEvents, kind: number, entry: Entry, quantity: number, reason = 0, price = entry.price) => {
    sequence += 1
    events.push(kind, sequence, entry.orderNo, 0, entry.side, price, quantity, 0, reason)
  }
  const emitLevel = (events: BookEvents, side: BookSide, price: number): void => {
    sequence += 1
    events.push(eventLevel, sequence, 0, 0, side, price, totalAt(side, price), 0, 0)
  }
  const find = (orderNo: number): { list: Entry[]; entry: Entry } | undefined => {
    for (const list of [resting[buySide], resting[sellSide], stops[buySide], stops[sellSide]]) {
      const entry = list.find((candidate) => candidate.orderNo === orderNo)
      if (entry !== undefined) return { list, entry }
    }
    return undefined
  }
  const remove = (list: Entry[], entry: Entry): void => {
    list.splice(list.indexOf(entry), 1)
  }

  const worstPrice = (entry: Entry): number => {
    if (entry.market && entry.price === 0) return entry.side === buySide ? bookPriceMax : 1
    return entry.price
  }
  const crosses = (entry: Entry, price: number): boolean =>
    entry.side === buySide ? price <= worstPrice(entry) : price >= worstPrice(entry)
  const isOwn = (entry: Entry, other: Entry): boolean =>
    entry.owner !== 0 && entry.owner === other.owner && entry.selfTrade !== selfTradeAllowed

  /** How many lots would be filled at once. */
  const fillable = (entry: Entry): number => {
    let sum = 0
    for (const other of resting[opposite(entry.side)]) {
      if (!crosses(entry, other.price) || sum >= entry.remaining) break
      if (!isOwn(entry, other)) sum += other.remaining
      else if (entry.selfTrade !== selfTradeCancelsOldest) break
    }
    return sum
  }

  /** Matches as far as possible. @returns why the rest was not matched; 0: it just found no price good enough. */
  const match = (entry: Entry, events: BookEvents): number => {
    let budget = entry.budget
    const theirs = resting[opposite(entry.side)]
    let touched = 0
    const leaveLevel = (): void => {
      if (touched !== 0) emitLevel(events, opposite(entry.side), touched)
      touched = 0
    }
    let stopped = 0
    while (entry.remaining > 0) {
      const maker = theirs[0]
      if (maker === undefined || !crosses(entry, maker.price)) break
      if (touched !== maker.price) leaveLevel()
      if (isOwn(entry, maker)) {
        if (entry.selfTrade !== selfTradeCancelsNewest) {
          remove(theirs, maker)
          emit(events, eventCancelled, maker, maker.remaining, reasonSelfTrade)
          touched = maker.price
        }
        if (entry.selfTrade === selfTradeCancelsOldest) continue
        stopped = reasonSelfTrade
        break
      }
      let quantity = Math.min(entry.remaining, maker.remaining)
      if (entry.budget > 0) quantity = Math.min(quantity, Number(BigInt(budget) / BigInt(maker.price)))
      if (quantity === 0) {
        stopped = reasonBudget
        break
      }
      entry.remaining -= quantity
      maker.remaining -= quantity
      budget -= quantity * maker.price
      last = maker.price
      touched = maker.price
      sequence += 1
      events.push(
        eventFilled,
        sequence,
        maker.orderNo,
        entry.orderNo,
        entry.side,
        maker.price,
        quantity,
        maker.remaining,
        0,
      )
      if (maker.remaining === 0) remove(theirs, maker)
    }
    leaveLevel()
    return stopped
  }

  const rest = (entry: Entry, events: BookEvents): void => {
    const list = bookOf(entry)
    const place = list.findIndex((other) => better(entry.side, entry.price, other.price))
    list.splice(place === -1 ? list.length : place, 0, entry)
    emit(events, eventResting, entry, entry.remaining)
    emitLevel(events, entry.side, entry.price)
  }

  const execute = (entry: Entry, events: BookEvents): void => {
    if (entry.reducible >= 0) entry.remaining = Math.min(entry.remaining, entry.reducible)
    const asked = entry.quantity
    const best = resting[opposite(entry.side)][0]
    const refused =
      entry.remaining === 0
        ? reasonReduceOnly
        : entry.postOnly && best !== undefined && crosses(entry, best.price)
          ? reasonPostOnly
          : entry.time === timeAllOrNothing && fillable(entry) < entry.remaining
            ? reasonAllOrNothing
            : 0
    if (refused !== 0) {
      emit(events, eventCancelled, entry, refused === reasonReduceOnly ? asked : entry.remaining, refused)
      return
    }
    const stopped = match(entry, events)
    if (entry.remaining === 0) return
    if (stopped === 0 && !entry.market && entry.time === timeRest) rest(entry, events)
    else {
      const reason = resting[opposite(entry.side)].length === 0 ? reasonNoLiquidity : reasonPrice
      emit(events, eventCancelled, entry, entry.remaining, stopped === 0 ? reason : stopped)
    }
  }

  const reached = (entry: Entry): boolean =>
    last > 0 && (entry.side === buySide ? last >= entry.stopPrice : last <= entry.stopPrice)

  const runStops = (events: BookEvents): void => {
    for (;;) {
      const next = [stops[buySide][0], stops[sellSide][0]].find((entry) => entry !== undefined && reached(entry))
      if (next === undefined) return
      remove(stops[next.side], next)
      emit(events, eventTriggered, next, next.remaining, 0, last)
      execute(next, events)
    }
  }

  const park = (entry: Entry, events: BookEvents): void => {
    const list = stops[entry.side]
    const sooner = (a: Entry, b: Entry): boolean =>
      entry.side === buySide ? a.stopPrice < b.stopPrice : a.stopPrice > b.stopPrice
    const place = list.findIndex((other) => sooner(entry, other))
    list.splice(place === -1 ? list.length : place, 0, entry)
    emit(events, eventWaiting, entry, entry.remaining, 0, entry.stopPrice)
  }

  return {
    add: (order, events) => {
      assert(find(order.orderNo) === undefined, `order ${order.orderNo} is in the book already`)
      const entry: Entry = { ...order, remaining: order.quantity }
      if (entry.stopPrice > 0 && !reached(entry)) return park(entry, events)
      if (entry.stopPrice > 0) emit(events, eventTriggered, entry, entry.remaining, 0, last)
      execute(entry, events)
      runStops(events)
    },
    cancel: (orderNo, events) => {
      const found = find(orderNo)
      if (found === undefined) return false
      remove(found.list, found.entry)
      emit(events, eventCancelled, found.entry, found.entry.remaining, reasonAsked)
      if (found.list === bookOf(found.entry)) emitLevel(events, found.entry.side, found.entry.price)
      return true
    },
    reduce: (orderNo, quantity, events) => {
      const found = find(orderNo)
      if (found === undefined || found.list !== bookOf(found.entry)) return false
      const { entry } = found
      if (quantity < 1 || quantity >= entry.remaining) return false
      sequence += 1
      events.push(eventReduced, sequence, orderNo, 0, entry.side, entry.price, entry.remaining - quantity, quantity, 0)
      entry.remaining = quantity
      emitLevel(events, entry.side, entry.price)
      return true
    },
    bestBid: () => resting[buySide][0]?.price ?? 0,
    bestAsk: () => resting[sellSide][0]?.price ?? 0,
    last: () => last,
    setLast: (price) => {
      last = price
    },
    sequence: () => sequence,
    setSequence: (next) => {
      sequence = next
    },
    size: () => resting[buySide].length + resting[sellSide].length,
    has: (orderNo) => find(orderNo) !== undefined,
    remainingOf: (orderNo) => find(orderNo)?.entry.remaining ?? 0,
    totalAt,
    walkLevels: (side, visit) => {
      const prices = [...new Set(resting[side].map(({ price }) => price))]
      prices.every((price) => visit(price, totalAt(side, price)))
    },
    walkOrders: (side, visit) => {
      resting[side].every(({ orderNo, owner, price, remaining }) => visit(orderNo, owner, price, remaining))
    },
    hash: () => {
      let hash = mixNumber(hashSeed, last)
      for (const side of [buySide, sellSide] as const) {
        for (const { price, orderNo, owner, remaining } of resting[side]) {
          for (const value of [price, orderNo, owner, remaining]) hash = mixNumber(hash, value)
        }
        hash = mixNumber(hash, 0)
      }
      for (const side of [buySide, sellSide] as const) {
        for (const { stopPrice, orderNo, owner, remaining } of stops[side]) {
          for (const value of [stopPrice, orderNo, owner, remaining]) hash = mixNumber(hash, value)
        }
        hash = mixNumber(hash, 0)
      }
      return hash
    },
  }
}
