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

const bookTimes = [timeRest, timeImmediate, timeAllOrNothing] as const
const bookSelfTrades = [selfTradeAllowed, selfTradeCancelsNewest, selfTradeCancelsOldest, selfTradeCancelsBoth] as const

const firstCapacity = 256

/** Orders in typed arrays, one slot each; slots of orders that are gone are used again. Grows by doubling, never shrinks. */
export class OrderPool {
  orderNo = new Float64Array(firstCapacity)
  owner = new Float64Array(firstCapacity)
  side = new Uint8Array(firstCapacity)
  price = new Int32Array(firstCapacity)
  quantity = new Float64Array(firstCapacity)
  /** 0: rests in the book. Else the order is a stop, and the columns below say what it will be. */
  stopPrice = new Int32Array(firstCapacity)
  /** Neighbours in the list of the level; −1 at its ends. */
  previous = new Int32Array(firstCapacity)
  next = new Int32Array(firstCapacity)
  #flags = new Uint8Array(firstCapacity)
  #reducible = new Float64Array(firstCapacity)
  #budget = new Float64Array(firstCapacity)
  #used = 0
  /** Head of the list of slots given back, linked through `next`; −1: none. */
  #free = -1

  /** A slot with these values, and no stop price. */
  take(orderNo: number, owner: number, side: BookSide, price: number, quantity: number): number {
    let slot = this.#free
    if (slot >= 0) this.#free = this.next[slot] ?? -1
    else {
      slot = this.#used
      this.#used += 1
      if (slot === this.side.length) this.#grow()
    }
    this.orderNo[slot] = orderNo
    this.owner[slot] = owner
    this.side[slot] = side
    this.price[slot] = price
    this.quantity[slot] = quantity
    this.stopPrice[slot] = 0
    return slot
  }

  /** Gives a slot back. */
  give(slot: number): void {
    this.next[slot] = this.#free
    this.#free = slot
  }

  /** Keeps what a stop will be when it is reached. */
  keepStop(slot: number, order: BookOrder): void {
    this.stopPrice[slot] = order.stopPrice
    this.#flags[slot] = (order.market ? 1 : 0) | (order.postOnly ? 2 : 0) | (order.time << 2) | (order.selfTrade << 4)
    this.#reducible[slot] = order.reducible
    this.#budget[slot] = order.budget
  }

  /** Writes the order a stop becomes. */
  readStop(slot: number, order: BookOrder): void {
    const flags = this.#flags[slot] ?? 0
    order.orderNo = this.orderNo[slot] ?? 0
    order.owner = this.owner[slot] ?? 0
    order.side = this.side[slot] === buySide ? buySide : sellSide
    order.price = this.price[slot] ?? 0
    order.quantity = this.quantity[slot] ?? 0
    order.stopPrice = 0
    order.market = (flags & 1) !== 0
    order.postOnly = (flags & 2) !== 0
    order.time = bookTimes[(flags >> 2) & 3] ?? timeRest
    order.selfTrade = bookSelfTrades[(flags >> 4) & 3] ?? selfTradeAllowed
    order.reducible = this.#reducible[slot] ?? -1
    order.budget = this.#budget[slot] ?? 0
  }

  #grow(): void {
    const capacity = this.side.length * 2
    const floats = (from: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
      const larger = new Float64Array(capacity)
      larger.set(from)
      return larger
    }
    const ints = (from: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> => {
      const larger = new Int32Array(capacity)
      larger.set(from)
      return larger
    }
    const bytes = (from: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => {
      const larger = new Uint8Array(capacity)
      larger.set(from)
      return larger
    }
    this.orderNo = floats(this.orderNo)
    this.owner = floats(this.owner)
    this.quantity = floats(this.quantity)
    this.#reducible = floats(this.#reducible)
    this.#budget = floats(this.#budget)
    this.price = ints(this.price)
    this.stopPrice = ints(this.stopPrice)
    this.previous = ints(this.previous)
    this.next = ints(this.next)
    this.side = bytes(this.side)
    this.#flags = bytes(this.#flags)
  }
}
