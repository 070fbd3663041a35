/** One level of a book as the wire writes it. */
export interface Level {
  readonly price: string
  readonly quantity: string
}

/** A book with where and when it is from. */
export interface Book {
  readonly bids: readonly Level[]
  readonly asks: readonly Level[]
}

type Change = readonly [side: 'buy' | 'sell', price: string, quantity: string]

/** How many levels of each side are kept; more than any screen shows. */
const levelsMax = 40

// Prices of one instrument all have the same number of decimals, so as numbers they compare as they should.
const isZero = (quantity: string): boolean => Number(quantity) === 0

function changed(levels: readonly Level[], changes: readonly Change[], best: 'highest' | 'lowest'): readonly Level[] {
  if (changes.length === 0) return levels
  const quantities = new Map(levels.map((level) => [level.price, level.quantity]))
  for (const [, price, quantity] of changes) {
    if (isZero(quantity)) quantities.delete(price)
    else quantities.set(price, quantity)
  }
  const direction = best === 'highest' ? -1 : 1
  return [...quantities]
    .map(([price, quantity]) => ({ price, quantity }))
    .sort((a, b) => direction * (Number(a.price) - Number(b.price)))
    .slice(0, levelsMax)
}

/** A book after the levels that changed: each has its whole new quantity, zero takes it out. */
export function applyBookChanges<B extends Book>(
  book: B,
  delta: { readonly reset?: boolean | undefined; readonly changes: readonly Change[] },
): B {
  const start = delta.reset === true ? { ...book, bids: [], asks: [] } : book
  return {
    ...start,
    bids: changed(
      start.bids,
      delta.changes.filter(([side]) => side === 'buy'),
      'highest',
    ),
    asks: changed(
      start.asks,
      delta.changes.filter(([side]) => side === 'sell'),
      'lowest',
    ),
  }
}

/** The share of each level in the largest one shown, 0 … 100, for the bars behind the figures. */
export function barWidths(levels: readonly Level[], largest: number): readonly number[] {
  return levels.map((level) => (largest === 0 ? 0 : Math.round((Number(level.quantity) / largest) * 100)))
}
