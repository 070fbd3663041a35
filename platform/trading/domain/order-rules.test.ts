import { priceOf, quantityOf } from '@bolsillo/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formRejections, ownLimitRejections, tradingRejections } from '../contract/index.ts'
import { apple, dollars, pesos, walmex } from '../fixtures.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { collarRange, protectionPrice } from './collar.ts'
import { type OrderTicket, sharesProblem, type TicketFacts, ticketProblem, worstPriceOf } from './order-rules.ts'
import { createTriggerBook } from './trigger-book.ts'

const width = { nearBps: 1000, farBps: 9000 }
const facts: TicketFacts = {
  instrument: walmex,
  state: 'continuous',
  nextOpen: undefined,
  quote: undefined,
  reference: priceOf(6000n),
  stale: false,
  limits: { collar: width, amountMin: pesos(1000n), amountMax: pesos(10n ** 9n), openMax: 3 },
  openOrders: 0,
}
const limit: OrderTicket = {
  product: 'stock',
  side: 'buy',
  type: 'limit',
  timeInForce: 'day',
  quantity: quantityOf(10n),
  limitPrice: priceOf(6000n),
}
const market: OrderTicket = {
  product: 'stock',
  side: 'buy',
  type: 'market',
  timeInForce: 'ioc',
  quantity: quantityOf(10n),
}

describe('the risk check', () => {
  it.each([
    ['a good limit order', limit, {}, undefined],
    ['a good market order', market, {}, undefined],
    [
      'an unlisted share before anything else',
      { ...limit, quantity: quantityOf(0n) },
      { instrument: { ...walmex, listed: false } },
      'not-listed',
    ],
    ['an index', limit, { instrument: { ...walmex, kind: 'index' } }, 'not-listed'],
    ['a holiday', limit, { state: 'holiday' }, 'market-closed'],
    ['a limit order before the opening', limit, { state: 'pre', nextOpen: 1 }, undefined],
    [
      'a stop before the opening',
      { ...limit, type: 'stop', limitPrice: undefined, stopPrice: priceOf(6100n) },
      { state: 'pre', nextOpen: 1 },
      undefined,
    ],
    ['a market order before the opening', market, { state: 'pre', nextOpen: 1 }, 'market-not-open-yet'],
    [
      'a limit order at once before the opening',
      { ...limit, timeInForce: 'ioc' },
      { state: 'pre', nextOpen: 1 },
      'market-not-open-yet',
    ],
    ['an opening nobody knows the time of', limit, { state: 'pre' }, 'market-closed'],
    ['an auction', limit, { state: 'auction' }, 'instrument-halted'],
    ['a market order that waits', { ...market, timeInForce: 'gtc' }, {}, 'order-kind-unfit'],
    ['a stop that is immediate', { ...market, type: 'stop', stopPrice: priceOf(6100n) }, {}, 'order-kind-unfit'],
    ['exits of a sale', { ...limit, side: 'sell', bracket: { takeProfit: priceOf(7000n) } }, {}, 'order-kind-unfit'],
    ['a pair that buys', { ...limit, limitPrice: priceOf(5900n), oco: { stopPrice: priceOf(6200n) } }, {}, undefined],
    ['a pair that buys, its stop below', { ...limit, oco: { stopPrice: priceOf(5000n) } }, {}, 'stop-on-wrong-side'],
    [
      'a pair that buys, its second limit below its stop',
      { ...limit, limitPrice: priceOf(5900n), oco: { stopPrice: priceOf(6200n), limitPrice: priceOf(6190n) } },
      {},
      'stop-on-wrong-side',
    ],
    [
      'a pair that buys, its second limit beyond the collar',
      { ...limit, limitPrice: priceOf(5900n), oco: { stopPrice: priceOf(6200n), limitPrice: priceOf(9900n) } },
      {},
      'price-outside-collar',
    ],
    [
      'a pair at once or never',
      { ...limit, timeInForce: 'ioc', limitPrice: priceOf(5900n), oco: { stopPrice: priceOf(6200n) } },
      {},
      'order-kind-unfit',
    ],
    ['both sizes', { ...market, amount: pesos(5000n) }, {}, 'order-kind-unfit'],
    [
      'part of a share',
      { ...limit, quantity: quantityOf(15n) },
      { instrument: { ...walmex, lot: quantityOf(10n) } },
      'quantity-off-lot',
    ],
    [
      'a part of a share where parts are taken',
      { ...limit, quantity: quantityOf(15_000n), limitPrice: priceOf(6000n) },
      { instrument: { ...walmex, lot: quantityOf(10n), fractional: true } },
      undefined,
    ],
    [
      'a price between ticks',
      { ...limit, limitPrice: priceOf(6003n) },
      { instrument: { ...walmex, ticks: [{ from: priceOf(0n), tick: 5n }] } },
      'price-off-tick',
    ],
    ['less than the least', { ...limit, quantity: quantityOf(1n), limitPrice: priceOf(700n) }, {}, 'amount-below-min'],
    [
      'a small rest to be sold',
      { ...limit, side: 'sell', quantity: quantityOf(1n), limitPrice: priceOf(6000n) },
      { limits: { ...facts.limits, amountMin: pesos(10n ** 6n) } },
      undefined,
    ],
    ['no price at all', limit, { reference: undefined }, 'price-unknown'],
    ['a stale price for a market order', market, { stale: true }, 'price-unknown'],
    ['a stale price for a limit order', limit, { stale: true }, undefined],
    ['a limit far above', { ...limit, limitPrice: priceOf(6601n) }, {}, 'price-outside-collar'],
    ['a limit far below', { ...limit, limitPrice: priceOf(3000n) }, {}, undefined],
    ['a sale far below', { ...limit, side: 'sell', limitPrice: priceOf(5399n) }, {}, 'price-outside-collar'],
    ['too many orders', limit, { openOrders: 3 }, 'too-many-open-orders'],
  ] as const)('judges %s', (_, ticket, change, name) => {
    expect(ticketProblem(ticket, { ...facts, ...change })?.spec.name).toBe(name)
  })

  it('suggests the nearest valid prices and quantities', () => {
    const ticks = [{ from: priceOf(0n), tick: 5n }]
    const price = ticketProblem(
      { ...limit, limitPrice: priceOf(6003n) },
      { ...facts, instrument: { ...walmex, ticks } },
    )
    expect(price?.values).toEqual({ below: '60.00', above: '60.05' })
    const lots = { ...facts, instrument: { ...walmex, lot: quantityOf(10n) } }
    expect(ticketProblem({ ...limit, quantity: quantityOf(15n) }, lots)?.values).toEqual({
      lot: '10',
      below: '10',
      above: '20',
    })
  })

  it('writes prices with the decimals of their ticks, however finely the market prints', () => {
    const dear = { ...limit, quantity: quantityOf(10_000n), limitPrice: priceOf(9_000_000n) }
    const outside = ticketProblem(dear, {
      ...facts,
      instrument: apple,
      reference: priceOf(2_301_400n),
      limits: { ...facts.limits, amountMin: dollars(1n), amountMax: dollars(10n ** 9n) },
    })
    expect(outside?.values).toEqual({ low: '23.02', high: '253.15', currency: 'USD' })
  })

  it('tells nothing to sell, locked and too few apart', () => {
    const nothing = { owned: 100n, held: 100n, locked: 0n, unlocksAt: undefined }
    const locked = { owned: 100n, held: 0n, locked: 60n, unlocksAt: 1_700_000_000_000 }
    expect(sharesProblem(1n, nothing, 0)?.spec.name).toBe('nothing-available')
    expect(sharesProblem(40n, locked, 0)).toBeUndefined()
    expect(sharesProblem(41n, locked, 0)).toMatchObject({
      spec: { name: 'shares-locked' },
      values: { available: '40', sellableAt: '1700000000000' },
    })
    expect(sharesProblem(101n, locked, 0)?.spec.name).toBe('insufficient-shares')
  })
})

describe('the collar', () => {
  it('has ends one may type, on the right sides of the reference', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 100n, max: 10n ** 8n }),
        fc.constantFrom('buy' as const, 'sell' as const),
        (units, side) => {
          const { low, high } = collarRange(priceOf(units * 100n), side, width, apple.ticks)
          expect(
            low % 100n === 0n && high % 100n === 0n && low > 0n && low <= units * 100n && units * 100n <= high,
          ).toBe(true)
        },
      ),
    )
  })

  it('protects market orders and stops at its near end', () => {
    expect(worstPriceOf(market, facts)).toBe(6600n)
    expect(worstPriceOf({ ...market, side: 'sell' }, facts)).toBe(5400n)
    expect(worstPriceOf({ ...market, type: 'stop', stopPrice: priceOf(7000n) }, facts)).toBe(7700n)
    expect(protectionPrice(priceOf(1n), 'sell', width, walmex.ticks)).toBe(1n)
  })
})

describe('the stops of an instrument', () => {
  it('go to market in the order the price reaches them', () => {
    const book = createTriggerBook()
    const stop = (number: number, stopPrice: bigint) => ({
      orderId: `ord_${number}` as const,
      stopPrice: priceOf(stopPrice),
      priority: BigInt(number),
    })
    for (const [number, price] of [
      [1, 103n],
      [2, 101n],
      [3, 101n],
      [4, 110n],
    ] as const)
      book.add('buy', stop(number, price))
    for (const [number, price] of [
      [5, 95n],
      [6, 99n],
    ] as const)
      book.add('sell', stop(number, price))
    expect([book.reachedBy(100n), book.reachedBy(105n), book.reachedBy(95n)]).toEqual([
      [],
      ['ord_2', 'ord_3', 'ord_1'],
      ['ord_6', 'ord_5'],
    ])
    book.remove('buy', stop(2, 101n))
    book.remove('buy', stop(9, 101n))
    expect(book.reachedBy(101n)).toEqual(['ord_3'])
  })
})

describe('the words of the room', () => {
  it('has every refusal in three languages, with numbers of its own', () => {
    for (const texts of [esES, enUS, ptBR]) {
      expect(Object.keys(texts.rejections).sort()).toEqual(
        [tradingRejections, formRejections, ownLimitRejections]
          .flatMap((refusals) => Object.values(refusals))
          .map(({ name }) => name)
          .sort(),
      )
    }
    const numbers = Object.values(tradingRejections).map(({ number }) => number)
    expect(numbers.every((number) => number >= 16_000 && number < 17_000)).toBe(true)
    expect(new Set(numbers).size).toBe(numbers.length)
  })
})
