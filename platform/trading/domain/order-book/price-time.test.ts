import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BookEvents, eventFilled } from './book-events.ts'
import { createFastOrderBook } from './fast-order-book.ts'
import { createNaiveOrderBook } from './naive-order-book.ts'
import { type BookOrder, buySide, emptyBookOrder, type OrderBook, sellSide } from './order-book.ts'

interface Offer {
  readonly owner: number
  readonly price: number
  readonly quantity: number
}

/** Who sold how many at which price to one buyer who takes them all. */
function fillsOf(book: OrderBook, offers: readonly Offer[], wanted: number): readonly string[] {
  const events = new BookEvents()
  const owners = new Map<number, number>()
  for (const [index, { owner, price, quantity }] of offers.entries()) {
    owners.set(index + 1, owner)
    book.add({ ...emptyBookOrder(), orderNo: index + 1, owner, side: sellSide, price, quantity }, events)
  }
  events.clear()
  const buyer: BookOrder = {
    ...emptyBookOrder(),
    orderNo: offers.length + 1,
    side: buySide,
    market: true,
    quantity: wanted,
  }
  book.add(buyer, events)
  const fills: string[] = []
  for (let index = 0; index < events.count; index += 1) {
    if (events.kindAt(index) !== eventFilled) continue
    const owner = owners.get(events.orderNoAt(index)) ?? owners.get(events.counterNoAt(index))
    fills.push(`${owner} ${events.quantityAt(index)} at ${events.priceAt(index)}`)
  }
  return fills
}

const books = [
  ['the naive book', createNaiveOrderBook],
  ['the fast book', createFastOrderBook],
] as const
const offer = (owner: number) =>
  fc.record({
    owner: fc.constant(owner),
    price: fc.integer({ min: 100, max: 140 }),
    quantity: fc.integer({ min: 1, max: 9 }),
  })
const offers = fc
  .integer({ min: 1, max: 9 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => offer(at + 1))))

describe.each(books)('%s', (_, create) => {
  it('fills whoever came in whatever order the same, except where the price is the same', () => {
    fc.assert(
      fc.property(offers, fc.infiniteStream(fc.nat()), fc.integer({ min: 1, max: 60 }), (placed, picks, wanted) => {
        const different = placed.filter(({ price }, at) => placed.findIndex((other) => other.price === price) === at)
        const left = [...different]
        const swapped = different.flatMap(() => left.splice((picks.next().value ?? 0) % left.length, 1))
        expect(fillsOf(create(), swapped, wanted)).toEqual(fillsOf(create(), different, wanted))
      }),
    )
  })

  it('lets the one who came first go first where the price is the same', () => {
    fc.assert(
      fc.property(offers, fc.integer({ min: 1, max: 60 }), (placed, wanted) => {
        const level = placed.map((one) => ({ ...one, price: 120 }))
        let owed = wanted
        const expected = level.flatMap(({ owner, quantity }) => {
          const filled = Math.min(owed, quantity)
          owed -= filled
          return filled === 0 ? [] : [`${owner} ${filled} at 120`]
        })
        expect(fillsOf(create(), level, wanted)).toEqual(expected)
      }),
    )
  })
})
