import { least, type Side } from './model.ts'

// A price-time book as one would write it on paper: a list of what rests, in the order it came.

/** What rests in a book. `owner` is undefined for somebody of the market. */
export interface Resting {
  readonly id: string
  readonly owner: string | undefined
  readonly side: Side
  readonly price: bigint
  left: bigint
}

/** One meeting, from the side of whoever came. */
export interface Meeting {
  readonly maker: Resting
  readonly price: bigint
  readonly quantity: bigint
}

export interface Incoming {
  readonly id: string
  readonly owner: string | undefined
  readonly side: Side
  readonly worst: bigint
  readonly quantity: bigint
  readonly rests: boolean
  readonly whole: boolean
  readonly postOnly: boolean
}

export class Book {
  resting: Resting[] = []

  /** What an order would meet, best price first, earliest first; somebody's own order ends the search. */
  private reachable({ side, worst }: Incoming): Resting[] {
    const met = this.resting.filter(
      (one) => one.side !== side && one.left > 0n && (side === 'buy' ? one.price <= worst : one.price >= worst),
    )
    const better = (a: Resting, b: Resting): bigint => (side === 'buy' ? a.price - b.price : b.price - a.price)
    // Sorting keeps the order of what came earlier at one price.
    return met.sort((a, b) => (better(a, b) < 0n ? -1 : better(a, b) > 0n ? 1 : 0))
  }

  /** Takes an order in. @returns whom it met. */
  add(order: Incoming): readonly Meeting[] {
    const reachable = this.reachable(order)
    if (order.postOnly && reachable.length > 0) return []
    const own = reachable.findIndex(({ owner }) => owner !== undefined && owner === order.owner)
    const open = own < 0 ? reachable : reachable.slice(0, own)
    if (order.whole && open.reduce((sum, { left }) => sum + left, 0n) < order.quantity) return []
    let wanted = order.quantity
    const met: Meeting[] = []
    for (const maker of open) {
      if (wanted === 0n) break
      const quantity = least(maker.left, wanted)
      maker.left -= quantity
      wanted -= quantity
      met.push({ maker, price: maker.price, quantity })
    }
    this.resting = this.resting.filter(({ left }) => left > 0n)
    const isStopped = own >= 0 && wanted > 0n
    if (order.rests && wanted > 0n && !isStopped)
      this.resting.push({ id: order.id, owner: order.owner, side: order.side, price: order.worst, left: wanted })
    return met
  }

  remove(id: string): void {
    this.resting = this.resting.filter((one) => one.id !== id)
  }

  /** Quantity by side and price. */
  levels(of: (one: Resting) => boolean = () => true): ReadonlyMap<string, bigint> {
    const sums = new Map<string, bigint>()
    for (const { side, price, left } of this.resting.filter(of)) {
      const key = `${side} ${price}`
      sums.set(key, (sums.get(key) ?? 0n) + left)
    }
    return sums
  }
}
