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

const { eventFilled: filled, eventReduced: reduced, eventLevel: level } = eventNumbers

// An event is 64 bytes that lie together: five numbers in `#floats` at place × 8, two small ones in `#ints` at place × 16. Kind,
// side and reason are one number. What a kind of event has no use for is not written and, so that nothing of an earlier one
// shows, not read: most events are of a level or of one order, and writing is what they cost.
const bytes = 64
const sequenceAt = 0
const orderNoAt = 1
const counterNoAt = 2
const quantityAt = 3
const remainingAt = 4
const factsAt = 10
const priceAt = 11
const kindMask = 15
const sideShift = 4
const reasonShift = 5

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
    return (this.#ints[(at << 4) | factsAt] ?? 0) & kindMask
  }

  sideAt(at: number): number {
    return ((this.#ints[(at << 4) | factsAt] ?? 0) >>> sideShift) & 1
  }

  /** Why an order was cancelled; 0 for other kinds. */
  reasonAt(at: number): number {
    return (this.#ints[(at << 4) | factsAt] ?? 0) >>> reasonShift
  }

  priceAt(at: number): number {
    return this.#ints[(at << 4) | priceAt] ?? 0
  }

  /** Rises by one with every event of a book. */
  sequenceAt(at: number): number {
    return this.#floats[(at << 3) | sequenceAt] ?? 0
  }

  orderNoAt(at: number): number {
    return this.kindAt(at) === level ? 0 : (this.#floats[(at << 3) | orderNoAt] ?? 0)
  }

  counterNoAt(at: number): number {
    return this.kindAt(at) === filled ? (this.#floats[(at << 3) | counterNoAt] ?? 0) : 0
  }

  quantityAt(at: number): number {
    return this.#floats[(at << 3) | quantityAt] ?? 0
  }

  remainingAt(at: number): number {
    const kind = this.kindAt(at)
    return kind === filled || kind === reduced ? (this.#floats[(at << 3) | remainingAt] ?? 0) : 0
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
    ints[int | factsAt] = kind | (side << sideShift) | (reason << reasonShift)
    ints[int | priceAt] = price
  }

  /** Appends one event of a single order that rests, waits, wakes or goes. */
  pushOrder(
    kind: number,
    sequence: number,
    orderNo: number,
    side: number,
    price: number,
    quantity: number,
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
    floats[float | quantityAt] = quantity
    ints[int | factsAt] = kind | (side << sideShift) | (reason << reasonShift)
    ints[int | priceAt] = price
  }

  /**
   * Appends two events at once, the most frequent pair: an order that begins or ends to rest (`kind`, `reason`), with the
   * sequence given, and what its level has then, with the next one.
   */
  pushResting(
    kind: number,
    sequence: number,
    orderNo: number,
    side: number,
    price: number,
    quantity: number,
    reason: number,
    total: number,
  ): void {
    const at = this.count
    if (at + 2 > this.#capacity) this.#grow()
    this.count = at + 2
    const floats = this.#floats
    const ints = this.#ints
    const float = at << 3
    const int = at << 4
    const nextFloat = float + 8
    const nextInt = int + 16
    floats[float | sequenceAt] = sequence
    floats[float | orderNoAt] = orderNo
    floats[float | quantityAt] = quantity
    ints[int | factsAt] = kind | (side << sideShift) | (reason << reasonShift)
    ints[int | priceAt] = price
    floats[nextFloat | sequenceAt] = sequence + 1
    floats[nextFloat | quantityAt] = total
    ints[nextInt | factsAt] = level | (side << sideShift)
    ints[nextInt | priceAt] = price
  }

  /** Appends what a level has now. */
  pushLevel(sequence: number, side: number, price: number, total: number): void {
    const at = this.count
    if (at === this.#capacity) this.#grow()
    this.count = at + 1
    const floats = this.#floats
    const ints = this.#ints
    const float = at << 3
    const int = at << 4
    floats[float | sequenceAt] = sequence
    floats[float | quantityAt] = total
    ints[int | factsAt] = level | (side << sideShift)
    ints[int | priceAt] = price
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
