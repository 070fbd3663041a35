import type { Id, Price } from '@bolsillo/kernel'
import type { OrderSide } from './order.ts'

interface Stop {
  readonly orderId: Id<'ord'>
  readonly stopPrice: Price
  readonly priority: bigint
}

/**
 * The stops of one instrument that wait for the market. Buy stops are reached from below, sell stops from above; among
 * equal prices the one that came first goes first.
 */
export interface TriggerBook {
  readonly add: (side: OrderSide, stop: Stop) => void
  readonly remove: (side: OrderSide, stop: Stop) => void
  /** The stops a trade at this price reaches, in the order they go to market. They stay until removed. */
  readonly reachedBy: (price: bigint) => readonly Id<'ord'>[]
}

/** An empty trigger book. */
export function createTriggerBook(): TriggerBook {
  const stops: Record<OrderSide, Stop[]> = { buy: [], sell: [] }
  const sooner: Record<OrderSide, (a: Stop, b: Stop) => boolean> = {
    buy: (a, b) => a.stopPrice < b.stopPrice || (a.stopPrice === b.stopPrice && a.priority < b.priority),
    sell: (a, b) => a.stopPrice > b.stopPrice || (a.stopPrice === b.stopPrice && a.priority < b.priority),
  }
  /** How many stops of a side go before this one: its place, by halving. */
  const placeOf = (side: OrderSide, stop: Stop): number => {
    const list = stops[side]
    let [low, high] = [0, list.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const other = list[middle]
      if (other !== undefined && sooner[side](other, stop)) low = middle + 1
      else high = middle
    }
    return low
  }
  const reachedCount = (side: OrderSide, price: bigint): number => {
    const list = stops[side]
    const end = list.findIndex(({ stopPrice }) => (side === 'buy' ? stopPrice > price : stopPrice < price))
    return end === -1 ? list.length : end
  }
  return {
    add: (side, stop) => {
      stops[side].splice(placeOf(side, stop), 0, stop)
    },
    remove: (side, stop) => {
      const place = placeOf(side, stop)
      if (stops[side][place]?.orderId === stop.orderId) stops[side].splice(place, 1)
    },
    reachedBy: (price) => {
      const both = [
        ...stops.buy.slice(0, reachedCount('buy', price)),
        ...stops.sell.slice(0, reachedCount('sell', price)),
      ]
      return both.map(({ orderId }) => orderId)
    },
  }
}
