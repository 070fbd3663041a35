import type { ReplyOf } from '@bolsillo/contract'
import { followedMax } from '@bolsillo/market/contract'
import { replyOf } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '../contract/index.ts'
import { type StocksStand, stocksStand } from './testing/stocks-stand.ts'

let stand: StocksStand
beforeAll(async () => {
  stand = await stocksStand()
})
afterAll(async () => {
  await stand.close()
})

describe('the market calls', () => {
  it('list what trades most, each price with its source, sequence and time', async () => {
    const { rows } = replyOf(contract.hot, await stand.as(1, '/stock/index/list/hot?stockCountry=IN&limit=2'))
    expect(rows.map(({ symbol }) => symbol)).toContain('WALMEX.MX')
    expect(rows[0]?.quote).toMatchObject({ source: 'simulated', stale: false })
    expect(rows[0]?.quote?.sequence).toBeGreaterThan(0)
  })

  it('say that a price has gone stale', async () => {
    stand.app.services.clock.advanceMs(600_000)
    const { quote } = replyOf(contract.info, await stand.as(1, '/stock/index/info?symbol=WALMEX.MX'))
    expect(quote?.stale).toBe(true)
    stand.quote('WALMEX.MX', 61_980n, 62_000n)
    expect(replyOf(contract.info, await stand.as(1, '/stock/index/info?symbol=WALMEX.MX')).quote?.stale).toBe(false)
  })

  it('read IN as the home market and keep the other apart', async () => {
    const mexico = replyOf(contract.list, await stand.as(1, '/stock/index/list?sort=name&limit=100'))
    const abroad = replyOf(contract.list, await stand.as(1, '/stock/index/list?stockCountry=US&sort=name&limit=100'))
    expect(new Set(mexico.rows.map((row) => row.currency))).toEqual(new Set(['MXN']))
    expect(new Set(abroad.rows.map((row) => row.currency))).toEqual(new Set(['USD']))
    expect(mexico.rows.length).toBeGreaterThanOrEqual(35)
    expect(abroad.rows.length).toBeGreaterThanOrEqual(45)
  })

  it('page through a list by name without a gap or a row twice', async () => {
    const symbols: string[] = []
    let cursor: string | undefined = '0'
    while (cursor !== undefined) {
      const page: ReplyOf<typeof contract.list> = replyOf(
        contract.list,
        await stand.as(1, `/stock/index/list?sort=name&limit=7&cursor=${cursor}`),
      )
      symbols.push(...page.rows.map(({ symbol }) => symbol))
      cursor = page.next
    }
    expect(new Set(symbols).size).toBe(symbols.length)
    expect(symbols.length).toBeGreaterThanOrEqual(35)
  })

  it('find by name without accents', async () => {
    const { rows } = replyOf(contract.search, await stand.as(1, '/stock/index/search?keyword=mexico'))
    expect(rows.map(({ symbol }) => symbol)).toContain('GMEXICO.MX')
  })

  it('give books, prints, candles, indices and markets in their declared shapes', async () => {
    const body = { symbol: 'WALMEX.MX' }
    const book = replyOf(contract.books, await stand.as(1, '/stock/index/books', body))
    expect(book).toMatchObject({ bids: [{ price: '61.98' }], asks: [{ price: '62.00' }], source: 'simulated' })
    expect(replyOf(contract.trades, await stand.as(1, '/stock/index/trades', body)).trades[0]).toMatchObject({
      price: '61.98',
    })
    const candles = replyOf(contract.candles, await stand.as(1, '/stock/index/candles', { ...body, interval: '1m' }))
    expect(candles).toMatchObject({ interval: '1m', more: false, source: 'simulated' })
    expect(
      replyOf(contract.indices, await stand.as(1, '/stock/index/indices/list')).rows.map(({ symbol }) => symbol),
    ).toEqual(expect.arrayContaining(['IPC.MX', 'SPX.US', 'NDX.US', 'DJI.US']))
    const { rows } = replyOf(contract.countries, await stand.as(1, '/stock/index/country/list'))
    expect(rows.map((row) => row.stockCountry)).toEqual(['IN', 'US'])
  })
})

describe('what a customer follows', () => {
  it('is added once, listed latest first, and taken away', async () => {
    for (const symbol of ['WALMEX.MX', 'AAPL.US', 'WALMEX.MX', 'IPC.MX']) {
      stand.app.services.clock.advanceMs(1)
      expect(replyOf(contract.follow, await stand.as(1, '/stock/collect/add', { symbol })).followed).toBe(true)
    }
    const list = async (): Promise<string[]> =>
      replyOf(contract.followed, await stand.as(1, '/stock/collect/list', {})).rows.map(({ symbol }) => symbol)
    expect(await list()).toEqual(['IPC.MX', 'AAPL.US', 'WALMEX.MX'])
    expect(replyOf(contract.info, await stand.as(1, '/stock/index/info?symbol=AAPL.US')).followed).toBe(true)
    expect(replyOf(contract.info, await stand.as(3, '/stock/index/info?symbol=AAPL.US')).followed).toBe(false)
    await stand.as(1, '/stock/collect/del', { symbol: 'AAPL.US' })
    expect(await list()).toEqual(['IPC.MX', 'WALMEX.MX'])
  })

  it('has an end, also when many are added at once', async () => {
    const { rows } = replyOf(contract.list, await stand.as(3, '/stock/index/list?sort=name&limit=100'))
    const answers = await Promise.all(
      rows.slice(0, 20).map(({ symbol }) => stand.as(3, '/stock/collect/add', { symbol })),
    )
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    expect(followedMax).toBeGreaterThan(20)
  })
})

describe('a conversion', () => {
  const wish = { sourceCurrency: 'MXN', targetCurrency: 'USD', targetAmount: '100.00' }

  it('is offered with its inputs and executed once at exactly its amounts', async () => {
    stand.quoteDollar(184_200n, 184_400n)
    const offer = replyOf(contract.quoteConversion, await stand.as(1, '/stock/order/convert/quote', wish))
    // 100 × 18.43 = 1,843.00 and 30 basis points of it, 5.529, rounded up as one sum
    expect(offer).toMatchObject({
      sourceAmount: '1848.53',
      targetAmount: '100.00',
      charge: '5.52',
      rounding: '0.01',
      mid: '18.43000',
      spreadBps: 30,
    })
    expect(offer.expiresAt - stand.app.services.clock.now()).toBeLessThanOrEqual(10_000)
    const first = replyOf(contract.convert, await stand.as(1, '/stock/order/convert', { quoteId: offer.quoteId }))
    const again = replyOf(contract.convert, await stand.as(1, '/stock/order/convert', { quoteId: offer.quoteId }))
    expect(again.entryId).toBe(first.entryId)
    expect(again.buyingPower).toEqual([
      { currency: 'MXN', available: '98151.47', held: '0.00' },
      { currency: 'USD', available: '5100.00', held: '0.00' },
    ])
  })

  it.each([
    ['expired', 10_001, 1, '100.00', 'conversion-expired', 410],
    ['of a clock that was set back since', -1_000, 1, '100.00', 'conversion-expired', 410],
    ['somebody else’s', 0, 3, '100.00', 'conversion-unknown', 404],
    ['beyond what there is', 0, 1, '9000.00', 'conversion-funds', 409],
  ])('that is %s moves nothing', async (_what, waits, who, targetAmount, rejection, status) => {
    stand.quoteDollar(184_200n, 184_400n)
    const offer = replyOf(
      contract.quoteConversion,
      await stand.as(1, '/stock/order/convert/quote', { ...wish, targetAmount }),
    )
    const before = await stand.fingerprint()
    stand.app.services.clock.advanceMs(waits)
    const answer = await stand.as(who, '/stock/order/convert', { quoteId: offer.quoteId })
    expect([answer.status, (answer.json.data as { rejection: string }).rejection]).toEqual([status, rejection])
    expect(await stand.fingerprint()).toBe(before)
  })

  it('is not offered at a stale price, nor below or above its bounds', async () => {
    stand.app.services.clock.advanceMs(3_600_000)
    const stale = await stand.as(1, '/stock/order/convert/quote', wish)
    expect(stale.json.data).toMatchObject({ rejection: 'conversion-unavailable' })
    for (const targetAmount of ['0', '0.99', '1000000.01', '5.001']) {
      const answer = await stand.as(1, '/stock/order/convert/quote', { ...wish, targetAmount })
      expect(answer.json.data).toMatchObject({ rejection: 'conversion-amount', field: 'targetAmount' })
    }
  })

  it('executed by fifty at once happens once', async () => {
    stand.quoteDollar(184_200n, 184_400n)
    const offer = replyOf(contract.quoteConversion, await stand.as(1, '/stock/order/convert/quote', wish))
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => stand.as(1, '/stock/order/convert', { quoteId: offer.quoteId })),
    )
    const entries = answers.map((answer) => replyOf(contract.convert, answer).entryId)
    expect(new Set(entries).size).toBe(1)
  })
})
