import { currencies } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { walmex } from '../fixtures.ts'
import type { TradingRules } from './form-rules.ts'
import { readTicket, type TicketInput } from './order-form.ts'

// Parts of a share to the millionth.
const apple: TradingRules = {
  ...walmex,
  id: 'AAPL.US',
  scale: { priceScale: 4, quantityScale: 6, quote: currencies.USD },
  fractional: true,
}

/** The names and fields of what is wrong with a form, joined: easy to read in a table. */
function wrong(input: Partial<TicketInput>, rules: TradingRules = walmex): string {
  const reading = readTicket({ side: 'buy', type: 'limit', ...input }, rules)
  return reading.kind === 'ticket' ? '' : reading.problems.map((p) => `${p.spec.name}@${p.field}`).join(' ')
}

describe('an order form', () => {
  it.each<[string, Partial<TicketInput>, string]>([
    ['a plain limit order', { quantity: '50', limitPrice: '62.40' }, ''],
    ['a market order by amount', { type: 'market', amount: '500.00' }, ''],
    ['a stop to buy above the market', { type: 'stop', quantity: '5', stopPrice: '63' }, ''],
    ['a bracket', { quantity: '5', limitPrice: '62.40', takeProfitPrice: '64', stopLossPrice: '60' }, ''],
    ['an OCO around the market', { side: 'sell', type: 'oco', quantity: '5', limitPrice: '64', stopPrice: '60' }, ''],
    ['no size', { limitPrice: '62.40' }, 'size-missing@quantity'],
    ['two sizes', { type: 'market', quantity: '1', amount: '1' }, 'quantity-and-amount@amount'],
    ['no shares', { quantity: '0', limitPrice: '62.40' }, 'order-quantity-zero@quantity'],
    ['no money', { type: 'market', amount: '0.00' }, 'order-amount-zero@amount'],
    ['a limit of zero', { quantity: '1', limitPrice: '0' }, 'limit-price-zero@limitPrice'],
    ['no limit', { quantity: '1' }, 'limit-price-missing@limitPrice'],
    [
      'a market order with a limit',
      { type: 'market', quantity: '1', limitPrice: '1' },
      'limit-price-unexpected@limitPrice',
    ],
    ['a stop order without a stop', { type: 'stop', quantity: '1' }, 'stop-price-missing@stopPrice'],
    [
      'a limit order with a stop',
      { quantity: '1', limitPrice: '62', stopPrice: '63' },
      'stop-price-unexpected@stopPrice',
    ],
    ['an OCO to buy', { type: 'oco', quantity: '1', limitPrice: '60', stopPrice: '64', stopLimitPrice: '65' }, ''],
    [
      'exits on an OCO to buy',
      { type: 'oco', quantity: '1', limitPrice: '60', stopPrice: '64', takeProfitPrice: '70' },
      'exits-unfit@takeProfitPrice',
    ],
    [
      'a second limit of zero',
      { type: 'oco', quantity: '1', limitPrice: '60', stopPrice: '64', stopLimitPrice: '0' },
      'limit-price-zero@stopLimitPrice',
    ],
    [
      'exits on a sale',
      { side: 'sell', quantity: '1', limitPrice: '62', takeProfitPrice: '64' },
      'exits-unfit@takeProfitPrice',
    ],
    ['a sale by amount', { side: 'sell', type: 'market', amount: '500' }, 'amount-unfit@amount'],
    ['a limit order by amount', { amount: '500', limitPrice: '62.40' }, 'amount-unfit@amount'],
    [
      'a market order good till cancelled',
      { type: 'market', quantity: '1', timeInForce: 'gtc' },
      'time-in-force-unfit@timeInForce',
    ],
    ['half a share where there are none', { quantity: '0.5', limitPrice: '62.40' }, 'not-fractional@quantity'],
    ['three decimals of a price', { quantity: '1', limitPrice: '62.401' }, 'decimals-too-many@limitPrice'],
    ['an amount below a cent', { type: 'market', amount: '0.000000006' }, 'decimals-too-many@amount'],
  ])('%s', (_what, input, expected) => {
    expect(wrong(input)).toBe(expected)
  })

  it('takes fractions where the instrument has them, to its own scale', () => {
    expect(wrong({ quantity: '0.123456', limitPrice: '62.4001' }, apple)).toBe('')
    expect(wrong({ quantity: '0.1234567', limitPrice: '62.40' }, apple)).toBe('decimals-too-many@quantity')
  })

  it('names everything wrong at once, in the order of the contract', () => {
    expect(wrong({ quantity: '0', timeInForce: 'gtc', type: 'market', limitPrice: '0' })).toBe(
      'order-quantity-zero@quantity limit-price-zero@limitPrice limit-price-unexpected@limitPrice time-in-force-unfit@timeInForce',
    )
  })

  it('reads a ticket in the instrument’s units', () => {
    const reading = readTicket({ side: 'buy', type: 'limit', quantity: '50', limitPrice: '62.4' }, walmex)
    expect(reading).toEqual({
      kind: 'ticket',
      ticket: {
        side: 'buy',
        type: 'limit',
        timeInForce: 'day',
        size: { kind: 'quantity', quantity: 50n },
        limitPrice: 6240n,
      },
    })
  })
})
