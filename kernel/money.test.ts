import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allocate,
  compare,
  currencies,
  minus,
  money,
  plus,
  readMoney,
  sum,
  times,
  writeMoney,
  writeMoneyAndCode,
} from './money.ts'
import { averagePriceUnits, isOnTick, nearestTicks, notional, priceOf, quantityOf, tickAt } from './price.ts'

const { MXN, USD } = currencies
const mxn = (minor: bigint) => money(minor, MXN)

describe('money', () => {
  it('adds and subtracts one asset and refuses to mix two', () => {
    expect(plus(mxn(150n), mxn(50n)).minor).toBe(200n)
    expect(minus(mxn(150n), mxn(50n)).minor).toBe(100n)
    expect(() => plus(mxn(1n), money(1n, USD))).toThrow('cannot mix MXN and USD')
    expect(() => compare(mxn(1n), money(1n, USD))).toThrow('cannot mix')
  })

  it('writes and reads the wire', () => {
    expect(writeMoney(mxn(123450n))).toBe('1234.50')
    expect(writeMoneyAndCode(mxn(123450n))).toBe('1234.50 MXN')
    expect(readMoney('1234.5', MXN)).toEqual({ kind: 'value', money: mxn(123450n) })
    expect(readMoney('1.005', MXN)).toEqual({ kind: 'too-many-decimals', scale: 2 })
  })

  it('rounds a product as named', () => {
    expect(times(mxn(1005n), 25n, 10_000n, 'down').minor).toBe(2n)
    expect(times(mxn(1005n), 25n, 10_000n, 'up').minor).toBe(3n)
  })
})

describe('allocate', () => {
  it('gives 1.25, 1.13 and 0.12 for 2.50 by 50:45:5', () => {
    expect(allocate(mxn(250n), [50n, 45n, 5n]).map((part) => part.minor)).toEqual([125n, 113n, 12n])
  })

  it('sums exactly, whatever the weights, and gives nobody more than one unit over the exact share', () => {
    const weights = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        weights.filter((list) => list.some((weight) => weight > 0n)),
        (amount, list) => {
          const total = list.reduce((a, b) => a + b, 0n)
          const parts = allocate(mxn(amount), list)
          expect(sum(parts, MXN).minor).toBe(amount)
          parts.forEach((part, index) => {
            const floor = (amount * (list[index] ?? 0n)) / total
            expect(part.minor === floor || part.minor === floor + 1n).toBe(true)
          })
        },
      ),
    )
  })

  it('refuses weights without a sum', () => {
    expect(() => allocate(mxn(1n), [0n, 0n])).toThrow('weights')
    expect(() => allocate(mxn(-1n), [1n])).toThrow('amounts ≥ 0')
  })
})

describe('prices', () => {
  const scale = { priceScale: 4, quantityScale: 6, quote: USD }

  it('come to money by one road, rounded once', () => {
    // 231.5401 × 0.333333 = 77.1799…
    expect(notional(priceOf(2315401n), quantityOf(333333n), scale, 'down').minor).toBe(7717n)
    expect(notional(priceOf(2315401n), quantityOf(333333n), scale, 'up').minor).toBe(7718n)
  })

  it('move on the tick of their range: BMV 0.001 below 1.00, 0.01 from there', () => {
    const table = [
      { from: priceOf(0n), tick: 1n },
      { from: priceOf(1000n), tick: 10n },
    ]
    expect(tickAt(priceOf(999n), table)).toBe(1n)
    expect(tickAt(priceOf(1000n), table)).toBe(10n)
    expect(isOnTick(priceOf(62_480n), table)).toBe(true)
    expect(isOnTick(priceOf(62_485n), table)).toBe(false)
    expect(nearestTicks(priceOf(62_485n), table)).toEqual({ below: 62_480n, above: 62_490n })
    expect(nearestTicks(priceOf(62_480n), table)).toEqual({ below: 62_480n, above: 62_480n })
  })

  it('average back to what was paid, for showing', () => {
    // 3,119.80 MXN for 50 is 62.396
    const bmv = { priceScale: 2, quantityScale: 0, quote: MXN }
    expect(averagePriceUnits(mxn(311_980n), quantityOf(50n), bmv, 2)).toBe(623_960n)
    expect(averagePriceUnits(mxn(1n), quantityOf(0n), bmv, 2)).toBe(0n)
  })
})
