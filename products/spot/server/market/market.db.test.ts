import type { Call, ReplyOf } from '@bolsillo/contract'
import { z } from '@bolsillo/contract'
import { instant, priceOf, quantityOf } from '@bolsillo/kernel'
import { followedMax } from '@bolsillo/market/contract'
import { instruments } from '@bolsillo/market/domain'
import { noHistory } from '@bolsillo/market/fixtures'
import { createMarket, type Market } from '@bolsillo/market/server'
import { handlersOf, type Room } from '@bolsillo/server-kit'
import { type TestAnswer, type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '../../contract/index.ts'
import { messages } from '../../messages/es-ES.ts'
import { createCoinShelf } from './coin-shelf.ts'
import { marketUseCases } from './market-reads.ts'

let app: TestApp
let market: Market
let keys = 0

beforeAll(async () => {
  app = await testApp({
    rooms: (services) => {
      market = createMarket({
        services,
        publisher: { publish: () => undefined },
        history: noHistory,
        hours: 'always',
        source: 'simulated',
      })
      const { state, candles } = market
      const shelf = createCoinShelf({ market: state, candles, instruments })
      const handlers = handlersOf(marketUseCases, { market: state, candles, shelf })
      const room: Room = {
        name: 'spot',
        handlers,
        messages: { 'es-ES': messages, 'en-US': messages, 'pt-BR': messages },
      }
      return [market.room, room]
    },
  })
  await market.start()
})
afterAll(async () => {
  await market.stop()
  await app.close()
})

const ask = (call: Call, body: Readonly<Record<string, unknown>>, customer?: number): Promise<TestAnswer> => {
  keys += 1
  const token = customer === undefined ? {} : { token: testCustomer(customer).token }
  const headers = { 'idempotency-key': `coin-key-${keys}`, 'x-requested-with': 'test' }
  return app.ask({ method: 'POST', path: `/ipcf-api${call.path}`, ...token, headers, body })
}
async function dataOf<C extends Call>(
  call: C,
  body: Readonly<Record<string, unknown>>,
  customer?: number,
): Promise<ReplyOf<C>> {
  const answer = await ask(call, body, customer)
  expect([answer.status, answer.json.code]).toEqual([200, 0])
  return z.parse(call.reply, answer.json.data) as ReplyOf<C>
}
const refusal = async (call: Call, body: Readonly<Record<string, unknown>>, customer?: number) => {
  const { status, json } = await ask(call, body, customer)
  return { status, code: json.code }
}

let sequence = 1_000
/** A print and a book around it, so many minutes before now. */
function print(symbol: string, price: bigint, quantity: bigint, minutesAgo = 0): void {
  sequence += 2
  const at = instant(app.services.clock.now() - minutesAgo * 60_000)
  const from = { at, source: 'simulated' }
  const size = quantityOf(1_000_000n)
  market.state.onBook(symbol, {
    ...from,
    sequence: sequence - 1,
    reset: true,
    changes: [
      ['buy', priceOf(price), size],
      ['sell', priceOf(price + 1n), size],
    ],
  })
  const trade = { ...from, sequence, price: priceOf(price), quantity: quantityOf(quantity), side: 'buy' as const }
  market.state.onTrades(symbol, [trade])
}

describe('the market calls of coins', () => {
  beforeAll(() => {
    print('BTC-USDT', 9_000_000n, 100_000_000n, 90)
    print('BTC-USDT', 9_400_000n, 50_000_000n, 60)
    print('BTC-USDT', 9_180_000n, 50_000_000n)
    print('ETH-USDT', 310_000n, 100_000_000n, 60)
    print('ETH-USDT', 300_000n, 100_000_000n)
    print('DOGE-USDT', 15_000n, 100_000n, 60)
    print('DOGE-USDT', 16_500n, 100_000n)
    print('BTC-MXN', 169_000_000n, 1_000_000n)
    print('BTC-USDT-PERP', 9_181_000n, 10_000_000n)
    market.state.onQuote('USD/MXN', {
      bid: priceOf(184_600n),
      ask: priceOf(184_800n),
      at: app.services.clock.now(),
      source: 'simulated',
      sequence: 5,
    })
  })

  it('give the last 24 hours from the candles, and the quote with its source', async () => {
    const row = await dataOf(contract.coinTicker, { symbol: 'BTC-USDT' })
    expect(row).toMatchObject({ product: 'spot', base: 'BTC', currency: 'USDT', contract: 'BTC-USDT-PERP' })
    expect(row.day24).toMatchObject({
      open: '90000.00',
      high: '94000.00',
      low: '90000.00',
      change: '1800.00',
      changePercent: '2.00',
      volume: '2',
      turnover: '182900.000000',
    })
    expect(row.quote).toMatchObject({ last: '91800.00', source: 'simulated', stale: false })
    expect(row.rules).toMatchObject({ priceScale: 2, quantityScale: 8, lot: '0.00001' })
    expect(row.rules.ticks).toEqual([{ from: '0.00', tick: '0.01' }])
    const contractRow = await dataOf(contract.coinTicker, { symbol: 'BTC-USDT-PERP' })
    expect(contractRow).toMatchObject({ product: 'contract', underlying: 'BTC-USDT', rules: { lot: '0.001' } })
  })

  it('rank by turnover in dollars, gainers and losers by 24 hours, and by name', async () => {
    const symbols = async (body: Readonly<Record<string, unknown>>) =>
      (await dataOf(contract.coinTickers, body)).rows.map(({ symbol }) => symbol)
    expect(await symbols({ product: 'spot', currency: 'USDT' })).toEqual(['BTC-USDT', 'ETH-USDT', 'DOGE-USDT'])
    expect(await symbols({ product: 'spot', sort: 'gainers' })).toEqual(['DOGE-USDT', 'BTC-USDT'])
    expect(await symbols({ product: 'spot', sort: 'losers' })).toEqual(['ETH-USDT'])
    expect(await symbols({ product: 'spot', sort: 'name' })).toEqual(['BTC-MXN', 'BTC-USDT', 'DOGE-USDT', 'ETH-USDT'])
    // A hundredth of a coin at MX$ 1,690,000 is $ 915: more than 2 DOGE, and far less than if pesos counted as dollars.
    expect(await symbols({ product: 'spot' })).toEqual(['BTC-USDT', 'ETH-USDT', 'BTC-MXN', 'DOGE-USDT'])
    expect(await symbols({ product: 'contract' })).toEqual(['BTC-USDT-PERP'])
    expect(await symbols({ keyword: 'bitcoin', product: 'spot' })).toEqual(['BTC-USDT', 'BTC-MXN'])
  })

  it('page without a gap or a row twice, and refuse a cursor of their own making', async () => {
    const first = await dataOf(contract.coinTickers, { sort: 'name', limit: 2 })
    expect(first.rows).toHaveLength(2)
    const second = await dataOf(contract.coinTickers, { sort: 'name', limit: 10, cursor: first.next ?? '' })
    expect(second.next).toBeUndefined()
    expect(new Set([...first.rows, ...second.rows].map(({ symbol }) => symbol)).size).toBe(5)
    expect((await refusal(contract.coinTickers, { cursor: 'x1' })).status).toBe(400)
  })

  it('list rules of what has a price, by product and currency', async () => {
    const { rows } = await dataOf(contract.coinInfos, { currency: 'USDT' })
    expect(rows.map(({ symbol }) => symbol)).toEqual(['BTC-USDT', 'ETH-USDT', 'DOGE-USDT', 'BTC-USDT-PERP'])
    expect((await dataOf(contract.coinInfos, { product: 'contract' })).rows[0]?.underlying).toBe('BTC-USDT')
  })

  it('answer candles, prints and books of coins and contracts, in the shapes of stocks', async () => {
    for (const symbol of ['BTC-USDT', 'BTC-USDT-PERP', 'BTC-MXN']) {
      expect((await dataOf(contract.coinTrades, { symbol })).trades[0]?.source).toBe('simulated')
      expect((await dataOf(contract.coinBooks, { symbol, depth: 5 })).bids).toHaveLength(1)
      expect((await dataOf(contract.coinCandles, { symbol, interval: '5m' })).candles.length).toBeGreaterThan(0)
    }
  })

  it('refuse what is no coin: a share, an unknown symbol, a misspelt one', async () => {
    for (const call of [contract.coinTicker, contract.coinTrades, contract.coinBooks]) {
      expect(await refusal(call, { symbol: 'WALMEX.MX' })).toMatchObject({ status: 404, code: 27001 })
      expect(await refusal(call, { symbol: 'BTC-XYZ' })).toMatchObject({ status: 404, code: 27001 })
      expect((await refusal(call, { symbol: 'btc-usdt' })).status).toBe(400)
      expect((await refusal(call, {})).status).toBe(400)
    }
    expect(await refusal(contract.coinCandles, { symbol: 'AAPL.US', interval: '1h' })).toMatchObject({ code: 27001 })
    expect((await refusal(contract.coinCandles, { symbol: 'BTC-USDT', interval: '7m' })).status).toBe(400)
    expect((await refusal(contract.coinTickers, { product: 'option' })).status).toBe(400)
    expect((await refusal(contract.coinTickers, { limit: '0' })).status).toBe(400)
  })

  it('follow and forget, once each, and only for whoever is signed in', async () => {
    expect((await refusal(contract.followCoin, { symbol: 'BTC-USDT' })).status).toBe(401)
    expect(await refusal(contract.followCoin, { symbol: 'WALMEX.MX' }, 1)).toMatchObject({ status: 404 })
    for (const symbol of ['ETH-USDT', 'BTC-USDT', 'BTC-USDT']) {
      expect(await dataOf(contract.followCoin, { symbol }, 1)).toEqual({ symbol, followed: true })
    }
    const own = await dataOf(contract.coinTickers, { followed: true }, 1)
    expect(new Set(own.rows.map(({ symbol }) => symbol))).toEqual(new Set(['BTC-USDT', 'ETH-USDT']))
    expect(own.rows.every(({ followed }) => followed)).toBe(true)
    expect((await dataOf(contract.coinTickers, { followed: true }, 3)).rows).toEqual([])
    expect((await dataOf(contract.coinTickers, { followed: true })).rows).toEqual([])
    expect((await dataOf(contract.coinTicker, { symbol: 'BTC-USDT' }, 1)).followed).toBe(true)
    await dataOf(contract.unfollowCoin, { symbol: 'BTC-USDT' }, 1)
    await dataOf(contract.unfollowCoin, { symbol: 'BTC-USDT' }, 1)
    expect((await dataOf(contract.coinTicker, { symbol: 'BTC-USDT' }, 1)).followed).toBe(false)
  })

  it('hold no more favourites than the limit, whatever product they are of', async () => {
    const { customerId } = testCustomer(3)
    await app.database.owner`
      insert into market_follow (customer_id, symbol, followed_at)
      select ${customerId}, 'S' || n, n from generate_series(1, ${followedMax}) n`
    expect(await refusal(contract.followCoin, { symbol: 'BTC-USDT' }, 3)).toMatchObject({ status: 409, code: 27101 })
  })
})
