import { currencies, instant, type Price, priceOf, tradedCoins, writeMoney } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { type Prices, totalOf, worthIn } from './prices.ts'

const { MXN, USD, BRL } = currencies
const { USDT } = tradedCoins

interface Given {
  readonly [instrument: string]: bigint
}

/** Prices of markets as given; rates of pairs with four decimals. Everything in `stale` is old. */
function pricesOf(last: Given, mids: Given = {}, stale: readonly string[] = []): Prices {
  const price = (id: string): Price | undefined => (last[id] === undefined ? undefined : priceOf(last[id]))
  return {
    last: (id) => {
      const found = price(id)
      return found && { price: found, isGenerated: false, stale: stale.includes(id) }
    },
    midOf: (one, other) => {
      for (const [base, quote] of [
        [one, other],
        [other, one],
      ] as const) {
        const mid = mids[`${base.code}/${quote.code}`]
        const read = { source: 'simulated', sequence: 7n, at: instant(0), isGenerated: false }
        if (mid !== undefined) return { ...read, base, quote, mid, scale: 4, stale: stale.includes('USD/MXN') }
      }
      return undefined
    },
  }
}

const dollars = { 'USD/MXN': 182_025n }
const held = (units: Readonly<Record<string, bigint>>) =>
  Object.entries(units).map(([asset, minor]) => ({ asset, units: minor }))

describe('a total', () => {
  it('adds cash and shares of both currencies up in pesos', () => {
    const prices = pricesOf({ 'WALMEX.MX': 50_000n }, dollars)
    const total = totalOf(prices, held({ MXN: 4_500_000n, USD: 51_218n, 'STK:WALMEX.MX': 200n }))
    expect([total.cash, total.assets, total.all].map(writeMoney)).toEqual(['54322.96', '10000.00', '64322.96'])
    const inDollars = worthIn(prices, 'MXN', total.all.minor, USD)
    expect(inDollars && writeMoney(inDollars.money)).toBe('3533.74')
  })

  it('needs no rate when there are no dollars', () => {
    expect(totalOf(pricesOf({}), held({ MXN: 100n, USD: 0n }))).toMatchObject({ all: { minor: 100n }, unrated: [] })
  })

  it('names money without a rate, and what has no price', () => {
    expect(totalOf(pricesOf({}), held({ MXN: 100n, USD: 1n })).unrated).toEqual(['USD'])
    expect(totalOf(pricesOf({ 'AAPL.US': 2_300_000n }), held({ 'STK:AAPL.US': 1_000_000n })).unrated).toEqual(['USD'])
    expect(totalOf(pricesOf({}, dollars), held({ BRL: 1n })).unrated).toEqual(['BRL'])
    expect(totalOf(pricesOf({}), held({ BTC: 1n, 'STK:GONE.MX': 1n })).unpriced).toEqual(['BTC', 'STK:GONE.MX'])
  })

  it('adds reals up at their own rate, or by way of dollars', () => {
    expect(totalOf(pricesOf({}, { 'BRL/MXN': 34_207n }), held({ MXN: 100_00n, BRL: 10_00n })).all.minor).toBe(134_21n)
    expect(worthIn(pricesOf({}, { ...dollars, 'BRL/USD': 2_000n }), BRL.code, 10_00n, MXN)?.money.minor).toBe(36_40n)
  })
})

describe('what coins are worth', () => {
  it('is read in pesos where they trade in pesos, else in USDT and that in pesos, and says when either is stale', () => {
    const markets = { 'BTC-MXN': 169_000_000n, 'DOT-USDT': 2_750n }
    expect(worthIn(pricesOf({}), 'BTC', 1n, MXN)).toBeUndefined()
    expect(worthIn(pricesOf(markets), 'DOT', 1n, MXN)).toBeUndefined()
    const all = { ...markets, 'USDT-MXN': 18_470n }
    // A hundredth of a coin at MX$ 1,690,000; ten DOT at 2.750 USDT at MX$ 18.47.
    expect(worthIn(pricesOf(all), 'BTC', 1_000_000n, MXN)).toMatchObject({ money: { minor: 1_690_000n }, stale: false })
    expect(worthIn(pricesOf(all), 'DOT', 10_000_000n, MXN)).toMatchObject({ money: { minor: 50_792n, asset: MXN } })
    expect(worthIn(pricesOf(all), 'USDT', 1_000_000n, MXN)).toMatchObject({ money: { minor: 1_847n } })
    const old = pricesOf(all, {}, ['DOT-USDT'])
    expect(worthIn(old, 'USDT', 1_000_000n, MXN)?.stale).toBe(false)
    expect(worthIn(old, 'DOT', 10_000_000n, MXN)?.stale).toBe(true)
  })

  it('in USDT is read in their market, and of pesos in that of USDT', () => {
    const prices = pricesOf({ 'ETH-USDT': 310_000n, 'USDT-MXN': 18_470n })
    expect(worthIn(prices, 'USDT', 5n, USDT)?.money.minor).toBe(5n)
    expect(worthIn(prices, 'MXN', 18_47n, USDT)?.money.minor).toBe(1_000_000n)
    expect(worthIn(prices, 'SOL', 1n, USDT)).toBeUndefined()
    expect(worthIn(pricesOf({}), 'SOL', 0n, USDT)?.money.minor).toBe(0n)
  })
})
