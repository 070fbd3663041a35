import { currencies, money, tradeDate } from '@bolsillo/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { affordable, costOf, type FeeSchedule, feeScheduleAt, feeScheduleOf, feeSchedules } from './fees.ts'

const pesos = (minor: bigint) => money(minor, currencies.MXN)
const mexican = feeScheduleOf('mx-2024')
const withMinimum: FeeSchedule = { ...mexican, feeMin: 500n }
const schedule = fc.constantFrom(mexican, withMinimum)
const amount = fc.bigInt({ min: 0n, max: 10n ** 13n })
const side = fc.constantFrom('buy' as const, 'sell' as const)

describe('the cost of a trade', () => {
  it.each([
    // 311,980 × 25 bps = 779.95, rounded down; 16 % of 779 = 124.64, rounded down.
    ['buy', 311_980n, mexican, 779n, 124n, 312_883n],
    ['sell', 311_980n, mexican, 779n, 124n, 311_077n],
    ['buy', 1000n, withMinimum, 500n, 80n, 1580n],
    ['sell', 1000n, withMinimum, 500n, 80n, 420n],
    // A sale never costs more than it brings: 300 = 259 + 41 of VAT.
    ['sell', 300n, withMinimum, 258n, 41n, 1n],
    ['buy', 0n, withMinimum, 0n, 0n, 0n],
  ] as const)('of a %s of %d is as published', (kind, minor, published, fee, vat, total) => {
    const cost = costOf(kind, pesos(minor), published)
    expect([cost.fee.minor, cost.vat.minor, cost.total.minor]).toEqual([fee, vat, total])
  })

  it('never falls when the amount rises, and never makes a sale cost more than it brings', () => {
    fc.assert(
      fc.property(side, amount, fc.bigInt({ min: 0n, max: 10n ** 6n }), schedule, (kind, minor, more, published) => {
        const [less, greater] = [costOf(kind, pesos(minor), published), costOf(kind, pesos(minor + more), published)]
        expect(greater.fee.minor >= less.fee.minor && greater.vat.minor >= less.vat.minor).toBe(true)
        // Where commission and VAT both step up, one unit more brings one less; of a sale that the least commission takes
        // whole, two units are what rounding leaves. Beyond that, whoever sells more receives more.
        const rest = kind === 'buy' ? 0n : greater.fee.minor < published.feeMin ? 2n : 1n
        expect(greater.total.minor + rest >= less.total.minor && less.total.minor >= 0n).toBe(true)
      }),
    )
  })

  it('of a sale rises by two units where commission and VAT step up together, for one unit more that is sold', () => {
    const of = (minor: bigint) => costOf('sell', pesos(minor), mexican)
    const [less, greater] = [of(9_952_492_827_599n), of(9_952_492_827_600n)]
    expect([greater.fee.minor - less.fee.minor, greater.vat.minor - less.vat.minor]).toEqual([1n, 1n])
    expect(less.total.minor - greater.total.minor).toBe(1n)
  })

  it('is never rounded against the customer', () => {
    fc.assert(
      fc.property(side, amount, (kind, minor) => {
        const { fee, vat } = costOf(kind, pesos(minor), mexican)
        expect(fee.minor * 10_000n <= minor * mexican.feeBps).toBe(true)
        expect(vat.minor * 10_000n <= fee.minor * mexican.vatBps).toBe(true)
      }),
    )
  })
})

describe('a trade in parts', () => {
  it('gains no more than the two units a part that are rounded in the customer’s favour', () => {
    const minors = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(side, minors, schedule, (kind, parts, published) => {
        const total = (minor: bigint) => costOf(kind, pesos(minor), published).total.minor
        const whole = total(parts.reduce((sum, part) => sum + part, 0n))
        const pieces = parts.reduce((sum, part) => sum + total(part), 0n)
        const gained = kind === 'buy' ? whole - pieces : pieces - whole
        expect(gained <= 2n * BigInt(parts.length)).toBe(true)
      }),
    )
  })
})

describe('what an amount buys', () => {
  it('is the most that fits with commission and VAT', () => {
    fc.assert(
      fc.property(amount, schedule, (minor, published) => {
        const most = affordable(pesos(minor), published)
        const cost = (units: bigint) => costOf('buy', pesos(units), published).total.minor
        expect(most.minor === 0n || cost(most.minor) <= minor).toBe(true)
        expect(cost(most.minor + 1n) > minor).toBe(true)
      }),
    )
  })
})

describe('the published schedules', () => {
  it('are found by market and day, and keep their names', () => {
    expect(feeScheduleAt('US', tradeDate('2026-03-02')).id).toBe('us-2024')
    expect(feeScheduleAt('MX', tradeDate('2020-01-01')).id).toBe('mx-2024')
    expect(new Set(feeSchedules.map(({ id }) => id)).size).toBe(feeSchedules.length)
  })
})
