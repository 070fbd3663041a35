import { currencies, money, priceOf, quantityOf } from '@bolsillo/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { walmex } from '../fixtures.ts'
import { costOf, feeScheduleOf } from './fees.ts'
import type { TradingRules } from './form-rules.ts'
import { estimate, largestPurchase, partOf, sharesFor } from './order-estimate.ts'
import type { Ticket } from './order-form.ts'

const { MXN, USD } = currencies
const schedule = feeScheduleOf('mx-2024')
// Prices to the tenth of a cent.
const whole: TradingRules = {
  ...walmex,
  scale: { ...walmex.scale, priceScale: 3 },
  ticks: [{ from: priceOf(0n), tick: 10n }],
}
const parts: TradingRules = {
  ...whole,
  id: 'AAPL.US',
  scale: { priceScale: 4, quantityScale: 6, quote: USD },
  fractional: true,
}
const ticket = (changes: Partial<Ticket>): Ticket => ({
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  size: { kind: 'quantity', quantity: quantityOf(50n) },
  limitPrice: priceOf(62_400n),
  ...changes,
})

describe('the expected cost', () => {
  it('of the picture of the ticket: 50 at 62.40', () => {
    const result = estimate(ticket({}), whole, undefined, schedule)
    expect(result?.cost).toEqual({
      amount: money(3_120_00n, MXN),
      fee: money(7_80n, MXN),
      vat: money(1_24n, MXN),
      total: money(3_129_04n, MXN),
    })
    expect(result?.exact).toBe(true)
  })

  it('of a market order is taken from the other side of the book, and said to be approximate', () => {
    const quote = { bid: priceOf(62_470n), ask: priceOf(62_480n), last: priceOf(62_470n) }
    const { limitPrice: _, ...market } = ticket({ type: 'market' })
    expect(estimate(market, whole, quote, schedule)).toMatchObject({ price: 62_480n, exact: false })
    expect(estimate({ ...market, side: 'sell' }, whole, quote, schedule)?.price).toBe(62_470n)
    expect(estimate(market, whole, undefined, schedule)).toBeUndefined()
  })

  it('never lets "all" cost more than there is, and one more step would', () => {
    const cases = fc.tuple(fc.bigInt(1n, 10n ** 11n), fc.bigInt(1n, 10n ** 8n), fc.constantFrom(whole, parts))
    fc.assert(
      fc.property(cases, ([minor, price, rules]) => {
        const { quote } = rules.scale
        const own = feeScheduleOf(quote.code === 'MXN' ? 'mx-2024' : 'us-2024')
        const most = largestPurchase(money(minor, quote), priceOf(price), rules, own)
        const costs = (quantity: bigint) =>
          estimate(
            ticket({ size: { kind: 'quantity', quantity: quantityOf(quantity) }, limitPrice: priceOf(price) }),
            rules,
            undefined,
            own,
          )?.cost.total.minor ?? 0n
        expect(most === 0n || costs(most) <= minor).toBe(true)
        expect(costs(most + (rules.fractional ? 10_000_000n : 1n)) > minor || most > 0n).toBe(true)
      }),
    )
  })

  it('takes whole steps for parts and for money', () => {
    expect(partOf(quantityOf(7n), 50n, whole)).toBe(3n)
    expect(partOf(quantityOf(7n), 50n, parts)).toBe(3n)
    expect(sharesFor(money(1_000_00n, MXN), priceOf(62_400n), whole)).toBe(16n)
    expect(sharesFor(money(100_00n, USD), priceOf(2_000_000n), parts)).toBe(500_000n)
  })

  it('of the published schedule is monotone', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, 10n ** 6n), (amount, more) => {
        const fee = (minor: bigint) => costOf('buy', money(minor, MXN), schedule).fee.minor
        expect(fee(amount + more) >= fee(amount)).toBe(true)
      }),
    )
  })
})
