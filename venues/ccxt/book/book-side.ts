import type { Price, Quantity } from '@bolsillo/kernel'
import type { OrderSide } from '@bolsillo/trading/domain'

/** One side of a book, kept sorted, best first. */
export interface BookSide {
  /** Sets the quantity of a level; 0 takes it away. Says whether anything changed. */
  readonly set: (price: Price, quantity: Quantity) => boolean
  readonly best: () => Price | undefined
  readonly worst: () => Price | undefined
  readonly size: () => number
  /** Takes the levels beyond the `depth` best away and gives their prices. */
  readonly cut: (depth: number) => readonly Price[]
  readonly top: (depth: number) => readonly (readonly [Price, Quantity])[]
  readonly clear: () => void
}

/** An empty side. */
export function createBookSide(side: OrderSide): BookSide {
  let prices: Price[] = []
  let quantities: Quantity[] = []

  /** The index of a price, or where it would be inserted. */
  const placeOf = (price: Price): number => {
    let [low, high] = [0, prices.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      const there = prices[middle] as Price
      if (side === 'buy' ? there > price : there < price) low = middle + 1
      else high = middle
    }
    return low
  }

  return {
    set: (price, quantity) => {
      const place = placeOf(price)
      const isThere = prices[place] === price
      if (quantity === 0n) {
        if (!isThere) return false
        prices.splice(place, 1)
        quantities.splice(place, 1)
      } else if (isThere) {
        if (quantities[place] === quantity) return false
        quantities[place] = quantity
      } else {
        prices.splice(place, 0, price)
        quantities.splice(place, 0, quantity)
      }
      return true
    },
    best: () => prices[0],
    worst: () => prices.at(-1),
    size: () => prices.length,
    cut: (depth) => {
      const gone = prices.slice(depth)
      prices = prices.slice(0, depth)
      quantities = quantities.slice(0, depth)
      return gone
    },
    top: (depth) => prices.slice(0, depth).map((price, i) => [price, quantities[i] as Quantity] as const),
    clear: () => {
      prices = []
      quantities = []
    },
  }
}
