import { isOnTick, priceOf } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { messages } from '../messages/es-ES.ts'
import {
  constituentsOf,
  indexLevel,
  indicesOf,
  instrumentOf,
  instruments,
  isTradable,
  priceDecimals,
  sectors,
  writePercent,
  writePrice,
  writeQuantity,
  writeTurnover,
} from './index.ts'
import { compositions } from './instruments/constituents-data.ts'

const of = (id: string) => {
  const found = instrumentOf(id)
  if (found === undefined) throw new Error(`no ${id}`)
  return found
}

describe('instruments', () => {
  it('are as many as promised, each once', () => {
    const count = (country: string) => instruments.filter((one) => one.country === country && isTradable(one)).length
    expect(count('MX')).toBeGreaterThanOrEqual(38)
    expect(count('US')).toBeGreaterThanOrEqual(48)
    expect(new Set(instruments.map(({ id }) => id)).size).toBe(instruments.length)
    expect(['IPC.MX', 'SPX.US', 'NDX.US', 'DJI.US', 'USD/MXN', 'BRL/USD'].every((id) => !isTradable(of(id)))).toBe(true)
  })

  it('are sound: a name, a known sector, a price on its tick, bounds in whole lots, a mark', () => {
    for (const one of instruments) {
      expect(one.name.length, one.id).toBeGreaterThan(1)
      expect(sectors).toContain(one.sector)
      expect(messages.sectors[one.sector].length).toBeGreaterThan(1)
      expect(isOnTick(one.referencePrice, one.ticks), one.id).toBe(true)
      expect(one.quantityMin).toBeLessThanOrEqual(one.quantityMax)
      expect(one.quantityMax % one.lot, one.id).toBe(0n)
      expect(one.monogram.letters).toMatch(/^[A-Z0-9]{1,2}$/)
      expect(one.monogram.color).toMatch(/^#[0-9a-f]{6}$/)
      expect(one.settlementDays).toBe(one.settlement.at(-1)?.days)
      expect(one.volatility).toBeGreaterThan(0)
    }
  })

  it('have colours their letters can be read on', () => {
    const luminance = (hex: string): number =>
      [1, 3, 5]
        .map((i) => Number.parseInt(hex.slice(i, i + 2), 16) / 255)
        .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0)
    for (const { monogram } of instruments) {
      const [light, dark] = [luminance(monogram.ink), luminance(monogram.color)].sort((a, b) => b - a)
      expect(((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05), monogram.color).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('have the tick of their exchange', () => {
    const [mx, us] = [of('WALMEX.MX'), of('AAPL.US')]
    expect([990n, 991n, 1000n, 1005n, 1010n].map((p) => isOnTick(priceOf(p), mx.ticks))).toEqual([
      true,
      true,
      true,
      false,
      true,
    ])
    expect([9_999n, 10_000n, 10_001n, 10_100n].map((p) => isOnTick(priceOf(p), us.ticks))).toEqual([
      true,
      true,
      false,
      true,
    ])
    expect([priceDecimals(mx, priceOf(999n)), priceDecimals(mx, priceOf(61_900n))]).toEqual([3, 2])
    expect([priceDecimals(us, priceOf(9_999n)), priceDecimals(us, priceOf(2_684_000n))]).toEqual([4, 2])
  })
})

describe('what the wire says', () => {
  it('writes prices with the decimals of their tick, and recorded ones finer than that in full', () => {
    expect(writePrice(priceOf(61_900n), of('WALMEX.MX'))).toBe('61.90')
    expect(writePrice(priceOf(915n), of('CULTIBA.MX'))).toBe('0.915')
    expect(writePrice(priceOf(4_479_150n), of('SPY.US'))).toBe('447.9150')
    expect(writePrice(priceOf(6_218_000n), of('IPC.MX'))).toBe('62180.00')
    expect(writePrice(priceOf(184_712n), of('USD/MXN'))).toBe('18.4712')
  })

  it('writes quantities without useless zeros, turnover in money, change in percent', () => {
    expect(writeQuantity(of('AAPL.US').lot, of('AAPL.US'))).toBe('1')
    expect(writeQuantity(of('AAPL.US').quantityMin, of('AAPL.US'))).toBe('0.0001')
    expect(writeQuantity(of('WALMEX.MX').quantityMax, of('WALMEX.MX'))).toBe('1000000')
    expect(writeTurnover(61_905n * 3n, of('WALMEX.MX'))).toBe('185.72')
    expect(writePercent(9_800n, 10_000n)).toBe('-2.00')
    expect(writePercent(1n, 0n)).toBe('0.00')
  })
})

describe('indices', () => {
  it('have constituents that are listed, with the weights of the data', () => {
    for (const { indexId, weights } of compositions) {
      expect(constituentsOf(indexId)).toHaveLength(Object.keys(weights).length)
      for (const { instrumentId, weight } of constituentsOf(indexId)) {
        expect(isTradable(of(instrumentId))).toBe(true)
        expect(weight).toBeGreaterThan(0n)
        expect(indicesOf(instrumentId)).toContain(indexId)
      }
    }
    expect(constituentsOf('IPC.MX')).toHaveLength(35)
    expect(constituentsOf('DJI.US')).toHaveLength(30)
  })

  it('are at their base while nothing moved, and move as a whole when all move alike', () => {
    const base = priceOf(6_218_000n)
    expect(indexLevel('IPC.MX', base, () => ({ price: priceOf(500n), base: priceOf(500n) }))).toBe(base)
    expect(indexLevel('IPC.MX', base, () => ({ price: priceOf(505n), base: priceOf(500n) }))).toBe(6_280_180n)
  })

  it('move by a constituent’s weight', () => {
    const base = priceOf(1_000_000n)
    const level = indexLevel('IPC.MX', base, (id) => ({
      price: priceOf(id === 'WALMEX.MX' ? 1100n : 1000n),
      base: priceOf(1000n),
    }))
    const total = constituentsOf('IPC.MX').reduce((sum, { weight }) => sum + weight, 0n)
    const exact = Number(base) * (1 + (0.1 * 1000) / Number(total))
    expect(Math.abs(Number(level) - exact)).toBeLessThanOrEqual(0.5)
  })

  it('have no value while a constituent has no price', () => {
    const level = indexLevel('IPC.MX', priceOf(1n), (id) =>
      id === 'Q.MX' ? undefined : { price: priceOf(1n), base: priceOf(1n) },
    )
    expect(level).toBeUndefined()
  })

  it('of price-weighted kind move alike for a dollar of any share', () => {
    const move = (changed: string) =>
      indexLevel('DJI.US', priceOf(4_624_500n), (id) => {
        const { referencePrice } = of(id)
        return { price: priceOf(referencePrice + (id === changed ? 10_000n : 0n)), base: referencePrice }
      })
    expect(move('AAPL.US')).toBe(move('NKE.US'))
  })
})
