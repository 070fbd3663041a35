import { currencies, instant, priceOf } from '@bolsillo/kernel'
import { accountId, customerAccount } from '@bolsillo/ledger/domain'
import { fixtureEntry, moves } from '@bolsillo/ledger/fixtures'
import { createLedger, type Ledger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { replyOf, type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { portfolio, results } from '../contract/index.ts'
import type { Prices } from '../domain/index.ts'
import { createOwnBooks, createPortfolio, type PricesOf } from './index.ts'

const { customerId, token } = testCustomer(1)
const last: Readonly<Record<string, bigint>> = {
  'WALMEX.MX': 62_000n,
  'BTC-USDT': 9_200_000n,
  'BTC-MXN': 170_000_000n,
  'USDT-MXN': 18_500n,
}
/** 62.00 for a share, 20 pesos for a dollar: the same at any time, but for those of `earlier`. */
const prices: Prices = {
  last: (id) => (last[id] === undefined ? undefined : { price: priceOf(last[id]), isGenerated: false, stale: false }),
  midOf: (one, other) =>
    [one.code, other.code].sort().join() === 'MXN,USD'
      ? {
          ...{ base: currencies.USD, quote: currencies.MXN, mid: 200_000n, scale: 4, isGenerated: false, stale: false },
          ...{ source: 'simulated', sequence: 1n, at: instant(0) },
        }
      : undefined,
}

/** What a coin closed at on the day it was paid in, if that differs from now. */
const earlier = new Map<string, bigint>()
const pricesOf: PricesOf = {
  now: () => prices,
  past: async () => () => prices,
  before: async () => undefined,
  onDays: async () => () => ({
    ...prices,
    last: (id) => {
      const then = earlier.get(id)
      return then === undefined ? prices.last(id) : { price: priceOf(then), isGenerated: false, stale: false }
    },
  }),
}

let ledger: Ledger
let app: TestApp
let posted = 0

beforeAll(async () => {
  ledger = createLedger()
  app = await testApp({
    rooms: () => [
      createPortfolio({
        ledger,
        market: { recordedSince: () => undefined },
        prices: pricesOf,
        books: createOwnBooks(ledger, pricesOf),
      }),
    ],
  })
})
afterAll(() => app.close())

/** Posts an entry against custody: what moves in one purse of the customer's. */
async function post(kind: string, purse: 'stock' | 'coin', moved: Readonly<Record<string, bigint>>): Promise<void> {
  const postings = Object.entries(moved).flatMap(([asset, minor]) => [
    moves(customerAccount(customerId, purse, asset), minor),
    moves(accountId('venue-simulated', 'custody', asset), -minor),
  ])
  posted += 1
  const entry = { ...fixtureEntry(posted, postings), kind }
  await transaction(app.database.sql, (tx) => ledger.post(tx, [entry]))
}
const read = async () => replyOf(portfolio, await app.ask({ path: '/ipcf-api/user/portfolio', token }))

describe('everything a customer owns', () => {
  it('is nothing at first', async () => {
    expect(await read()).toMatchObject({
      total: { value: '0.00', paidIn: '0.00', result: '0.00' },
      holdings: [],
      allocation: [{ kind: 'cash', percent: '0.00' }, { kind: 'share' }, { kind: 'coin' }],
    })
  })

  it('adds up over all purses, with and without what was paid in, each with its own result over all markets', async () => {
    await post('deposit', 'stock', { MXN: 200_000_00n })
    await post('deposit', 'coin', { USDT: 1_000_000_000n })
    await post('stock-buy', 'stock', { MXN: -60_100_00n, 'STK:WALMEX.MX': 1000n })
    // A hundredth of a coin bought for 900 USDT; half of it sold for 8,800 pesos.
    await post('spot-buy', 'coin', { USDT: -900_000_000n, BTC: 1_000_000n })
    await post('spot-sell', 'coin', { MXN: 8_800_00n, BTC: -500_000n })
    const reply = await read()
    const [share, coin] = ['STK:WALMEX.MX', 'BTC'].map((asset) => reply.holdings.find((one) => one.asset === asset))
    expect(share).toMatchObject({ kind: 'share', symbol: 'WALMEX.MX', value: '62000.00', cost: '60100.00' })
    expect(share).toMatchObject({ result: '1900.00', costUnknown: '0' })
    // Left: 0.005 at 1,700,000 pesos; its half of the cost is 450 USDT at 18.50.
    expect(coin).toMatchObject({ kind: 'coin', quantity: '0.00500000', value: '8500.00', cost: '8325.00' })
    // What the sale brought less its half of the cost, and what the rest gained: the cash flows and what is left.
    expect(coin?.result).toBe('650.00')
    // Paid in and never bought here: it has no cost, and so no result, not one of nothing.
    const tether = reply.holdings.find(({ asset }) => asset === 'USDT')
    expect(tether).toMatchObject({ quantity: '100.000000', costUnknown: '100.000000' })
    expect(tether).not.toHaveProperty('result')
    expect(tether).not.toHaveProperty('cost')
    expect(reply.total).toEqual({
      ...{ value: '221050.00', paidIn: '218500.00', result: '2550.00', resultPercent: '1.17' },
    })
    expect(reply.allocation).toEqual([
      { kind: 'cash', value: '148700.00', percent: '67.27' },
      { kind: 'share', value: '62000.00', percent: '28.05' },
      { kind: 'coin', value: '10350.00', percent: '4.68' },
    ])
    const [largest] = reply.holdings
    expect(largest).toMatchObject({ asset: 'MXN', kind: 'cash', value: '148700.00', percent: '67.27' })
    expect(largest).not.toHaveProperty('result')
  })

  it('knows what was posted since it was last asked', async () => {
    await post('spot-sell', 'coin', { MXN: 8_500_00n, BTC: -500_000n })
    const { holdings, total } = await read()
    expect(holdings.find(({ asset }) => asset === 'BTC')).toMatchObject({ quantity: '0.00000000', result: '650.00' })
    expect(total?.result).toBe('2550.00')
  })

  it('counts a coin that was paid in at the close of its day, and the cost of one whose withdrawal came back', async () => {
    earlier.set('BTC-MXN', 85_000_000n)
    await post('deposit', 'coin', { BTC: 100_000n })
    const paidIn = await read()
    // 0.001 at 850,000 pesos then, at 1,700,000 now.
    expect(paidIn.total).toMatchObject({ paidIn: '219350.00', result: '3400.00' })
    await post('spot-buy', 'coin', { MXN: -1_700_00n, BTC: 100_000n })
    const costOf = async () => (await read()).holdings.find(({ asset }) => asset === 'BTC')
    expect(await costOf()).toMatchObject({ cost: '1700.00', costUnknown: '0.00100000' })
    await post('withdrawal', 'coin', { BTC: -150_000n })
    expect(await costOf()).toMatchObject({ cost: '850.00', costUnknown: '0.00000000' })
    await post('withdrawal-return', 'coin', { BTC: 150_000n })
    expect(await costOf()).toMatchObject({ cost: '1700.00', costUnknown: '0.00100000' })
  })

  it('knows what USDT cost that was bought for pesos, and adds one asset of two purses up before it rounds', async () => {
    await post('spot-buy', 'coin', { MXN: -13_000_00n, USDT: 800_000_000n })
    const usdt = (await read()).holdings.find(({ asset }) => asset === 'USDT')
    expect(usdt).toMatchObject({ kind: 'coin', cost: '13000.00', result: '1800.00', costUnknown: '100.000000' })
    const { total, allocation, holdings } = await read()
    const sum = (values: readonly (string | undefined)[]) => values.reduce((all, one) => all + Number(one), 0)
    expect(sum(allocation.map(({ value }) => value))).toBeCloseTo(Number(total?.value), 2)
    expect(holdings.length).toBeGreaterThan(3)
  })

  it('is a restricted customer’s too, and nobody else’s', async () => {
    const path = '/ipcf-api/user/portfolio'
    expect((await app.ask({ path, token: testCustomer(2, 0).token })).json).toMatchObject({ data: { holdings: [] } })
    expect((await app.ask({ path })).json.code).toBe(-1000)
  })
})

describe('what sales brought', () => {
  const list = async (query = '') =>
    replyOf(results, await app.ask({ path: `/ipcf-api/user/portfolio/results${query}`, token }))

  it('is listed newest first, each in its money, with sums over all of them', async () => {
    await post('stock-sell', 'stock', { MXN: 6_600_00n, 'STK:WALMEX.MX': -100n })
    const { rows, sums } = await list()
    // A tenth of 60,100.00.
    expect(rows[0]).toMatchObject({
      ...{ kind: 'share', symbol: 'WALMEX.MX', currency: 'MXN', net: '6600.00', result: '590.00' },
      cost: [{ currency: 'MXN', amount: '6010.00' }],
    })
    // Bought for USDT and sold for pesos: what rates did is no result of the sale.
    const coin = rows.find(({ asset }) => asset === 'BTC')
    expect(coin).toMatchObject({ kind: 'coin', cost: [{ currency: 'USDT' }] })
    expect(coin).not.toHaveProperty('result')
    const pesos = sums.find(({ currency }) => currency === 'MXN')
    expect(pesos).toMatchObject({ sales: rows.filter(({ currency }) => currency === 'MXN').length, result: '590.00' })
    expect(pesos?.without).toBe(
      rows.filter(({ currency, result }) => currency === 'MXN' && result === undefined).length,
    )
  })

  it('comes by kind and in pages, each row once, with the sums of all on each', async () => {
    const whole = await list()
    expect((await list('?kind=share')).rows.map(({ kind }) => kind)).toEqual(['share'])
    const seen: string[] = []
    let next: string | undefined
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(
        `?limit=1${next === undefined ? '' : `&cursor=${next}`}`,
      )
      expect(page.sums).toEqual(whole.sums)
      seen.push(...page.rows.map(({ entrySeq }) => entrySeq))
      next = page.next
    } while (next !== undefined)
    expect(seen).toEqual(whole.rows.map(({ entrySeq }) => entrySeq))
    const last = whole.rows.at(-1)
    expect((await list(`?since=${(last?.at ?? 0) + 1_000_000_000}`)).rows).toEqual([])
  })

  it.each(['?kind=bond', '?cursor=x', '?since=never'])('refuses %s with the name of the field', async (query) => {
    const answer = await app.ask({ path: `/ipcf-api/user/portfolio/results${query}`, token })
    expect(answer.status).toBe(400)
    expect(answer.json.data).toMatchObject({ field: query.slice(1, query.indexOf('=')) })
  })
})
