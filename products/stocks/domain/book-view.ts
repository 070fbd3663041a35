import type { DeltaOf, SnapshotOf } from '@bolsillo/contract'
import type { bookChannel } from '@bolsillo/market/contract'

type Book = SnapshotOf<typeof bookChannel>
type Level = Book['bids'][number]

/** A book after a delta: levels replaced, taken out at zero, put in at their place. Prices are compared as numbers, for order only. */
export function applyBookDelta(book: Book, delta: DeltaOf<typeof bookChannel>): Book {
  const sideAfter = (levels: readonly Level[], side: 'buy' | 'sell'): Level[] => {
    const byPrice = new Map(levels.map((level) => [level.price, level]))
    for (const [changed, price, quantity] of delta.changes) {
      if (changed !== side) continue
      if (Number(quantity) === 0) byPrice.delete(price)
      else byPrice.set(price, { price, quantity })
    }
    const direction = side === 'buy' ? -1 : 1
    return [...byPrice.values()].sort((a, b) => (Number(a.price) - Number(b.price)) * direction)
  }
  const { source, sequence, at } = delta
  return { ...book, bids: sideAfter(book.bids, 'buy'), asks: sideAfter(book.asks, 'sell'), source, sequence, at }
}

/** The best levels of a book with their sizes as numbers, and the largest of them: what bars are drawn from. */
export function topOfBook(book: Book | undefined, levels: number) {
  const top = (side: readonly Level[]) =>
    side.slice(0, levels).map((level) => ({ ...level, size: Number(level.quantity) }))
  const [bids, asks] = [top(book?.bids ?? []), top(book?.asks ?? [])]
  return { bids, asks, largest: Math.max(0, ...bids.map(({ size }) => size), ...asks.map(({ size }) => size)) }
}
