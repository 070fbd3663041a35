import { notDecimalTexts } from '@bolsillo/kernel/test'
import { testStartMs } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rightPassword, type StocksStand, stocksStand } from './testing/stocks-stand.ts'

let stand: StocksStand
let before = ''
beforeAll(async () => {
  stand = await stocksStand()
  before = await stand.fingerprint()
})
afterAll(async () => {
  await stand.close()
})

const limit = { symbol: 'WALMEX.MX', type: 'limit', quantity: '10', limitPrice: '61.00', tradePassword: rightPassword }
const market = { symbol: 'WALMEX.MX', type: 'market', amount: '500.00', tradePassword: rightPassword }

interface RefusalData {
  readonly rejection?: string
  readonly field?: string
}

/** Asks for what must be refused: a 4xx that names the field, and nothing written anywhere. */
async function expectRefused(
  path: string,
  body: Readonly<Record<string, unknown>>,
  field: string | RegExp,
): Promise<string> {
  // The rate limit counts by the second, and a price must not go stale meanwhile.
  stand.app.services.clock.advanceMs(1_000)
  stand.quote('WALMEX.MX', 61_980n, 62_000n)
  stand.quote('AAPL.US', 2_299_900n, 2_300_100n)
  const answer = await stand.as(1, path, body)
  const data = (answer.json.data ?? {}) as RefusalData
  expect(answer.status, `${path} ${JSON.stringify(body)} → ${answer.body}`).toBeGreaterThanOrEqual(400)
  expect(answer.status).toBeLessThan(500)
  expect(data.rejection, answer.body).toBeTypeOf('string')
  expect(data.field ?? '', answer.body).toMatch(field)
  expect(await stand.fingerprint()).toBe(before)
  return data.rejection ?? ''
}

// B1–B25 of the list of bad inputs: what is no decimal of this grammar, however it is spelled.
const badDecimals: readonly unknown[] = [...notDecimalTexts, '', '-1', 5, 1.5, true, null, [], [5], { $gt: 0 }]
const sides = ['buy', 'sell'] as const
const decimalFields = ['quantity', 'limitPrice', 'stopPrice', 'takeProfitPrice', 'stopLossPrice'] as const

describe.each(sides)('to %s, amounts, prices and quantities that are none are refused by name', (side) => {
  it.each(decimalFields)('%s', async (field) => {
    const type = field === 'stopPrice' ? 'stop-limit' : 'limit'
    for (const value of badDecimals) {
      const shape = type === 'stop-limit' ? { ...limit, type, stopPrice: '63.00', limitPrice: '63.10' } : limit
      // An empty text of a form is a field left out; only fields an order needs are then missed.
      if (value === '' && (field === 'takeProfitPrice' || field === 'stopLossPrice')) continue
      await expectRefused(`/stock/order/${side}`, { ...shape, [field]: value }, new RegExp(`^(${field}|symbol)$`))
    }
  })

  it('amount', async () => {
    for (const value of badDecimals) {
      if (value === '') continue
      await expectRefused(`/stock/order/${side}`, { ...market, amount: value }, /^amount$/)
    }
  })

  it.each<[string, Record<string, unknown>, string, string]>([
    ['an amount of 0', { ...market, amount: '0' }, 'order-amount-zero', 'amount'],
    ['a quantity of 0', { ...limit, quantity: '0' }, 'order-quantity-zero', 'quantity'],
    ['a limit of 0', { ...limit, limitPrice: '0' }, 'limit-price-zero', 'limitPrice'],
    ['a cent more than a cent', { ...market, amount: '0.000000006' }, 'decimals-too-many', 'amount'],
    ['a fourth decimal of a price', { ...limit, limitPrice: '61.0001' }, 'decimals-too-many', 'limitPrice'],
    ['half a share', { ...limit, quantity: '0.5' }, 'not-fractional', 'quantity'],
    ['two sizes', { ...market, quantity: '1' }, 'quantity-and-amount', 'amount'],
    ['no size', { symbol: 'WALMEX.MX', type: 'market', tradePassword: rightPassword }, 'size-missing', 'quantity'],
    ['a limit order without a limit', { ...limit, limitPrice: undefined }, 'limit-price-missing', 'limitPrice'],
    ['a market order with a limit', { ...limit, type: 'market' }, 'limit-price-unexpected', 'limitPrice'],
    [
      'a stop order without a stop',
      { ...limit, type: 'stop', limitPrice: undefined },
      'stop-price-missing',
      'stopPrice',
    ],
    ['a limit order with a stop', { ...limit, stopPrice: '63' }, 'stop-price-unexpected', 'stopPrice'],
    [
      'a market order good till cancelled',
      { ...limit, type: 'market', limitPrice: undefined, timeInForce: 'gtc' },
      'time-in-force-unfit',
      'timeInForce',
    ],
  ])('%s', async (_what, body, rejection, field) => {
    const expected =
      side === 'sell' && 'amount' in body && rejection === 'order-amount-zero' ? /^amount$/ : new RegExp(`^${field}$`)
    expect(await expectRefused(`/stock/order/${side}`, body, expected)).toBe(rejection)
  })
})

describe('what depends on the moment is refused by the desk, with what would do', () => {
  it.each<[string, Record<string, unknown>, string, string]>([
    ['a price off the tick', { ...limit, limitPrice: '61.005' }, 'price-off-tick', 'limitPrice'],
    ['more than one may order', { ...limit, quantity: '1000001' }, 'quantity-above-max', 'quantity'],
    ['less than a purchase must come to', { ...market, amount: '9.99' }, 'amount-below-min', 'amount'],
    ['more than an order may come to', { ...limit, quantity: '999999' }, 'amount-above-max', 'quantity'],
    [
      'quantity × price beyond 64 bits',
      { ...limit, symbol: 'AAPL.US', quantity: '100000', limitPrice: '999999999' },
      'amount-above-max',
      'quantity',
    ],
    ['a price far from the market', { ...limit, limitPrice: '80.00' }, 'price-outside-collar', 'limitPrice'],
    ['more than there is', { ...limit, quantity: '5000' }, 'insufficient-funds', 'quantity'],
    [
      'a stop to buy below the market',
      { ...limit, type: 'stop', limitPrice: undefined, stopPrice: '61.00' },
      'stop-on-wrong-side',
      'stopPrice',
    ],
    [
      'a profit below the entry',
      { ...limit, takeProfitPrice: '60.00' },
      'take-profit-on-wrong-side',
      'takeProfitPrice',
    ],
    ['a loss above the entry', { ...limit, stopLossPrice: '61.50' }, 'stop-loss-on-wrong-side', 'stopLossPrice'],
  ])('%s', async (_what, body, rejection, field) => {
    expect(await expectRefused('/stock/order/buy', body, new RegExp(`^${field}$`))).toBe(rejection)
  })

  it('selling what is not owned', async () => {
    expect(await expectRefused('/stock/order/sell', limit, /^quantity$/)).toBe('nothing-to-sell')
  })
})

describe('ids and enums', () => {
  it.each<[string, string, Record<string, unknown>, RegExp]>([
    ['an unknown share', '/stock/order/buy', { ...limit, symbol: 'NADA.MX' }, /^symbol$/],
    ['an index', '/stock/order/buy', { ...limit, symbol: 'IPC.MX' }, /^symbol$/],
    ['a currency pair', '/stock/order/sell', { ...limit, symbol: 'USD/MXN' }, /^symbol$/],
    ['a Cyrillic letter', '/stock/order/buy', { ...limit, symbol: 'WАLMEX.MX' }, /^symbol$/],
    ['lower case', '/stock/order/buy', { ...limit, symbol: 'walmex.mx' }, /^symbol$/],
    ['a path', '/stock/order/buy', { ...limit, symbol: '../../etc/passwd' }, /^symbol$/],
    ['a type in another case', '/stock/order/buy', { ...limit, type: 'LIMIT' }, /^type$/],
    ['a type by number', '/stock/order/buy', { ...limit, type: 1 }, /^type$/],
    ['an unknown duration', '/stock/order/buy', { ...limit, timeInForce: 'forever' }, /^timeInForce$/],
    ['an order that is a customer', '/stock/order/cancel', { orderId: 'cus_01KJ0000000000000000000001' }, /^orderId$/],
    ['an order that is SQL', '/stock/order/cancel', { orderId: '1 OR 1=1' }, /^orderId$/],
    [
      'an order that does not exist',
      '/stock/order/cancel',
      { orderId: 'ord_01KJ0000000000000000000001' },
      /^(orderId)?$/,
    ],
    ['a long list', '/stock/collect/add', { symbol: Array.from({ length: 1_000 }, () => 'WALMEX.MX') }, /^$/],
    ['following nothing known', '/stock/collect/add', { symbol: 'NADA.MX' }, /^symbol$/],
    [
      'one currency into itself',
      '/stock/order/convert/quote',
      { sourceCurrency: 'MXN', targetCurrency: 'MXN', targetAmount: '10' },
      /^targetCurrency$/,
    ],
    [
      'a currency we do not keep',
      '/stock/order/convert/quote',
      { sourceCurrency: 'EUR', targetCurrency: 'MXN', targetAmount: '10' },
      /^sourceCurrency$/,
    ],
    [
      'an offer that does not exist',
      '/stock/order/convert',
      { quoteId: 'fxq_01KJ0000000000000000000001' },
      /^quoteId$/,
    ],
  ])('%s', async (_what, path, body, field) => {
    await expectRefused(path, body, field)
  })
})

describe('structure', () => {
  it.each(['status', 'balance', 'role', 'userId', 'customerId', 'price', 'fee', 'vip', 'approvedBy', 'constructor'])(
    'an extra field %s',
    async (field) => {
      await expectRefused('/stock/order/buy', { ...limit, [field]: '1' }, new RegExp(`^${field}$`))
    },
  )

  it.each<[string, string, string]>([
    ['a forged cursor', '/stock/index/list?cursor=-1', 'cursor'],
    ['a cursor of letters', '/stock/index/list?cursor=abc', 'cursor'],
    ['a page of 10^9', '/stock/index/list?limit=1000000000', 'limit'],
    ['a page of -1', '/stock/index/list?limit=-1', 'limit'],
    ['sorting by password', '/stock/index/list?sort=password', 'sort'],
    ['a parameter twice', '/stock/index/info?symbol=WALMEX.MX&symbol=AAPL.US', 'symbol'],
    ['no symbol', '/stock/index/info', 'symbol'],
    ['an empty search', '/stock/index/search?keyword=%20%20', 'keyword'],
    ['a search with NUL', '/stock/index/search?keyword=a%00b', 'keyword'],
    ['a range of our own', '/stock/hold/value?range=10y', 'range'],
    ['an order cursor that is none', '/stock/order/list?cursor=%27%20or%201', 'cursor'],
  ])('%s', async (_what, path, field) => {
    const answer = await stand.as(1, path)
    expect([answer.status, (answer.json.data as RefusalData).field]).toEqual([400, field])
  })

  it.each(['12345', '1234567', '１２３４５６', 'abcdef', '000 00'])('a trade password %s', async (tradePassword) => {
    await expectRefused('/stock/order/buy', { ...limit, tradePassword }, /^tradePassword$/)
  })
})

describe('without a session', () => {
  it.each(['/stock/order/list', '/stock/hold/list', '/stock/order/statistics', '/stock/hold/value?range=1d'])(
    '%s is refused',
    async (path) => {
      const answer = await stand.app.ask({ path: `/ipcf-api${path}`, headers: { 'x-requested-with': 'test' } })
      expect([answer.status, answer.json.code]).toEqual([401, -1000])
    },
  )
})

describe('while new orders are paused', () => {
  it('none is taken, and cancelling stays possible; it ends by itself', async () => {
    const minuteMs = 60_000
    const paused = await stocksStand({ ordersPausedUntil: testStartMs + 10 * minuteMs })
    const buy = async () => {
      paused.quote('WALMEX.MX', 61_980n, 62_000n)
      return paused.as(1, '/stock/order/buy', market)
    }
    expect((await buy()).json).toMatchObject({
      data: { rejection: 'orders-paused', values: { minutes: '10' } },
    })
    const cancel = await paused.as(1, '/stock/order/cancel', { orderId: 'ord_01KJ0000000000000000000001' })
    expect(cancel.json.data).toMatchObject({ rejection: 'no-such-order' })
    paused.app.services.clock.advanceMs(10 * minuteMs)
    expect((await buy()).json.code).toBe(0)
    await paused.close()
  })
})
