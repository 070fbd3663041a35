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

/** Everything a naive book is: orders that rest and stops that wait, best and soonest first, and two numbers. */
interface Lists {
  readonly resting: Record<BookSide, Entry[]>
  readonly stops: Record<BookSide, Entry[]>
  last: number
  sequence: number
}

/**
 * The book anyone can check by reading: two sorted lists and nothing clever. What the fast book does must equal this,
 * event for event. Not for production: everything is linear.
 */
export function createNaiveOrderBook(): OrderBook {
  const lists: Lists = {
    resting: { [buySide]: [], [sellSide]: [] },
    stops: { [buySide]: [], [sellSide]: [] },
    last: 0,
    sequence: 0,
  }
  const { resting } = lists
  return {
    add: (order, events) => add(lists, order, events),
    cancel: (orderNo, events) => cancel(lists, orderNo, events),
    reduce: (orderNo, quantity, events) => reduce(lists, orderNo, quantity, events),
    bestBid: () => resting[buySide][0]?.price ?? 0,
    bestAsk: () => resting[sellSide][0]?.price ?? 0,
    last: () => lists.last,
    setLast: (price) => {
      lists.last = price
    },
    sequence: () => lists.sequence,
    setSequence: (next) => {
      lists.sequence = next
    },
    size: () => resting[buySide].length + resting[sellSide].length,
    has: (orderNo) => find(lists, orderNo) !== undefined,
    remainingOf: (orderNo) => find(lists, orderNo)?.entry.remaining ?? 0,
    totalAt: (side, price) => totalAt(lists, side, price),
    walkLevels: (side, visit) => {
      const prices = [...new Set(resting[side].map(({ price }) => price))]
      prices.every((price) => visit(price, totalAt(lists, side, price)))
    },
    walkOrders: (side, visit) => {
      resting[side].every(({ orderNo, owner, price, remaining }) => visit(orderNo, owner, price, remaining))
    },
    hash: () => hashOf(lists),
  }
}

function add(lists: Lists, order: BookOrder, events: BookEvents): void {
  assert(find(lists, order.orderNo) === undefined, `order ${order.orderNo} is in the book already`)
  const entry: Entry = { ...order, remaining: order.quantity }
  if (entry.stopPrice > 0 && !reached(lists, entry)) {
    park(lists, entry, events)
    return
  }
  if (entry.stopPrice > 0) emit(lists, events, eventTriggered, entry, entry.remaining, 0, lists.last)
  execute(lists, entry, events)
  runStops(lists, events)
}

function cancel(lists: Lists, orderNo: number, events: BookEvents): boolean {
  const found = find(lists, orderNo)
  if (found === undefined) return false
  const { list, entry } = found
  remove(list, entry)
  emit(lists, events, eventCancelled, entry, entry.remaining, reasonAsked)
  if (list === lists.resting[entry.side]) emitLevel(lists, events, entry.side, entry.price)
  return true
}

function reduce(lists: Lists, orderNo: number, quantity: number, events: BookEvents): boolean {
  const found = find(lists, orderNo)
  if (found === undefined || found.list !== lists.resting[found.entry.side]) return false
  const { entry } = found
  if (quantity < 1 || quantity >= entry.remaining) return false
  lists.sequence += 1
  const cut = entry.remaining - quantity
  events.push(eventReduced, lists.sequence, orderNo, 0, entry.side, entry.price, cut, quantity, 0)
  entry.remaining = quantity
  emitLevel(lists, events, entry.side, entry.price)
  return true
}

function execute(lists: Lists, entry: Entry, events: BookEvents): void {
  if (entry.reducible >= 0) entry.remaining = Math.min(entry.remaining, entry.reducible)
  const refused = refusalOf(lists, entry)
  if (refused !== 0) {
    const went = refused === reasonReduceOnly ? entry.quantity : entry.remaining
    emit(lists, events, eventCancelled, entry, went, refused)
    return
  }
  const stopped = match(lists, entry, events)
  if (entry.remaining === 0) return
  if (stopped === 0 && !entry.market && entry.time === timeRest) rest(lists, entry, events)
  else {
    const reason = lists.resting[opposite(entry.side)].length === 0 ? reasonNoLiquidity : reasonPrice
    emit(lists, events, eventCancelled, entry, entry.remaining, stopped === 0 ? reason : stopped)
  }
}

/** Why an order is not even tried; 0: it is. */
function refusalOf(lists: Lists, entry: Entry): number {
  if (entry.remaining === 0) return reasonReduceOnly
  const best = lists.resting[opposite(entry.side)][0]
  if (entry.postOnly && best !== undefined && crosses(entry, best.price)) return reasonPostOnly
  return entry.time === timeAllOrNothing && fillable(lists, entry) < entry.remaining ? reasonAllOrNothing : 0
}

/** How many lots would be filled at once. */
function fillable(lists: Lists, entry: Entry): number {
  let sum = 0
  for (const other of lists.resting[opposite(entry.side)]) {
    if (!crosses(entry, other.price) || sum >= entry.remaining) break
    if (!isOwn(entry, other)) sum += other.remaining
    else if (entry.selfTrade !== selfTradeCancelsOldest) break
  }
  return sum
}

/** Matches as far as possible. @returns why the rest was not matched; 0: it just found no price good enough. */
function match(lists: Lists, entry: Entry, events: BookEvents): number {
  let budget = entry.budget
  const theirs = lists.resting[opposite(entry.side)]
  let touched = 0
  const leaveLevel = (): void => {
    if (touched !== 0) emitLevel(lists, events, opposite(entry.side), touched)
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
        emit(lists, events, eventCancelled, maker, maker.remaining, reasonSelfTrade)
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
    budget -= quantity * maker.price
    touched = maker.price
    trade(lists, entry, maker, quantity, events)
    if (maker.remaining === 0) remove(theirs, maker)
  }
  leaveLevel()
  return stopped
}

function trade(lists: Lists, entry: Entry, maker: Entry, quantity: number, events: BookEvents): void {
  entry.remaining -= quantity
  maker.remaining -= quantity
  lists.last = maker.price
  lists.sequence += 1
  const { orderNo, price, remaining } = maker
  events.push(eventFilled, lists.sequence, orderNo, entry.orderNo, entry.side, price, quantity, remaining, 0)
}

function rest(lists: Lists, entry: Entry, events: BookEvents): void {
  const list = lists.resting[entry.side]
  const place = list.findIndex((other) => better(entry.side, entry.price, other.price))
  list.splice(place === -1 ? list.length : place, 0, entry)
  emit(lists, events, eventResting, entry, entry.remaining)
  emitLevel(lists, events, entry.side, entry.price)
}

function runStops(lists: Lists, events: BookEvents): void {
  const { stops } = lists
  for (;;) {
    const next = [stops[buySide][0], stops[sellSide][0]].find((entry) => entry !== undefined && reached(lists, entry))
    if (next === undefined) return
    remove(stops[next.side], next)
    emit(lists, events, eventTriggered, next, next.remaining, 0, lists.last)
    execute(lists, next, events)
  }
}

function park(lists: Lists, entry: Entry, events: BookEvents): void {
  const list = lists.stops[entry.side]
  const sooner = (a: Entry, b: Entry): boolean =>
    entry.side === buySide ? a.stopPrice < b.stopPrice : a.stopPrice > b.stopPrice
  const place = list.findIndex((other) => sooner(entry, other))
  list.splice(place === -1 ? list.length : place, 0, entry)
  emit(lists, events, eventWaiting, entry, entry.remaining, 0, entry.stopPrice)
}

function reached({ last }: Lists, entry: Entry): boolean {
  return last > 0 && (entry.side === buySide ? last >= entry.stopPrice : last <= entry.stopPrice)
}

function crosses(entry: Entry, price: number): boolean {
  return entry.side === buySide ? price <= worstPrice(entry) : price >= worstPrice(entry)
}

function worstPrice(entry: Entry): number {
  if (entry.market && entry.price === 0) return entry.side === buySide ? bookPriceMax : 1
  return entry.price
}

function isOwn(entry: Entry, other: Entry): boolean {
  return entry.owner !== 0 && entry.owner === other.owner && entry.selfTrade !== selfTradeAllowed
}

function opposite(side: BookSide): BookSide {
  return side === buySide ? sellSide : buySide
}

function better(side: BookSide, a: number, b: number): boolean {
  return side === buySide ? a > b : a < b
}

function totalAt({ resting }: Lists, side: BookSide, price: number): number {
  return resting[side].filter((entry) => entry.price === price).reduce((sum, entry) => sum + entry.remaining, 0)
}

function find({ resting, stops }: Lists, orderNo: number): { list: Entry[]; entry: Entry } | undefined {
  for (const list of [resting[buySide], resting[sellSide], stops[buySide], stops[sellSide]]) {
    const entry = list.find((candidate) => candidate.orderNo === orderNo)
    if (entry !== undefined) return { list, entry }
  }
  return undefined
}

function remove(list: Entry[], entry: Entry): void {
  list.splice(list.indexOf(entry), 1)
}

function emit(
  lists: Lists,
  events: BookEvents,
  kind: number,
  entry: Entry,
  quantity: number,
  reason = 0,
  price = entry.price,
): void {
  lists.sequence += 1
  events.push(kind, lists.sequence, entry.orderNo, 0, entry.side, price, quantity, 0, reason)
}

function emitLevel(lists: Lists, events: BookEvents, side: BookSide, price: number): void {
  lists.sequence += 1
  events.push(eventLevel, lists.sequence, 0, 0, side, price, totalAt(lists, side, price), 0, 0)
}

function hashOf({ resting, stops, last }: Lists): number {
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
}
