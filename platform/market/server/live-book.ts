import { type Price, type Quantity, quantityOf } from '@bolsillo/kernel'
import type { BookDelta, BookLevel, Side } from '../domain/index.ts'

/** One instrument's levels, as the venue's changes leave them. Sorted only when somebody looks. */
export interface LiveBook {
  readonly apply: (delta: BookDelta) => void
  /** Best first, at most `depth` levels. */
  readonly levels: (side: Side, depth: number) => readonly BookLevel[]
  readonly best: (side: Side) => BookLevel | undefined
  readonly isEmpty: () => boolean
}

/** An empty book. */
export function createLiveBook(): LiveBook {
  const sides: Record<Side, Map<Price, Quantity>> = { buy: new Map(), sell: new Map() }
  const sorted: Record<Side, readonly BookLevel[] | undefined> = { buy: undefined, sell: undefined }

  const levelsOf = (side: Side): readonly BookLevel[] => {
    const known = sorted[side]
    if (known !== undefined) return known
    const sign = side === 'buy' ? -1 : 1
    const levels = [...sides[side]]
      .map(([price, quantity]) => ({ price, quantity }))
      .sort((a, b) => (a.price < b.price ? -sign : sign))
    sorted[side] = levels
    return levels
  }

  return {
    apply: ({ changes, reset }) => {
      if (reset === true) {
        for (const side of ['buy', 'sell'] as const) {
          sides[side].clear()
          sorted[side] = undefined
        }
      }
      for (const [side, price, quantity] of changes) {
        if (quantity === quantityOf(0n)) sides[side].delete(price)
        else sides[side].set(price, quantity)
        sorted[side] = undefined
      }
    },
    levels: (side, depth) => levelsOf(side).slice(0, depth),
    best: (side) => levelsOf(side)[0],
    isEmpty: () => sides.buy.size === 0 && sides.sell.size === 0,
  }
}
