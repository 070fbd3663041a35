import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rightPassword, type SpotStand, spotStand } from '../testing/spot-stand.ts'

// Every refusal of an order for coins leaves everything as it was: the journal's head and the orders are compared.

let stand: SpotStand
beforeAll(async () => {
  stand = await spotStand()
  await stand.fund(1, 'BTC', 10_000_000n)
})
afterAll(() => stand.close())

const limit = {
  symbol: 'BTC-USDT',
  side: 'buy',
  type: 'limit',
  quantity: '0.01',
  limitPrice: '92000.00',
  tradePassword: rightPassword,
}
const market = { ...limit, type: 'market', limitPrice: undefined }
const sell = { ...limit, side: 'sell' }

describe('an order for coins is refused', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['of a market nobody knows', { ...limit, symbol: 'NOPE-USDT' }, '404 coin-market-unknown@symbol'],
    ['of a share', { ...limit, symbol: 'WALMEX.MX' }, '404 coin-market-unknown@symbol'],
    ['of a contract', { ...limit, symbol: 'BTC-USDT-PERP' }, '404 coin-market-unknown@symbol'],
    ['by quantity and amount', { ...market, amount: '10' }, '422 quantity-and-amount@amount'],
    ['without a size', { ...limit, quantity: undefined }, '422 size-missing@quantity'],
    ['finer than the coin', { ...limit, quantity: '0.000000001' }, '422 decimals-too-many@quantity'],
    ['of nothing', { ...limit, quantity: '0' }, '422 order-quantity-zero@quantity'],
    ['for nothing', { ...market, quantity: undefined, amount: '0' }, '422 order-amount-zero@amount'],
    ['by amount with a limit', { ...limit, quantity: undefined, amount: '10' }, '422 amount-unfit@amount'],
    ['at no limit', { ...limit, limitPrice: undefined }, '422 limit-price-missing@limitPrice'],
    ['at a limit of 0', { ...limit, limitPrice: '0' }, '422 limit-price-zero@limitPrice'],
    ['at market with a limit', { ...market, limitPrice: '92000' }, '422 limit-price-unexpected@limitPrice'],
    ['as a stop without one', { ...market, type: 'stop' }, '422 stop-price-missing@stopPrice'],
    ['as a limit with a stop', { ...limit, stopPrice: '93000' }, '422 stop-price-unexpected@stopPrice'],
    [
      'with the second limit of an OCO alone',
      { ...limit, stopLimitPrice: '1' },
      '422 limit-price-unexpected@stopLimitPrice',
    ],
    ['at market until cancelled', { ...market, timeInForce: 'gtc' }, '422 time-in-force-unfit@timeInForce'],
    [
      'as an OCO purchase with its stop below',
      { ...limit, type: 'oco', stopPrice: '90000' },
      '422 stop-on-wrong-side@stopPrice',
    ],
    [
      'as an OCO purchase with its second limit below its stop',
      { ...limit, type: 'oco', limitPrice: '91000', stopPrice: '93000', stopLimitPrice: '92999' },
      '422 stop-on-wrong-side@stopLimitPrice',
    ],
    [
      'as an OCO purchase with exits',
      { ...limit, type: 'oco', limitPrice: '91000', stopPrice: '93000', takeProfitPrice: '99000' },
      '422 exits-unfit@takeProfitPrice',
    ],
    ['with exits on a sale', { ...sell, takeProfitPrice: '99000' }, '422 exits-unfit@takeProfitPrice'],
    ['post-only at market', { ...market, postOnly: true }, '422 order-kind-unfit@postOnly'],
    ['post-only and immediate', { ...limit, postOnly: true, timeInForce: 'ioc' }, '422 order-kind-unfit@postOnly'],
    ['off the tick', { ...limit, limitPrice: '92000.001' }, '422 decimals-too-many@limitPrice'],
    [
      'off the tick of a market in pesos',
      { ...limit, symbol: 'BTC-MXN', limitPrice: '1699240.05' },
      '422 price-off-tick@limitPrice',
    ],
    ['off the lot', { ...limit, quantity: '0.010000005' }, '422 decimals-too-many@quantity'],
    ['between two lots', { ...limit, quantity: '0.01000005' }, '422 quantity-off-lot@quantity'],
    ['below the least', { ...limit, quantity: '0.00001', limitPrice: '92000' }, '422 amount-below-min@quantity'],
    ['beyond the most', { ...limit, quantity: '1000' }, '422 quantity-above-max@quantity'],
    ['far above the market', { ...limit, limitPrice: '110000' }, '422 price-outside-collar@limitPrice'],
    [
      'with a stop below the market for a purchase',
      { ...market, type: 'stop', stopPrice: '90000' },
      '422 stop-on-wrong-side@stopPrice',
    ],
    [
      'with an OCO stop above the market',
      { ...sell, type: 'oco', limitPrice: '95000', stopPrice: '93000' },
      '422 stop-on-wrong-side@stopPrice',
    ],
    [
      'with a profit below the entry',
      { ...limit, takeProfitPrice: '91000' },
      '422 take-profit-on-wrong-side@takeProfitPrice',
    ],
    ['with a loss above the entry', { ...limit, stopLossPrice: '93000' }, '422 stop-loss-on-wrong-side@stopLossPrice'],
    ['beyond the money there is', { ...limit, quantity: '2' }, '409 insufficient-funds@quantity'],
    ['beyond the coins there are', { ...sell, quantity: '0.2' }, '409 insufficient-shares@quantity'],
    [
      'of coins there are none of',
      { ...sell, symbol: 'ETH-USDT', limitPrice: '3100' },
      '409 no-coins-to-sell@quantity',
    ],
    ['without the trade password', { ...limit, tradePassword: undefined }, '403 trade-password-missing@tradePassword'],
    ['with a wrong trade password', { ...limit, tradePassword: '111111' }, '403 trade-password-wrong@tradePassword'],
    ['without a price to go by', { ...market, symbol: 'DOGE-USDT', quantity: '100' }, '409 price-unknown@'],
  ])('%s', async (_, body, expected) => {
    const before = await stand.fingerprint()
    const { status, json } = await stand.as(1, '/coin/order/add', body)
    const data = json.data as { rejection?: string; field?: string } | undefined
    expect(`${status} ${data?.rejection ?? 'done'}@${data?.field ?? ''}`).toBe(expected)
    expect(await stand.fingerprint()).toBe(before)
  })

  it('while orders are paused, and cancelling goes on', async () => {
    const { order } = (await stand.as(1, '/coin/order/add', limit)).json.data as { order: { orderId: string } }
    const paused = await spotStand({ ordersPausedUntil: Date.UTC(2099, 0, 1) })
    try {
      const refused = await paused.as(1, '/coin/order/add', limit)
      expect([refused.status, (refused.json.data as { rejection?: string }).rejection]).toEqual([423, 'orders-paused'])
    } finally {
      await paused.close()
    }
    expect((await stand.as(1, '/coin/order/close', { orderId: order.orderId })).status).toBe(200)
  })
})

describe('a restricted customer', () => {
  const named = (answer: { status: number; json: { data?: unknown } }): string =>
    `${answer.status} ${(answer.json.data as { rejection?: string } | undefined)?.rejection ?? 'done'}`

  it('may not buy coins, and nothing changes', async () => {
    const before = await stand.ledger.head(stand.app.services.sql)
    for (const body of [limit, { ...market, symbol: 'NOPE-USDT' }, { ...limit, type: 'oco', stopPrice: '93000' }])
      expect(named(await stand.as(2, '/coin/order/add', body))).toBe('403 account-restricted')
    expect(await stand.ledger.head(stand.app.services.sql)).toEqual(before)
  })

  it('sells what they own, at market, at a limit and with a stop, and no more than that', async () => {
    await stand.fund(2, 'BTC', 3_000_000n)
    await stand.rest('BTC-USDT', 'buy', 9_199_000, 1_000_000)
    const sold = await stand.as(2, '/coin/order/add', { ...market, side: 'sell' })
    expect((sold.json.data as { order: { state: string } }).order.state).toBe('filled')
    expect(named(await stand.as(2, '/coin/order/add', { ...sell, limitPrice: '93000.00' }))).toBe('200 done')
    const stop = { ...sell, type: 'stop-limit', stopPrice: '91000.00', limitPrice: '90500.00' }
    expect(named(await stand.as(2, '/coin/order/add', stop))).toBe('200 done')
    expect(named(await stand.as(2, '/coin/order/add', sell))).toBe('409 nothing-available')
    expect((await stand.balance(2, 'USDT')).posted).toBeGreaterThan(0n)
  })
})
