import { currencies, decimalUnits, money } from '@bolsillo/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversionFor, largestTarget, type MidRate } from './conversion-sums.ts'

const { MXN, USD } = currencies
const rate = (mid: string): MidRate => ({ base: USD, quote: MXN, mid: decimalUnits(mid, 4), scale: 4 })

describe('a conversion', () => {
  it('takes the middle and the published spread, the spread apart', () => {
    const conversion = conversionFor(money(100_00n, USD), rate('18.4321'), 30n)
    expect(conversion.charge).toEqual(money(5_52n, MXN))
    expect(conversion.source).toEqual(money(1848_73n, MXN))
  })

  it('works in both directions', () => {
    const conversion = conversionFor(money(1843_21n, MXN), rate('18.4321'), 0n)
    expect(conversion.source).toEqual(money(100_00n, USD))
  })

  it('never gains there and back, for any rate and amount from one unit', () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 12n), fc.bigInt(1n, 10n ** 9n), fc.bigInt(0n, 500n), (minor, mid, spread) => {
        const at: MidRate = { base: USD, quote: MXN, mid, scale: 4 }
        const there = conversionFor(money(minor, USD), at, spread)
        if (there.source.minor === 0n) return
        const back = largestTarget(money(minor, USD), at, spread)
        expect(back.minor <= there.source.minor).toBe(true)
      }),
    )
  })

  it('finds the most an amount can be converted to', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1n, 10n ** 12n),
        fc.bigInt(1_0000n, 10n ** 6n),
        fc.bigInt(0n, 500n),
        (minor, mid, spread) => {
          const at: MidRate = { base: USD, quote: MXN, mid, scale: 4 }
          const target = largestTarget(money(minor, MXN), at, spread)
          expect(conversionFor(target, at, spread).source.minor <= minor).toBe(true)
          expect(conversionFor(money(target.minor + 1n, USD), at, spread).source.minor > minor).toBe(true)
        },
      ),
    )
  })

  it('in parts never takes less than in one piece but for the charge, which is rounded down once a part', () => {
    const minors = fc.array(fc.bigInt(1n, 10n ** 9n), { minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(minors, fc.bigInt(1n, 10n ** 9n), fc.bigInt(0n, 500n), (parts, mid, spread) => {
        const at: MidRate = { base: USD, quote: MXN, mid, scale: 4 }
        const whole = conversionFor(
          money(
            parts.reduce((sum, part) => sum + part, 0n),
            USD,
          ),
          at,
          spread,
        )
        const pieces = parts.map((part) => conversionFor(money(part, USD), at, spread))
        const taken = pieces.reduce((sum, { source }) => sum + source.minor, 0n)
        const charged = pieces.reduce((sum, { charge }) => sum + charge.minor, 0n)
        expect(taken - charged >= whole.source.minor - whole.charge.minor).toBe(true)
        expect(whole.source.minor - taken <= BigInt(parts.length)).toBe(true)
      }),
    )
  })
})
