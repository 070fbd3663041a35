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

/** The numbers above once more, for hot modules to take apart (see `bookNumbers`). */
export const eventNumbers = {
  eventFilled,
  eventResting,
  eventCancelled,
  eventReduced,
  eventWaiting,
  eventTriggered,
  eventLevel,
  reasonAsked,
  reasonNoLiquidity,
  reasonPrice,
  reasonBudget,
  reasonAllOrNothing,
  reasonPostOnly,
  reasonSelfTrade,
  reasonReduceOnly,
} as const

// An event is 64 bytes that lie together: five numbers in `#floats` at place × 8, four small ones in `#ints` at place × 16.
const bytes = 64
const sequenceAt = 0
const orderNoAt = 1
const counterNoAt = 2
const quantityAt = 3
const remainingAt = 4
const kindAt = 10
const sideAt = 11
const priceAt = 12
const reasonAt = 13

/**
 * What a book did, as records of numbers in one buffer that is used again: nothing is allocated per event once it is large
 * enough. A record is read by its place, from 0 to `count` − 1.
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
  #capacity: number
  #floats: Float64Array<ArrayBuffer>
  #ints: Int32Array<ArrayBuffer>

  constructor(capacity = 1024) {
    this.#capacity = capacity
    const buffer = new ArrayBuffer(capacity * bytes)
    this.#floats = new Float64Array(buffer)
    this.#ints = new Int32Array(buffer)
  }

  /** Forgets the events, keeps the room. */
  clear(): void {
    this.count = 0
  }

  /** One of the kinds above. */
  kindAt(at: number): number {
    return this.#ints[(at << 4) | kindAt] ?? 0
  }

  sideAt(at: number): number {
    return this.#ints[(at << 4) | sideAt] ?? 0
  }

  /** Why an order was cancelled; 0 for other kinds. */
  reasonAt(at: number): number {
    return this.#ints[(at << 4) | reasonAt] ?? 0
  }

  priceAt(at: number): number {
    return this.#ints[(at << 4) | priceAt] ?? 0
  }

  /** Rises by one with every event of a book. */
  sequenceAt(at: number): number {
    return this.#floats[(at << 3) | sequenceAt] ?? 0
  }

  orderNoAt(at: number): number {
    return this.#floats[(at << 3) | orderNoAt] ?? 0
  }

  counterNoAt(at: number): number {
    return this.#floats[(at << 3) | counterNoAt] ?? 0
  }

  quantityAt(at: number): number {
    return this.#floats[(at << 3) | quantityAt] ?? 0
  }

  remainingAt(at: number): number {
    return this.#floats[(at << 3) | remainingAt] ?? 0
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
    if (at === this.#capacity) this.#grow()
    this.count = at + 1
    const floats = this.#floats
    const ints = this.#ints
    const float = at << 3
    const int = at << 4
    floats[float | sequenceAt] = sequence
    floats[float | orderNoAt] = orderNo
    floats[float | counterNoAt] = counterNo
    floats[float | quantityAt] = quantity
    floats[float | remainingAt] = remaining
    ints[int | kindAt] = kind
    ints[int | sideAt] = side
    ints[int | priceAt] = price
    ints[int | reasonAt] = reason
  }

  /** A hash of all events in the buffer, mixed into `seed`: equal for equal streams. */
  hash(seed: number): number {
    let hash = seed
    for (let at = 0; at < this.count; at += 1) {
      hash = mixNumber(hash, this.kindAt(at))
      hash = mixNumber(hash, this.sequenceAt(at))
      hash = mixNumber(hash, this.orderNoAt(at))
      hash = mixNumber(hash, this.counterNoAt(at))
      hash = mixNumber(hash, this.sideAt(at))
      hash = mixNumber(hash, this.priceAt(at))
      hash = mixNumber(hash, this.quantityAt(at))
      hash = mixNumber(hash, this.remainingAt(at))
      hash = mixNumber(hash, this.reasonAt(at))
    }
    return hash
  }

  #grow(): void {
    this.#capacity *= 2
    const buffer = new ArrayBuffer(this.#capacity * bytes)
    const floats = new Float64Array(buffer)
    floats.set(this.#floats)
    this.#floats = floats
    this.#ints = new Int32Array(buffer)
  }
}
