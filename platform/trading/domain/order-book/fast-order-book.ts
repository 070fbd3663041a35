import { assert } from '@bolsillo/kernel'
import { type BookEvents, eventNumbers } from './book-events.ts'
import { appendOrder, isFillable, unlinkOrder, walkLadder, within } from './ladder-orders.ts'
import {
  type BookOrder,
  type BookSelfTrade,
  type BookSide,
  bookNumbers,
  emptyBookOrder,
  hashSeed,
  mixNumber,
  type OrderBook,
} from './order-book.ts'
import { levelLayout, orderLayout } from './order-layout.ts'
import { OrderPool } from './order-pool.ts'
import { PriceLadder } from './price-ladder.ts'

// Taken apart for the reason `bookNumbers` gives.
const {
  bookPriceMax,
  buySide,
  selfTradeAllowed,
  selfTradeCancelsNewest,
  selfTradeCancelsOldest,
  sellSide,
  timeAllOrNothing,
  timeRest,
} = bookNumbers
const {
  eventCancelled,
  eventFilled,
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
} = eventNumbers
const { orderNoAt, ownerAt, quantityAt, previousAt, nextAt, priceAt, sideAt, stopPriceAt } = orderLayout
const { headAt, totalAt } = levelLayout

/** The book production runs on. Orders live in typed arrays, levels in ladders; see the naive book for what it does. */
export function createFastOrderBook(): OrderBook {
  return new FastOrderBook()
}

const stillMatching = 0

class FastOrderBook implements OrderBook {
  readonly #bids = new PriceLadder(true)
  readonly #asks = new PriceLadder(false)
  /** Both by their number: which side a cancelled order is on nobody can guess, a branch least of all. */
  readonly #sides = [this.#bids, this.#asks] as const
  /** Stops by stop price: the next to be reached is the best of its ladder. */
  readonly #buyStops = new PriceLadder(false)
  readonly #sellStops = new PriceLadder(true)
  readonly #pool = new OrderPool()
  #last = 0
  #sequence = 0
  #size = 0
  #stops = 0
  /** What is left of the order being matched, and why it stopped: results of #match, kept here to return two numbers. */
  #remaining = 0
  #stopped = stillMatching
  /** The stop whose turn it is: one object, written again for each. */
  readonly #woken = emptyBookOrder()

  add(order: BookOrder, events: BookEvents): void {
    assert(order.orderNo > 0 && this.#pool.find(order.orderNo) < 0, 'an order number is used once at a time')
    assert(order.quantity >= 1 && order.price >= 0 && order.price <= bookPriceMax, 'an order has a size and a price')
    if (order.stopPrice > 0) {
      if (!this.#reached(order.side, order.stopPrice)) {
        this.#park(order, events)
        return
      }
      this.#emit(events, eventTriggered, order.orderNo, order.side, this.#last, order.quantity, 0)
    }
    this.#execute(order, events)
    if (this.#stops > 0) this.#runStops(events)
  }

  cancel(orderNo: number, events: BookEvents): boolean {
    const pool = this.#pool
    const slot = pool.takeOut(orderNo)
    if (slot < 0) return false
    const int = slot << 4
    const side = pool.ints[int | sideAt] as number
    const price = pool.ints[int | priceAt] as number
    const quantity = pool.floats[(slot << 3) | quantityAt] as number
    if (pool.ints[int | stopPriceAt] !== 0) {
      this.#emit(events, eventCancelled, orderNo, side, price, quantity, reasonAsked)
      this.#unlinkStop(slot)
      pool.free(slot)
      return true
    }
    const left = unlinkOrder(this.#sides[side] as PriceLadder, pool, price, slot)
    pool.free(slot)
    this.#size -= 1
    events.pushResting(eventCancelled, this.#sequence + 1, orderNo, side, price, quantity, reasonAsked, left)
    this.#sequence += 2
    return true
  }

  reduce(orderNo: number, quantity: number, events: BookEvents): boolean {
    const pool = this.#pool
    const slot = pool.find(orderNo)
    if (slot < 0) return false
    const int = slot << 4
    const before = pool.floats[(slot << 3) | quantityAt] ?? 0
    if (pool.ints[int | stopPriceAt] !== 0 || quantity < 1 || quantity >= before) return false
    const side = pool.ints[int | sideAt] === buySide ? buySide : sellSide
    const price = pool.ints[int | priceAt] ?? 0
    const ladder = this.#sideOf(side)
    pool.floats[(slot << 3) | quantityAt] = quantity
    const place = (ladder.find(price) << 1) | totalAt
    const total = (ladder.floats[place] ?? 0) - (before - quantity)
    ladder.floats[place] = total
    this.#sequence += 1
    events.push(eventReduced, this.#sequence, orderNo, 0, side, price, before - quantity, quantity, 0)
    this.#emitLevel(events, side, price, total)
    return true
  }

  bestBid(): number {
    return this.#bids.best
  }

  bestAsk(): number {
    return this.#asks.best
  }

  last(): number {
    return this.#last
  }

  setLast(price: number): void {
    this.#last = price
  }

  sequence(): number {
    return this.#sequence
  }

  setSequence(sequence: number): void {
    this.#sequence = sequence
  }

  size(): number {
    return this.#size
  }

  has(orderNo: number): boolean {
    return this.#pool.find(orderNo) >= 0
  }

  remainingOf(orderNo: number): number {
    const slot = this.#pool.find(orderNo)
    return slot < 0 ? 0 : (this.#pool.floats[(slot << 3) | quantityAt] ?? 0)
  }

  totalAt(side: BookSide, price: number): number {
    return this.#sideOf(side).totalOf(price)
  }

  walkLevels(side: BookSide, visit: (price: number, total: number) => boolean): void {
    const ladder = this.#sideOf(side)
    for (let price = ladder.best; price !== 0; price = ladder.next(price)) {
      if (!visit(price, ladder.totalOf(price))) return
    }
  }

  walkOrders(
    side: BookSide,
    visit: (orderNo: number, owner: number, price: number, remaining: number) => boolean,
  ): void {
    walkLadder(this.#sideOf(side), this.#pool, visit)
  }

  hash(): number {
    let hash = mixNumber(hashSeed, this.#last)
    for (const ladder of [this.#bids, this.#asks, this.#buyStops, this.#sellStops]) {
      walkLadder(ladder, this.#pool, (orderNo, owner, price, remaining) => {
        hash = mixNumber(mixNumber(mixNumber(mixNumber(hash, price), orderNo), owner), remaining)
        return true
      })
      hash = mixNumber(hash, 0)
    }
    return hash
  }

  #sideOf(side: BookSide): PriceLadder {
    return side === buySide ? this.#bids : this.#asks
  }

  #execute(order: BookOrder, events: BookEvents): void {
    const { orderNo, side, market, price } = order
    let quantity = order.quantity
    if (order.reducible >= 0 && order.reducible < quantity) {
      if (order.reducible === 0) {
        this.#emit(events, eventCancelled, orderNo, side, price, quantity, reasonReduceOnly)
        return
      }
      quantity = order.reducible
    }
    const worst = market && price === 0 ? (side === buySide ? bookPriceMax : 1) : price
    const ladder = side === buySide ? this.#asks : this.#bids
    const crosses = ladder.best !== 0 && (side === buySide ? ladder.best <= worst : ladder.best >= worst)
    if (order.postOnly && crosses) {
      this.#emit(events, eventCancelled, orderNo, side, price, quantity, reasonPostOnly)
      return
    }
    if (order.time === timeAllOrNothing && !isFillable(order, ladder, this.#pool, worst, quantity)) {
      this.#emit(events, eventCancelled, orderNo, side, price, quantity, reasonAllOrNothing)
      return
    }
    if (crosses) {
      this.#match(orderNo, order.owner, side, worst, quantity, order.budget, order.selfTrade, ladder, events)
      quantity = this.#remaining
      if (quantity === 0) return
    } else this.#stopped = stillMatching
    if (this.#stopped === stillMatching && !market && order.time === timeRest) {
      this.#rest(orderNo, order.owner, side, price, quantity, events)
      return
    }
    const reason = this.#stopped !== stillMatching ? this.#stopped : ladder.best === 0 ? reasonNoLiquidity : reasonPrice
    this.#emit(events, eventCancelled, orderNo, side, price, quantity, reason)
  }

  /** Fills against the best levels; leaves in #remaining what is left and in #stopped why, if for another reason than price. */
  #match(
    orderNo: number,
    owner: number,
    side: BookSide,
    worst: number,
    quantity: number,
    budget: number,
    selfTrade: BookSelfTrade,
    ladder: PriceLadder,
    events: BookEvents,
  ): void {
    const pool = this.#pool
    const { floats, ints } = pool
    const otherSide = side === buySide ? sellSide : buySide
    const avoidsOwn = owner !== 0 && selfTrade !== selfTradeAllowed
    let remaining = quantity
    let left = budget
    let stopped = stillMatching
    while (remaining > 0 && stopped === stillMatching) {
      const price = ladder.best
      if (price === 0 || (side === buySide ? price > worst : price < worst)) break
      const level = ladder.bestSlot
      let maker = ladder.ints[(level << 2) | headAt] ?? -1
      let total = ladder.floats[(level << 1) | totalAt] ?? 0
      let touched = false
      while (maker >= 0 && remaining > 0) {
        const float = maker << 3
        const makerNo = floats[float | orderNoAt] ?? 0
        const resting = floats[float | quantityAt] ?? 0
        if (avoidsOwn && floats[float | ownerAt] === owner) {
          if (selfTrade !== selfTradeCancelsNewest) {
            this.#emit(events, eventCancelled, makerNo, otherSide, price, resting, reasonSelfTrade)
            touched = true
            total -= resting
            maker = this.#leave(maker)
          }
          if (selfTrade === selfTradeCancelsOldest) continue
          stopped = reasonSelfTrade
          break
        }
        let traded = Math.min(remaining, resting)
        if (budget > 0) {
          traded = within(left, price, traded)
          if (traded === 0) {
            stopped = reasonBudget
            break
          }
          left -= traded * price
        }
        remaining -= traded
        total -= traded
        touched = true
        this.#sequence += 1
        events.push(eventFilled, this.#sequence, makerNo, orderNo, side, price, traded, resting - traded, 0)
        this.#last = price
        if (traded === resting) maker = this.#leave(maker)
        else floats[float | quantityAt] = resting - traded
      }
      if (maker < 0) ladder.close(price)
      else {
        ladder.ints[(level << 2) | headAt] = maker
        ints[(maker << 4) | previousAt] = -1
        ladder.floats[(level << 1) | totalAt] = total
      }
      if (touched) this.#emitLevel(events, otherSide, price, total)
    }
    this.#remaining = remaining
    this.#stopped = stopped
  }

  /** Takes the first order of a level out. @returns the next. */
  #leave(maker: number): number {
    const next = this.#pool.ints[(maker << 4) | nextAt] ?? -1
    this.#size -= 1
    this.#pool.give(maker)
    return next
  }

  #rest(orderNo: number, owner: number, side: BookSide, price: number, quantity: number, events: BookEvents): void {
    assert(price >= 1, 'a resting order has a price')
    const slot = this.#pool.take(orderNo, owner, side, price, quantity)
    const total = appendOrder(this.#sides[side], this.#pool, price, slot, quantity)
    this.#size += 1
    events.pushResting(eventResting, this.#sequence + 1, orderNo, side, price, quantity, 0, total)
    this.#sequence += 2
  }

  #reached(side: BookSide, stopPrice: number): boolean {
    return this.#last > 0 && (side === buySide ? this.#last >= stopPrice : this.#last <= stopPrice)
  }

  #park(order: BookOrder, events: BookEvents): void {
    const ladder = order.side === buySide ? this.#buyStops : this.#sellStops
    const slot = this.#pool.take(order.orderNo, order.owner, order.side, order.price, order.quantity)
    this.#pool.keepStop(slot, order)
    appendOrder(ladder, this.#pool, order.stopPrice, slot, order.quantity)
    this.#stops += 1
    this.#emit(events, eventWaiting, order.orderNo, order.side, order.stopPrice, order.quantity, 0)
  }

  #unlinkStop(slot: number): void {
    const { ints } = this.#pool
    const int = slot << 4
    const ladder = ints[int | sideAt] === buySide ? this.#buyStops : this.#sellStops
    unlinkOrder(ladder, this.#pool, ints[int | stopPriceAt] ?? 0, slot)
    this.#stops -= 1
  }

  /** Lets stops the last price has reached join, lowest buy stop first, then highest sell stop, until none is reached. */
  #runStops(events: BookEvents): void {
    const woken = this.#woken
    while (this.#stops > 0) {
      const buy = this.#buyStops.best
      const sell = this.#sellStops.best
      const ladder =
        buy !== 0 && this.#reached(buySide, buy)
          ? this.#buyStops
          : sell !== 0 && this.#reached(sellSide, sell)
            ? this.#sellStops
            : undefined
      if (ladder === undefined) return
      const slot = ladder.headOf(ladder.best)
      this.#pool.readStop(slot, woken)
      this.#unlinkStop(slot)
      this.#pool.give(slot)
      this.#emit(events, eventTriggered, woken.orderNo, woken.side, this.#last, woken.quantity, 0)
      this.#execute(woken, events)
    }
  }

  #emit(
    events: BookEvents,
    kind: number,
    orderNo: number,
    side: number,
    price: number,
    quantity: number,
    reason: number,
  ): void {
    this.#sequence += 1
    events.pushOrder(kind, this.#sequence, orderNo, side, price, quantity, reason)
  }

  #emitLevel(events: BookEvents, side: BookSide, price: number, total: number): void {
    this.#sequence += 1
    events.pushLevel(this.#sequence, side, price, total)
  }
}
