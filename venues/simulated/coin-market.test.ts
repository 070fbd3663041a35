import { instant, present } from '@bolsillo/kernel'
import { instrumentOf, simulatedInstruments } from '@bolsillo/market/domain'
import { describe, expect, it } from 'vitest'
import { createSimulatedWorld } from './index.ts'
import { inSession, runMarket } from './testing/running-market.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const sunday = Date.UTC(2026, 10, 15, 4)
const middle = (market: Awaited<ReturnType<typeof runMarket>>, id: string): number =>
  (market.marketOf(id).bestBid() + market.marketOf(id).bestAsk()) / 2

describe('the simulated market of coins', () => {
  it('trades on a Sunday night when exchanges rest, and on with exchange hours', async () => {
    const market = await runMarket({ instruments: ['BTC-USDT', 'AAPL.US'], at: sunday, hours: 'exchange' })
    market.runMs(60_000)
    expect(market.marketOf('BTC-USDT').levels('buy')).toBeGreaterThanOrEqual(10)
    expect(market.marketOf('AAPL.US').levels('buy')).toBe(0)
    expect(market.news.some(({ instrumentId, trade }) => instrumentId === 'BTC-USDT' && trade !== undefined)).toBe(true)
  })

  it('moves every day alike: no calmer at weekends', () => {
    const world = createSimulatedWorld(11, simulatedInstruments)
    const spread = (offset: number): number => {
      let sum = 0
      for (let week = 0; week < 150; week += 1) {
        const from = sunday + offset * dayMs - week * 7 * dayMs
        sum += (world.logAt('BTC-USDT', from + dayMs) - world.logAt('BTC-USDT', from)) ** 2
      }
      return Math.sqrt(sum / 150)
    }
    const [weekend, midweek] = [spread(0), spread(3)]
    expect(weekend).toBeGreaterThan(0.012)
    expect(weekend / midweek).toBeGreaterThan(0.7)
    expect(weekend / midweek).toBeLessThan(1.4)
  })

  it('keeps a coin in pesos at the coin times the dollar, and a tether at a dollar', () => {
    const world = createSimulatedWorld(5, simulatedInstruments)
    for (let i = 0; i < 200; i += 1) {
      const at = inSession - i * 7 * hourMs
      const dollar = world.logAt('USD/MXN', at)
      expect(Math.abs(world.logAt('BTC-MXN', at) - world.logAt('BTC-USDT', at) - dollar)).toBeLessThan(0.0025)
      expect(Math.abs(world.logAt('USDT-MXN', at) - dollar)).toBeLessThan(0.0025)
    }
  })

  it('gives an index of three that err each by itself, within a few hundredths of a percent', async () => {
    const market = await runMarket({ instruments: ['BTC-USDT', 'BTC-USDT-PERP'] })
    const apart: number[][] = [[], [], []]
    for (let i = 0; i < 120; i += 1) {
      market.runMs(2000)
      const now = market.clock.now()
      const said = market.indexOf('BTC-USDT', now)
      expect(said.map(({ venue }) => venue)).toEqual(['simulated-one', 'simulated-two', 'simulated-three'])
      for (const [k, { price, at }] of said.entries()) {
        expect(now - at).toBeGreaterThanOrEqual(0)
        expect(now - at).toBeLessThanOrEqual(1000)
        apart[k]?.push(Number(price) / middle(market, 'BTC-USDT') - 1)
      }
      expect(Math.abs(middle(market, 'BTC-USDT-PERP') / middle(market, 'BTC-USDT') - 1)).toBeLessThan(0.006)
    }
    for (const errors of apart) {
      expect(Math.max(...errors.map(Math.abs))).toBeLessThan(0.004)
      expect(new Set(errors.map((error) => error.toFixed(7))).size).toBeGreaterThan(60)
    }
    expect(correlation(apart[0] ?? [], apart[1] ?? [])).toBeLessThan(0.95)
    expect(market.indexOf('BTC-USDT-PERP', market.clock.now())).toEqual([])
    expect(market.indexOf('AAPL.US', market.clock.now())).toEqual([])
  })

  it('keeps a contract in the units of its coin', () => {
    for (const perpetual of simulatedInstruments.filter(({ kind }) => kind === 'perpetual')) {
      const coin = present(instrumentOf(perpetual.underlying ?? ''), 'the coin of a contract')
      expect(perpetual.scale).toEqual(coin.scale)
      expect(perpetual.lot % coin.lot).toBe(0n)
    }
  })
})

describe('a crash chosen before the start', () => {
  const scenario = { kind: 'crash', at: inSession + 60_000 } as const

  it('falls by a third to a half within a minute and recovers over hours; the same seed is the same crash', () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const [calm, struck] = [
        createSimulatedWorld(seed, simulatedInstruments),
        createSimulatedWorld(seed, simulatedInstruments, scenario),
      ]
      const effect = (afterMs: number): number =>
        Math.exp(struck.logAt('BTC-USDT', scenario.at + afterMs) - calm.logAt('BTC-USDT', scenario.at + afterMs))
      expect(effect(0)).toBe(1)
      expect(effect(61_000)).toBeGreaterThan(0.5)
      expect(effect(61_000)).toBeLessThan(0.75)
      expect(effect(3 * hourMs)).toBeGreaterThan(effect(61_000))
      expect(effect(60 * hourMs)).toBe(1)
      expect(struck.logAt('AAPL.US', scenario.at + 61_000)).toBe(calm.logAt('AAPL.US', scenario.at + 61_000))
      expect(struck.logAt('USDT-MXN', scenario.at + 61_000)).toBe(calm.logAt('USDT-MXN', scenario.at + 61_000))
    }
  })

  it('reaches the books, the contract and the index alike', async () => {
    const ids = ['BTC-USDT', 'BTC-MXN', 'BTC-USDT-PERP']
    const market = await runMarket({ instruments: ids, scenario })
    market.runMs(55_000)
    const before = ids.map((id) => middle(market, id))
    market.runMs(70_000)
    for (const [i, id] of ids.entries()) {
      const ratio = middle(market, id) / (before[i] ?? 1)
      expect(ratio, id).toBeGreaterThan(0.5)
      expect(ratio, id).toBeLessThan(0.78)
    }
    const [first] = market.indexOf('BTC-USDT', instant(market.clock.now()))
    expect(Number(first?.price) / middle(market, 'BTC-USDT')).toBeCloseTo(1, 2)
  })
})

function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (of: readonly number[]): number => of.reduce((sum, x) => sum + x, 0) / of.length
  const [ma, mb] = [mean(a), mean(b)]
  const sum = (f: (i: number) => number): number => a.reduce((total, _x, i) => total + f(i), 0)
  const da = (i: number): number => (a[i] ?? 0) - ma
  const db = (i: number): number => (b[i] ?? 0) - mb
  return sum((i) => da(i) * db(i)) / Math.sqrt(sum((i) => da(i) ** 2) * sum((i) => db(i) ** 2))
}
