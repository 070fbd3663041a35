import { currencies, priceOf, quantityOf } from '@bolsillo/kernel'
import type { SectorKey } from '@bolsillo/market/domain'
import { sectorDays, sortList } from '@bolsillo/market/domain'
import { executionQuality } from '@bolsillo/trading/domain'
import { describe, expect, it } from 'vitest'
import { type HoldingFacts, holdingResult, incomeInOne, incomeOf } from './income.ts'

const { MXN, USD } = currencies
const holding: HoldingFacts = {
  scale: { priceScale: 2, quantityScale: 0, quote: MXN },
  quantity: quantityOf(150n),
  cost: 9_000_00n,
  realised: 120_00n,
  fees: 20_00n,
  vat: 3_20n,
  last: priceOf(62_00n),
  previousClose: priceOf(61_00n),
  bought: { quantity: quantityOf(50n), paid: 3_080_00n },
  sold: { quantity: quantityOf(0n), received: 0n },
}

describe('the result of a holding', () => {
  it('is its value less what it cost, and today’s change counts purchases at what they cost', () => {
    expect(holdingResult(holding)).toEqual({
      value: 9_300_00n,
      unrealised: 300_00n,
      unrealisedBps: 333n,
      // 150 × 62 − 100 × 61 − 3,080
      today: 120_00n,
      todayBps: 131n,
    })
  })

  it('of what was sold whole today is what it brought against yesterday’s close', () => {
    const sold = { ...holding, quantity: quantityOf(0n), cost: 0n, bought: { quantity: quantityOf(0n), paid: 0n } }
    const result = holdingResult({ ...sold, sold: { quantity: quantityOf(10n), received: 630_00n } })
    expect(result.today).toBe(20_00n)
    expect(result.unrealisedBps).toBeUndefined()
  })

  it('is unknown without a price', () => {
    expect(holdingResult({ ...holding, last: undefined }).value).toBeUndefined()
  })
})

describe('income', () => {
  it('adds up a currency, and both in pesos at the middle', () => {
    const pesos = incomeOf(MXN, { posted: 1_000_00n, held: 100_00n }, [holding])
    const dollars = incomeOf(USD, { posted: 10_00n, held: 0n }, [])
    const rate = { base: USD, quote: MXN, mid: 184_321n, scale: 4 }
    expect(pesos).toMatchObject({ cash: 1_000_00n, value: 9_300_00n, unrealised: 300_00n, today: 120_00n })
    expect(pesos.todayBase).toBe(9_180_00n)
    expect(incomeInOne([pesos, dollars], rate)).toMatchObject({ cash: 1_184_32n, value: 9_300_00n })
  })
})

describe('market lists', () => {
  const row = (id: string, turnover: bigint, changeBps: bigint | undefined, sector: SectorKey = 'finance') => ({
    id,
    name: id,
    sector,
    turnover,
    changeBps,
    liquidity: id === 'B' ? 5 : 3,
    isChangeGenerated: id === 'A',
  })
  const rows = [
    row('A', 10n, 50n),
    row('B', 30n, -20n),
    row('C', 20n, undefined, 'materials'),
    row('D', 30n, 50n, 'materials'),
  ]
  it.each([
    ['turnover', 'BDCA'],
    ['gainers', 'DA'],
    ['losers', 'B'],
    ['name', 'ABCD'],
  ] as const)('by %s', (sort, expected) => {
    expect(
      sortList(rows, sort)
        .map((one) => one.id)
        .join(''),
    ).toBe(expected)
  })

  it('weigh a sector’s day by turnover', () => {
    expect(sectorDays(rows)).toEqual([
      { sector: 'materials', instruments: 2, changeBps: 30n },
      { sector: 'finance', instruments: 2, changeBps: -2n, generated: 'part' },
    ])
  })
})

describe('execution quality', () => {
  const base = { limitPrice: undefined, bid: priceOf(62_40n), ask: priceOf(62_41n) }
  const fill = (price: bigint, quantity: bigint) => ({ price: priceOf(price), quantity: quantityOf(quantity) })

  it('of a purchase at the ask is the quoted spread, with no slippage', () => {
    expect(executionQuality({ ...base, side: 'buy', fills: [fill(62_41n, 50n)] })).toEqual({
      effectiveSpreadTenths: 16n,
      slippageBps: 0n,
    })
  })

  it('is the mirror for a sale', () => {
    expect(executionQuality({ ...base, side: 'sell', fills: [fill(62_40n, 50n)] })).toEqual({
      effectiveSpreadTenths: 16n,
      slippageBps: 0n,
    })
  })

  it('is below zero when better than the middle, and says nothing without fills', () => {
    const better = executionQuality({ ...base, side: 'buy', fills: [fill(62_39n, 30n), fill(62_40n, 20n)] })
    expect(better.effectiveSpreadTenths).toBe(-35n)
    expect(executionQuality({ ...base, side: 'buy', fills: [] }).slippageBps).toBeUndefined()
  })
})
