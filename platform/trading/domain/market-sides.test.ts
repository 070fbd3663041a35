import { currencies, money, priceOf, quantityOf } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { walmex } from '../fixtures.ts'
import { type FormFacts, formMoney, judgeForm } from './form-facts.ts'
import type { TicketInput } from './order-form.ts'

const { MXN } = currencies
const quantity = quantityOf(1_000n)
const facts: FormFacts = {
  desk: {
    instrument: walmex,
    state: 'continuous',
    nextOpen: undefined,
    quote: undefined,
    reference: priceOf(6000n),
    stale: false,
    limits: {
      collar: { nearBps: 1000, farBps: 5000 },
      amountMin: money(100n, MXN),
      amountMax: money(10n ** 12n, MXN),
      openMax: 50,
    },
    openOrders: 0,
    sellable: quantity,
  },
  quote: { last: priceOf(6000n), bid: priceOf(5999n), ask: priceOf(6001n) },
  schedule: {
    id: 'mx',
    country: 'MX',
    currency: 'MXN',
    effectiveFrom: '2026-01-01' as FormFacts['schedule']['effectiveFrom'],
    feeBps: 25n,
    feeMin: 0n,
    vatBps: 1600n,
  },
  currency: MXN,
  funds: money(10n ** 9n, MXN),
  otherFunds: [],
  owned: quantity,
  held: quantityOf(0n),
  sellable: quantity,
  unlocksAt: undefined,
}

const judged = (input: Partial<TicketInput>): string =>
  judgeForm('stock', { side: 'sell', type: 'oco', ...input }, facts)
    .problems.map(({ spec, field }) => `${spec.name}@${field}`)
    .join(' ')
const whole = { quantity: '10', limitPrice: '61', stopPrice: '59' } as const

describe('a pair around the market', () => {
  it.each<[string, Partial<TicketInput>, string]>([
    ['takes a profit above and a stop below of a sale', whole, ''],
    [
      'takes a limit below and a stop above of a purchase',
      { ...whole, side: 'buy', limitPrice: '59', stopPrice: '61' },
      '',
    ],
    ['has no profit at the last price', { ...whole, limitPrice: '60' }, 'pair-limit-below-market@limitPrice'],
    ['has no profit at the bid', { ...whole, limitPrice: '59.99' }, 'pair-limit-below-market@limitPrice'],
    [
      'does not wait to buy above the market',
      { ...whole, side: 'buy', limitPrice: '60.50', stopPrice: '61' },
      'pair-limit-above-market@limitPrice',
    ],
    [
      'says both prices at once',
      { ...whole, limitPrice: '59.50', stopPrice: '60.50' },
      'stop-on-wrong-side@stopPrice pair-limit-below-market@limitPrice',
    ],
    [
      'says so while the rest is empty',
      { limitPrice: '59.99' },
      'size-missing@quantity stop-price-missing@stopPrice pair-limit-below-market@limitPrice',
    ],
    ['says nothing of what is no price', { ...whole, limitPrice: '0' }, 'limit-price-zero@limitPrice'],
  ])('%s', (_, input, expected) => expect(judged(input)).toBe(expected))

  it('accepts a limit on its own, and reports a stop early', () => {
    expect(judged({ type: 'limit', quantity: '10', limitPrice: '59' })).toBe('')
    expect(judged({ type: 'stop', stopPrice: '61' })).toBe('size-missing@quantity stop-on-wrong-side@stopPrice')
  })
})

describe('the money of a form', () => {
  const market: TicketInput = { side: 'buy', type: 'market', quantity: '100' }

  it('has a line for what is set aside beyond the total, and a shortfall counts from it', () => {
    // Between what it costs at the price of now and what is set aside up to the collar.
    const funds = money(615_000n, MXN)
    const verdict = judgeForm('stock', market, { ...facts, funds })
    const { total, setAside, left } = formMoney('buy', { funds }, verdict)
    expect(total).toBeLessThan(funds.minor)
    expect(verdict.short?.minor).toBe((setAside ?? total ?? 0n) - funds.minor)
    expect(left).toBeUndefined()
  })

  it('has no such line where exactly the total is set aside, and says what is left', () => {
    const limit: TicketInput = { ...market, type: 'limit', limitPrice: '60' }
    const verdict = judgeForm('stock', limit, facts)
    const { total = 0n, setAside, left } = formMoney('buy', facts, verdict)
    expect([setAside, left]).toEqual([undefined, facts.funds.minor - total])
    expect(total).toBe(verdict.need?.minor)
  })

  it('of a sale is what it brings', () => {
    const { total = 0n, ...rest } = formMoney('sell', facts, judgeForm('stock', { ...market, side: 'sell' }, facts))
    expect(total).toBeGreaterThan(0n)
    expect(rest).toEqual({ setAside: undefined, left: facts.funds.minor + total })
  })
})
