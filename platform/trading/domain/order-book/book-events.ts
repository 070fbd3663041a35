import { mixNumber } from './order-book.ts'

/** Kinds of book events. */
export const eventFilled = 1
export const eventResting = 2
export const eventCancelled = 3
export const eventReduced = 4
export const eventWaiting = 5
export const eventTriggered = 6
export const eventLevel = 7

/** Why a book took an order out. */
export const reasonAsked = 1
/** The other side is empty. */
export const reasonNoLiquidity = 2
/** The other side goes on beyond the order's price. */
export const reasonPrice = 3
export const reasonBudget = 4
export const reasonAllOrNothing = 5
export const reasonPostOnly = 6
export const reasonSelfTrade = 7
export const reasonReduceOnly = 8

/**
 * What a book did, as columns of numbers that are used again: nothing is allocated per event once they are large enough.
 * | kind | orderNo | counterNo | side | price | quantity | remaining | reason |
 * |---|---|---|---|---|---|---|---|
 * | filled | resting order | incoming order | incoming side | trade price | traded | left of the resting one | |
 * | resting | order | | its side | its price | left of it | | |
 * | cancelled | order | | its side | its price | what went | | why |
 * | reduced | order | | its side | its price | what went | left of it | |
 * | waiting | stop | | its side | stop price | its quantity | | |
 * | triggered | stop | | its side | last price | its quantity | | |
 * | level | | | side | price | total now (0: gone) | | |
 */
export class BookEvents {
  count = 0
  kind: Uint8Array
  /** Rises by one with every event of a book. */
  sequence: Float64Array
  orderNo: Float64Array
  counterNo: Float64Array
  side: Uint8Array
  price: Int32Array
  quantity: Float64Array
  remaining: Float64Array
  reason: Uint8Array

  constructor(capacity = 1024) {
    this.kind = new Uint8Array(capacity)
    this.sequence = new Float64Array(capacity)
    this.orderNo = new Float64Array(capacity)
    this.counterNo = new Float64Array(capacity)
    this.side = new Uint8Array(capacity)
    this.price = new Int32Array(capacity)
    this.quantity = new Float64Array(capacity)
    this.remaining = new Float64Array(capacity)
    this.reason = new Uint8Array(capacity)
  }

  /** Forgets the events, keeps the room. */
  clear(): void {
    this.count = 0
  }

  /** Appends one event. */
  push(
    kind: number,
    sequence: number,
    orderNo: number,
    counterNo: number,
    side: number,
    price: number,
    quantity: number,
    remaining: number,
    reason: number,
  ): void {
    const at = this.count
    if (at === this.kind.length) this.#grow()
    this.kind[at] = kind
    this.sequence[at] = sequence
    this.orderNo[at] = orderNo
    this.counterNo[at] = counterNo
    this.side[at] = side
    this.price[at] = price
    this.quantity[at] = quantity
    this.remaining[at] = remaining
    this.reason[at] = reason
    this.count = at + 1
  }

  /** A hash of all events in the buffer, mixed into `seed`: equal for equal streams. */
  hash(seed: number): number {
    let hash = seed
    for (let at = 0; at < this.count; at += 1) {
      hash = mixNumber(hash, this.kind[at] ?? 0)
      hash = mixNumber(hash, this.sequence[at] ?? 0)
      hash = mixNumber(hash, this.orderNo[at] ?? 0)
      hash = mixNumber(hash, this.counterNo[at] ?? 0)
      hash = mixNumber(hash, this.side[at] ?? 0)
      hash = mixNumber(hash, this.price[at] ?? 0)
      hash = mixNumber(hash, this.quantity[at] ?? 0)
      hash = mixNumber(hash, this.remaining[at] ?? 0)
      hash = mixNumber(hash, this.reason[at] ?? 0)
    }
    return hash
  }

  #grow(): void {
    const capacity = this.kind.length * 2
    const larger = <Column extends Uint8Array | Int32Array | Float64Array>(made: Column, from: Column): Column => {
      made.set(from)
      return made
    }
    this.kind = larger(new Uint8Array(capacity), this.kind)
    this.sequence = larger(new Float64Array(capacity), this.sequence)
    this.orderNo = larger(new Float64Array(capacity), this.orderNo)
    this.counterNo = larger(new Float64Array(capacity), this.counterNo)
    this.side = larger(new Uint8Array(capacity), this.side)
    this.price = larger(new Int32Array(capacity), this.price)
    this.quantity = larger(new Float64Array(capacity), this.quantity)
    this.remaining = larger(new Float64Array(capacity), this.remaining)
    this.reason = larger(new Uint8Array(capacity), this.reason)
  }
}
