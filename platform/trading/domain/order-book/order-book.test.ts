import { seededRng } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import * as kinds from './book-events.ts'
import { BookEvents } from './book-events.ts'
import { createFastOrderBook } from './fast-order-book.ts'
import { createNaiveOrderBook } from './naive-order-book.ts'
import {
  type BookOrder,
  buySide,
  emptyBookOrder,
  hashSeed,
  type OrderBook,
  selfTradeAllowed,
  selfTradeCancelsBoth,
  selfTradeCancelsOldest,
  sellSide,
  timeAllOrNothing,
  timeImmediate,
} from './order-book.ts'
import { applyCommand, mixedCommands } from './testing/book-streams.ts'

const kindNames = ['', 'filled', 'resting', 'cancelled', 'reduced', 'waiting', 'triggered', 'level']
const reasonNames = [
  '',
  'asked',
  'no-liquidity',
  'price',
  'budget',
  'all-or-nothing',
  'post-only',
  'self-trade',
  'reduce-only',
]

/** Events as lines to compare: `filled 1 by 2 5@100 left 3`. */
function lines(events: BookEvents): string[] {
  return Array.from({ length: events.count }, (_, at) => {
    const [kind, no, counter] = [events.kindAt(at), events.orderNoAt(at), events.counterNoAt(at)]
    const [price, quantity] = [events.priceAt(at), events.quantityAt(at)]
    const side = events.sideAt(at) === buySide ? 'buy' : 'sell'
    if (kind === kinds.eventFilled)
      return `filled ${no} by ${counter} ${quantity}@${price} left ${events.remainingAt(at)}`
    if (kind === kinds.eventLevel) return `level ${side} ${price}=${quantity}`
    if (kind === kinds.eventCancelled) return `cancelled ${no} ${quantity} ${reasonNames[events.reasonAt(at)]}`
    return `${kindNames[kind]} ${no} ${quantity}@${price}`
  })
}

const order = (
  orderNo: number,
  side: 0 | 1,
  quantity: number,
  price: number,
  more: Partial<BookOrder> = {},
): BookOrder => ({
  ...emptyBookOrder(),
  orderNo,
  owner: orderNo,
  side,
  quantity,
  price,
  ...more,
})
const buys = (no: number, quantity: number, price: number, more: Partial<BookOrder> = {}) =>
  order(no, buySide, quantity, price, more)
const sells = (no: number, quantity: number, price: number, more: Partial<BookOrder> = {}) =>
  order(no, sellSide, quantity, price, more)
const market = { market: true, time: timeImmediate } as const

interface Case {
  readonly behaviour: string
  readonly before: readonly BookOrder[]
  readonly after: readonly BookOrder[]
  readonly expected: readonly string[]
}

const cases: readonly Case[] = [
  {
    behaviour: 'rests a limit order that crosses nothing',
    before: [],
    after: [buys(1, 5, 100)],
    expected: ['resting 1 5@100', 'level buy 100=5'],
  },
  {
    behaviour: 'fills the best price first, and at one price the oldest first',
    before: [sells(1, 5, 102), sells(2, 5, 101), sells(3, 5, 101)],
    after: [buys(4, 12, 102)],
    expected: [
      'filled 2 by 4 5@101 left 0',
      'filled 3 by 4 5@101 left 0',
      'level sell 101=0',
      'filled 1 by 4 2@102 left 3',
      'level sell 102=3',
    ],
  },
  {
    behaviour: 'rests what a limit order could not fill',
    before: [sells(1, 5, 101), sells(2, 5, 103)],
    after: [buys(3, 8, 102)],
    expected: ['filled 1 by 3 5@101 left 0', 'level sell 101=0', 'resting 3 3@102', 'level buy 102=3'],
  },
  {
    behaviour: 'cancels the rest of a market order when the other side is empty',
    before: [buys(1, 5, 99)],
    after: [sells(2, 8, 0, market)],
    expected: ['filled 1 by 2 5@99 left 0', 'level buy 99=0', 'cancelled 2 3 no-liquidity'],
  },
  {
    behaviour: 'stops a market order at its worst price',
    before: [sells(1, 5, 101), sells(2, 5, 110)],
    after: [buys(3, 8, 105, market)],
    expected: ['filled 1 by 3 5@101 left 0', 'level sell 101=0', 'cancelled 3 3 price'],
  },
  {
    behaviour: 'fills an immediate-or-cancel order as far as it goes',
    before: [sells(1, 5, 101), sells(2, 5, 103)],
    after: [buys(3, 8, 102, { time: timeImmediate })],
    expected: ['filled 1 by 3 5@101 left 0', 'level sell 101=0', 'cancelled 3 3 price'],
  },
  {
    behaviour: 'fills a fill-or-kill order whole or not at all',
    before: [sells(1, 5, 101), sells(2, 5, 102)],
    after: [buys(3, 11, 102, { time: timeAllOrNothing }), buys(4, 10, 102, { time: timeAllOrNothing })],
    expected: [
      'cancelled 3 11 all-or-nothing',
      'filled 1 by 4 5@101 left 0',
      'level sell 101=0',
      'filled 2 by 4 5@102 left 0',
      'level sell 102=0',
    ],
  },
  {
    behaviour: 'does not count own orders towards fill-or-kill',
    before: [sells(1, 5, 101, { owner: 9 }), sells(2, 5, 102)],
    after: [buys(3, 6, 102, { owner: 9, time: timeAllOrNothing, selfTrade: selfTradeCancelsOldest })],
    expected: ['cancelled 3 6 all-or-nothing'],
  },
  {
    behaviour: 'refuses a post-only order that would cross, and rests one that would not',
    before: [sells(1, 5, 101)],
    after: [buys(2, 5, 101, { postOnly: true }), buys(3, 5, 100, { postOnly: true })],
    expected: ['cancelled 2 5 post-only', 'resting 3 5@100', 'level buy 100=5'],
  },
  {
    behaviour: 'cuts a reduce-only order to what may be reduced, and cancels one with nothing to reduce',
    before: [buys(1, 9, 100)],
    after: [sells(2, 9, 100, { reducible: 4 }), sells(3, 9, 100, { reducible: 0 })],
    expected: ['filled 1 by 2 4@100 left 5', 'level buy 100=5', 'cancelled 3 9 reduce-only'],
  },
  {
    behaviour: 'spends no more than a budget',
    before: [sells(1, 5, 100), sells(2, 5, 101)],
    after: [buys(3, 99, 200, { ...market, budget: 800 })],
    expected: [
      'filled 1 by 3 5@100 left 0',
      'level sell 100=0',
      'filled 2 by 3 2@101 left 3',
      'level sell 101=3',
      'cancelled 3 92 budget',
    ],
  },
  {
    behaviour: 'keeps an owner from meeting itself by cancelling the newest',
    before: [sells(1, 5, 101), sells(2, 5, 102, { owner: 9 })],
    after: [buys(3, 9, 102, { owner: 9 })],
    expected: ['filled 1 by 3 5@101 left 0', 'level sell 101=0', 'cancelled 3 4 self-trade'],
  },
  {
    behaviour: 'keeps an owner from meeting itself by cancelling the oldest',
    before: [sells(1, 5, 101, { owner: 9 }), sells(2, 5, 101)],
    after: [buys(3, 3, 101, { owner: 9, selfTrade: selfTradeCancelsOldest })],
    expected: ['cancelled 1 5 self-trade', 'filled 2 by 3 3@101 left 2', 'level sell 101=2'],
  },
  {
    behaviour: 'keeps an owner from meeting itself by cancelling both',
    before: [sells(1, 5, 101, { owner: 9 }), sells(2, 5, 101)],
    after: [buys(3, 3, 101, { owner: 9, selfTrade: selfTradeCancelsBoth })],
    expected: ['cancelled 1 5 self-trade', 'level sell 101=5', 'cancelled 3 3 self-trade'],
  },
  {
    behaviour: 'lets an owner meet itself where that is allowed',
    before: [sells(1, 5, 101, { owner: 9 })],
    after: [buys(2, 5, 101, { owner: 9, selfTrade: selfTradeAllowed })],
    expected: ['filled 1 by 2 5@101 left 0', 'level sell 101=0'],
  },
  {
    behaviour: 'wakes stops the price reaches, and those the woken ones reach',
    before: [sells(1, 1, 100), sells(2, 1, 103), sells(3, 1, 106)],
    after: [
      buys(4, 1, 0, { ...market, stopPrice: 103 }),
      buys(5, 1, 0, { ...market, stopPrice: 100 }),
      buys(6, 1, 100),
    ],
    expected: [
      'waiting 4 1@103',
      'waiting 5 1@100',
      'filled 1 by 6 1@100 left 0',
      'level sell 100=0',
      'triggered 5 1@100',
      'filled 2 by 5 1@103 left 0',
      'level sell 103=0',
      'triggered 4 1@103',
      'filled 3 by 4 1@106 left 0',
      'level sell 106=0',
    ],
  },
  {
    behaviour: 'turns a sell stop-limit into a limit order',
    before: [buys(1, 2, 100), buys(2, 2, 95)],
    after: [sells(3, 2, 97, { stopPrice: 100 }), sells(4, 2, 100)],
    expected: [
      'waiting 3 2@100',
      'filled 1 by 4 2@100 left 0',
      'level buy 100=0',
      'triggered 3 2@100',
      'resting 3 2@97',
      'level sell 97=2',
    ],
  },
]

const books: ReadonlyArray<readonly [string, () => OrderBook]> = [
  ['naive', createNaiveOrderBook],
  ['fast', createFastOrderBook],
]

describe.each(books)('the %s order book', (_, createBook) => {
  it.each(cases)('$behaviour', ({ before, after, expected }) => {
    const book = createBook()
    const events = new BookEvents(4)
    for (const early of before) book.add(early, events)
    events.clear()
    for (const late of after) book.add(late, events)
    expect(lines(events)).toEqual(expected)
  })

  it('numbers every event without gaps', () => {
    const book = createBook()
    const events = new BookEvents(4)
    book.setSequence(41)
    for (const command of mixedCommands(seededRng(3), 300)) applyCommand(book, command, events)
    const numbers = Array.from({ length: events.count }, (_, at) => events.sequenceAt(at))
    expect(numbers).toEqual(numbers.map((_, at) => 42 + at))
    expect(numbers.length).toBeGreaterThan(300)
  })

  it('is after a cancel exactly what it was before the order', () => {
    const book = createBook()
    const events = new BookEvents()
    for (const command of mixedCommands(seededRng(5), 500)) applyCommand(book, command, events)
    for (let at = 0; at < 300; at += 1) {
      const before = book.hash()
      const price = at % 2 === 0 ? Math.max(1, book.bestAsk() - 1 - (at % 7)) : book.bestBid() + 1 + (at % 7)
      book.add(
        { ...order(100_000 + at, at % 2 === 0 ? buySide : sellSide, 3, price), owner: 777, postOnly: true },
        events,
      )
      book.cancel(100_000 + at, events)
      expect(book.hash()).toBe(before)
    }
  })

  it('keeps the place of an order that is reduced, and answers false for what it does not know', () => {
    const book = createBook()
    const events = new BookEvents()
    book.add(buys(1, 5, 100), events)
    book.add(buys(2, 5, 100), events)
    expect(book.reduce(1, 2, events)).toBe(true)
    expect([
      book.reduce(1, 2, events),
      book.reduce(1, 0, events),
      book.reduce(9, 1, events),
      book.cancel(9, events),
    ]).toEqual([false, false, false, false])
    events.clear()
    book.add(sells(3, 3, 100), events)
    expect(lines(events)).toEqual(['filled 1 by 3 2@100 left 0', 'filled 2 by 3 1@100 left 4', 'level buy 100=4'])
  })
})

describe('both order books', () => {
  const commandsPerSeed = 20_000
  it.each([1, 2, 3, 4, 5, 6])('agree on every event and on the book after it, seed %i', (seed) => {
    const [naive, fast] = [createNaiveOrderBook(), createFastOrderBook()]
    const [naiveEvents, fastEvents] = [new BookEvents(), new BookEvents()]
    let [naiveHash, fastHash] = [hashSeed, hashSeed]
    let filled = 0
    mixedCommands(seededRng(seed, 'order books'), commandsPerSeed).forEach((command, at) => {
      naiveEvents.clear()
      fastEvents.clear()
      applyCommand(naive, command, naiveEvents)
      applyCommand(fast, command, fastEvents)
      naiveHash = naiveEvents.hash(naiveHash)
      fastHash = fastEvents.hash(fastHash)
      if (naiveHash !== fastHash)
        expect({ at, command, events: lines(fastEvents) }).toEqual({ at, command, events: lines(naiveEvents) })
      if (at % 50 === 0) expect([at, fast.hash(), fast.size()]).toEqual([at, naive.hash(), naive.size()])
      const [bid, ask] = [fast.bestBid(), fast.bestAsk()]
      if (bid >= ask && bid !== 0 && ask !== 0) expect.fail(`crossed after ${at}: ${bid} and ${ask}`)
      filled += lines(fastEvents).filter((line) => line.startsWith('filled')).length
    })
    expect(fastHash).toBe(naiveHash)
    expect(filled).toBeGreaterThan(2000)
  })

  it('agree when prices are spread over millions of ticks', () => {
    const [naive, fast] = [createNaiveOrderBook(), createFastOrderBook()]
    const events = new BookEvents()
    const rng = seededRng(9, 'far apart')
    for (let no = 1; no <= 3000; no += 1) {
      const side = rng.nextUint32() % 2 === 0 ? buySide : sellSide
      const spread = 2 ** (rng.nextUint32() % 30)
      const price = Math.max(1, side === buySide ? 2 ** 30 - spread : 2 ** 30 + spread - 3)
      for (const book of [naive, fast]) {
        if (no % 3 === 0) book.cancel(no - 40, events)
        book.add(order(no, side, 1 + (no % 5), price), events)
      }
      expect(fast.hash()).toBe(naive.hash())
    }
    expect(fast.size()).toBeGreaterThan(500)
  })
})
