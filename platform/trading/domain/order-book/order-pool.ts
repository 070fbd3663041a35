import {
  type BookOrder,
  type BookSide,
  buySide,
  selfTradeAllowed,
  selfTradeCancelsBoth,
  selfTradeCancelsNewest,
  selfTradeCancelsOldest,
  sellSide,
  timeAllOrNothing,
  timeImmediate,
  timeRest,
} from './order-book.ts'
import { orderLayout } from './order-layout.ts'

const { bytes, orderNoAt, ownerAt, quantityAt, priceAt, nextAt, chainAt, sideAt, stopPriceAt } = orderLayout
const bookTimes = [timeRest, timeImmediate, timeAllOrNothing] as const
const bookSelfTrades = [selfTradeAllowed, selfTradeCancelsNewest, selfTradeCancelsOldest, selfTradeCancelsBoth] as const

// Places within these arrays are always there, so what is read is cast rather than given a value for its absence: the
// absence costs nothing when it runs, but room, and what is too long is not inlined (decision 19).

const firstCapacity = 256
const golden = 0x9e3779b1

/**
 * The orders of a book, a slot each, found by slot or by number. Slots of orders that are gone are used again. Numbers are
 * found by a hash table whose chains run through the orders themselves: no entry to allocate, to move or to sweep. Grows by
 * doubling, never shrinks.
 */
export class OrderPool {
  /** The orders, as `orderLayout` says. Replaced when the pool grows, which only `take` does. */
  floats: Float64Array<ArrayBuffer>
  ints: Int32Array<ArrayBuffer>
  #capacity = firstCapacity
  #used = 0
  /** Head of the list of free slots, linked through `next`; −1: none. */
  #free = -1
  /** First order of each chain; −1: none. Twice as many as there is room for orders. */
  #heads = new Int32Array(firstCapacity * 2).fill(-1)
  #shift = 32 - Math.log2(firstCapacity * 2)
  /** No order had a higher number: what is above it need not be looked for. */
  #highestNo = 0
  // What a stop will be. Stops are few and looked at once, so these are kept apart, and have room for them only when there are any.
  #flags = new Uint8Array(firstCapacity)
  #reducible = new Float64Array(firstCapacity)
  #budget = new Float64Array(firstCapacity)

  constructor() {
    const buffer = new ArrayBuffer(firstCapacity * bytes)
    this.floats = new Float64Array(buffer)
    this.ints = new Int32Array(buffer)
  }

  /** The slot of the order with this number; −1 when there is none. */
  find(orderNo: number): number {
    if (orderNo > this.#highestNo) return -1
    const { floats, ints } = this
    let slot = this.#heads[Math.imul(orderNo | 0, golden) >>> this.#shift] as number
    while (slot >= 0 && floats[(slot << 3) | orderNoAt] !== orderNo) slot = ints[(slot << 4) | chainAt] as number
    return slot
  }

  /** A slot with these values, and no stop price. */
  take(orderNo: number, owner: number, side: BookSide, price: number, quantity: number): number {
    let slot = this.#free
    if (slot >= 0) this.#free = this.ints[(slot << 4) | nextAt] as number
    else {
      slot = this.#used
      this.#used += 1
      if (slot === this.#capacity) this.#grow()
    }
    if (orderNo > this.#highestNo) this.#highestNo = orderNo
    const { floats, ints } = this
    const heads = this.#heads
    const place = Math.imul(orderNo | 0, golden) >>> this.#shift
    const float = slot << 3
    const int = slot << 4
    floats[float | orderNoAt] = orderNo
    floats[float | ownerAt] = owner
    floats[float | quantityAt] = quantity
    ints[int | priceAt] = price
    ints[int | chainAt] = heads[place] as number
    ints[int | sideAt] = side
    ints[int | stopPriceAt] = 0
    heads[place] = slot
    return slot
  }

  /** As `find`, and the number is not found any more; `free` gives the slot back, which keeps its values until then. */
  takeOut(orderNo: number): number {
    const { floats, ints } = this
    const heads = this.#heads
    const place = Math.imul(orderNo | 0, golden) >>> this.#shift
    let slot = heads[place] as number
    if (slot < 0) return -1
    if (floats[(slot << 3) | orderNoAt] === orderNo) {
      heads[place] = ints[(slot << 4) | chainAt] as number
      return slot
    }
    for (;;) {
      const before = slot
      slot = ints[(before << 4) | chainAt] as number
      if (slot < 0) return -1
      if (floats[(slot << 3) | orderNoAt] !== orderNo) continue
      ints[(before << 4) | chainAt] = ints[(slot << 4) | chainAt] as number
      return slot
    }
  }

  /** Gives a slot back that was taken out. */
  free(slot: number): void {
    this.ints[(slot << 4) | nextAt] = this.#free
    this.#free = slot
  }

  /** Gives a slot back; its number is not found any more. */
  give(slot: number): void {
    const { floats, ints } = this
    const heads = this.#heads
    const int = slot << 4
    const after = ints[int | chainAt] as number
    const place = Math.imul((floats[(slot << 3) | orderNoAt] as number) | 0, golden) >>> this.#shift
    let at = heads[place] as number
    if (at === slot) heads[place] = after
    else {
      while (ints[(at << 4) | chainAt] !== slot) at = ints[(at << 4) | chainAt] as number
      ints[(at << 4) | chainAt] = after
    }
    ints[int | nextAt] = this.#free
    this.#free = slot
  }

  /** Keeps what a stop will be when it is reached. */
  keepStop(slot: number, order: BookOrder): void {
    if (slot >= this.#flags.length) this.#growStops()
    this.ints[(slot << 4) | stopPriceAt] = order.stopPrice
    this.#flags[slot] = (order.market ? 1 : 0) | (order.postOnly ? 2 : 0) | (order.time << 2) | (order.selfTrade << 4)
    this.#reducible[slot] = order.reducible
    this.#budget[slot] = order.budget
  }

  /** Writes the order a stop becomes. */
  readStop(slot: number, order: BookOrder): void {
    const flags = this.#flags[slot] ?? 0
    const float = slot << 3
    const int = slot << 4
    order.orderNo = this.floats[float | orderNoAt] ?? 0
    order.owner = this.floats[float | ownerAt] ?? 0
    order.side = this.ints[int | sideAt] === buySide ? buySide : sellSide
    order.price = this.ints[int | priceAt] ?? 0
    order.quantity = this.floats[float | quantityAt] ?? 0
    order.stopPrice = 0
    order.market = (flags & 1) !== 0
    order.postOnly = (flags & 2) !== 0
    order.time = bookTimes[(flags >> 2) & 3] ?? timeRest
    order.selfTrade = bookSelfTrades[(flags >> 4) & 3] ?? selfTradeAllowed
    order.reducible = this.#reducible[slot] ?? -1
    order.budget = this.#budget[slot] ?? 0
  }

  #growStops(): void {
    const flags = new Uint8Array(this.#capacity)
    flags.set(this.#flags)
    this.#flags = flags
    this.#reducible = widened(this.#reducible, this.#capacity)
    this.#budget = widened(this.#budget, this.#capacity)
  }

  #grow(): void {
    const before = this.#capacity
    const capacity = before * 2
    const buffer = new ArrayBuffer(capacity * bytes)
    const floats = new Float64Array(buffer)
    floats.set(this.floats)
    this.floats = floats
    this.ints = new Int32Array(buffer)
    this.#capacity = capacity
    // It grows only when every slot is taken, so every one of them is chained anew.
    this.#heads = new Int32Array(capacity * 2).fill(-1)
    this.#shift -= 1
    for (let slot = 0; slot < before; slot += 1) {
      const place = Math.imul((floats[(slot << 3) | orderNoAt] ?? 0) | 0, golden) >>> this.#shift
      this.ints[(slot << 4) | chainAt] = this.#heads[place] ?? -1
      this.#heads[place] = slot
    }
  }
}

function widened(from: Float64Array<ArrayBuffer>, length: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(length)
  larger.set(from)
  return larger
}
