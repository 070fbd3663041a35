import { other, type Side, type Spec, smaller } from './rules.ts'

// Price-time priority, with two sorted lists and nothing clever. Imports nothing but the rules beside it.

/** What waits in a book. Without `owner` it belongs to nobody we know. */
export interface Waiting {
  readonly key: string
  readonly owner: string | undefined
  readonly price: bigint
  remaining: bigint
}

export interface Book {
  readonly buy: Waiting[]
  readonly sell: Waiting[]
}

/** What comes to a book: `price` is the worst it takes. */
export interface Incoming {
  readonly key: string
  readonly owner: string | undefined
  readonly side: Side
  readonly price: bigint
  readonly quantity: bigint
  /** Rests what is left. */
  readonly rests: boolean
  readonly allOrNothing: boolean
  readonly postOnly: boolean
  /** The most price × quantity may come to; undefined without bound. */
  readonly budget: bigint | undefined
}

export type Why = 'no-liquidity' | 'price' | 'budget-spent' | 'fill-or-kill' | 'post-only' | 'self-trade'

/** One match; the maker waited. */
export interface Match {
  readonly maker: Waiting
  readonly price: bigint
  readonly quantity: bigint
}

const reaches = ({ side, price }: Incoming, theirs: bigint): boolean =>
  side === 'buy' ? theirs <= price : theirs >= price

function fillable(order: Incoming, book: Book): bigint {
  let sum = 0n
  for (const one of book[other(order.side)]) {
    if (!reaches(order, one.price) || sum >= order.quantity) break
    // Nobody trades with themselves: what comes is stopped there.
    if (order.owner !== undefined && one.owner === order.owner) break
    sum += one.remaining
  }
  return sum
}

/** Matches what comes. @returns why the rest was not matched and does not wait; undefined when it is filled or waits. */
export function match(order: Incoming, book: Book, matched: (one: Match) => void): Why | undefined {
  const theirs = book[other(order.side)]
  const best = theirs[0]
  if (order.postOnly && best !== undefined && reaches(order, best.price)) return 'post-only'
  if (order.allOrNothing && fillable(order, book) < order.quantity) return 'fill-or-kill'
  let left = order.quantity
  let { budget } = order
  while (left > 0n) {
    const maker = theirs[0]
    if (maker === undefined || !reaches(order, maker.price)) break
    if (order.owner !== undefined && maker.owner === order.owner) return 'self-trade'
    let quantity = smaller(left, maker.remaining)
    if (budget !== undefined && budget / maker.price < quantity) quantity = budget / maker.price
    if (quantity === 0n) return 'budget-spent'
    left -= quantity
    maker.remaining -= quantity
    if (budget !== undefined) budget -= quantity * maker.price
    if (maker.remaining === 0n) theirs.shift()
    matched({ maker, price: maker.price, quantity })
  }
  if (left === 0n) return undefined
  if (order.rests) {
    wait(book, order.side, { key: order.key, owner: order.owner, price: order.price, remaining: left })
    return undefined
  }
  return theirs.length === 0 ? 'no-liquidity' : 'price'
}

/** Puts something behind all that waits at its price. */
export function wait(book: Book, side: Side, one: Waiting): void {
  const list = book[side]
  const place = list.findIndex(({ price }) => (side === 'buy' ? one.price > price : one.price < price))
  list.splice(place < 0 ? list.length : place, 0, one)
}

/** Takes something out. @returns whether it was there. */
export function takeOut(book: Book, key: string): boolean {
  for (const side of ['buy', 'sell'] as const) {
    const place = book[side].findIndex((one) => one.key === key)
    if (place < 0) continue
    book[side].splice(place, 1)
    return true
  }
  return false
}

export type Books = Map<string, Book>

export function bookOf(books: Books, { id }: Spec): Book {
  const known = books.get(id) ?? { buy: [], sell: [] }
  books.set(id, known)
  return known
}
