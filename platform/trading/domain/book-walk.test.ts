import { currencies, money, priceOf, quantityOf } from '@bolsillo/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { walmex } from '../fixtures.ts'
import { spreadOf, type VisibleBook, visibleBook, walkBook } from './book-walk.ts'
import { costOf, feeScheduleOf } from './fees.ts'
import { estimate } from './order-estimate.ts'
import type { Ticket } from './order-form.ts'

const { MXN } = currencies
const schedule = feeScheduleOf('mx-2024')
const level = (price: number, quantity: number) => ({
  price: priceOf(BigInt(price)),
  quantity: quantityOf(BigInt(quantity)),
})
const book: VisibleBook = {
  bids: [level(6247, 100), level(6245, 200), level(6240, 1000)],
  asks: [level(6248, 100), level(6250, 300), level(6300, 600)],
}
const market = (side: 'buy' | 'sell', quantity: bigint): Ticket => ({
  side,
  type: 'market',
  timeInForce: 'ioc',
  size: { kind: 'quantity', quantity: quantityOf(quantity) },
})
const spend = (minor: bigint): Ticket => ({ ...market('buy', 1n), size: { kind: 'amount', amount: money(minor, MXN) } })

describe('what an order would meet in the visible book', () => {
  it('is taken best first, with the average, the worst price and nothing left over', () => {
    expect(walkBook(market('buy', 250n), walmex, book, schedule)).toEqual({
      quantity: 250n,
      amount: money(100n * 6248n + 150n * 6250n, MXN),
      average: 6250n,
      worst: 6250n,
      rest: 0n,
      restAmount: money(0n, MXN),
    })
    expect(walkBook(market('sell', 150n), walmex, book, schedule)).toMatchObject({ average: 6246n, worst: 6245n })
  })

  it('says what does not fit, of a quantity and of an amount', () => {
    expect(walkBook(market('buy', 1500n), walmex, book, schedule)).toMatchObject({ quantity: 1000n, rest: 500n })
    const whole = walkBook(spend(100_000_00n), walmex, book, schedule)
    expect(whole).toMatchObject({ quantity: 1000n, worst: 6300n, rest: 0n })
    expect(whole?.restAmount.minor).toBeGreaterThan(36_000_00n)
    expect(walkBook(spend(10_000_00n), walmex, book, schedule)?.restAmount.minor).toBe(0n)
  })

  it('keeps to a limit, and is nothing for what waits for a price, or where the book is empty', () => {
    const limit: Ticket = { ...market('buy', 500n), type: 'limit', limitPrice: priceOf(6249n) }
    expect(walkBook(limit, walmex, book, schedule)).toMatchObject({ quantity: 100n, worst: 6248n, rest: 400n })
    expect(walkBook({ ...limit, limitPrice: priceOf(6247n) }, walmex, book, schedule)).toBeUndefined()
    expect(walkBook({ ...limit, postOnly: true }, walmex, book, schedule)).toBeUndefined()
    expect(walkBook({ ...limit, type: 'stop' }, walmex, book, schedule)).toBeUndefined()
    expect(walkBook(market('buy', 1n), walmex, { bids: [], asks: [] }, schedule)).toBeUndefined()
    expect(walkBook(market('buy', 1n), walmex, undefined, schedule)).toBeUndefined()
  })

  it('is what a market order is estimated to cost, where the best price alone would say too little', () => {
    const quote = { bid: priceOf(6247n), ask: priceOf(6248n), last: priceOf(6247n) }
    const walked = estimate(market('buy', 1000n), walmex, quote, schedule, book)
    const best = estimate(market('buy', 1000n), walmex, quote, schedule)
    const amount = money(100n * 6248n + 300n * 6250n + 600n * 6300n, MXN)
    expect(walked?.cost).toEqual(costOf('buy', amount, schedule))
    expect((walked?.cost.total.minor ?? 0n) > (best?.cost.total.minor ?? 0n)).toBe(true)
  })

  it('never spends more than an amount, fee and VAT included, and never takes more than the book has', () => {
    const levels = fc.array(fc.tuple(fc.integer({ min: 1, max: 900_000 }), fc.integer({ min: 1, max: 5000 })), {
      maxLength: 20,
    })
    fc.assert(
      fc.property(levels, fc.bigInt(1n, 10n ** 10n), (asked, minor) => {
        const asks = asked.map(([price, quantity]) => level(price, quantity)).sort((a, b) => Number(a.price - b.price))
        const walk = walkBook(spend(minor), walmex, { bids: [], asks }, schedule)
        if (walk === undefined) return
        expect(costOf('buy', walk.amount, schedule).total.minor <= minor).toBe(true)
        expect(walk.quantity <= asks.reduce((sum, { quantity }) => sum + quantity, 0n)).toBe(true)
        expect(walk.average <= walk.worst && walk.restAmount.minor <= minor).toBe(true)
      }),
    )
  })

  it('reads the wire, and knows the spread', () => {
    const wire = { bids: [{ price: '62.47', quantity: '100' }], asks: [{ price: '62.49', quantity: '5' }] }
    const read = visibleBook(wire, walmex)
    expect(read).toEqual({ bids: [level(6247, 100)], asks: [level(6249, 5)] })
    expect(spreadOf(read)).toEqual({ width: 2n, percent: '0.03' })
    // 0.05499…: rounded to 0.0550 first, it would show as 0.06.
    expect(spreadOf({ bids: [level(1818, 1)], asks: [level(1819, 1)] })).toEqual({ width: 1n, percent: '0.05' })
    expect(spreadOf({ bids: [], asks: [] })).toBeUndefined()
    expect(visibleBook(undefined, walmex)).toBeUndefined()
  })
})
