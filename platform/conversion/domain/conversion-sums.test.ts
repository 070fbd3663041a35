import { type Asset, currencies, decimalUnits, instant, money } from '@bolsillo/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { conversionFor, conversionOf, largestTarget, type MidRate } from './conversion-sums.ts'
import { rateBetween, type SourcedMid, worstDetour } from './cross-rate.ts'

const { MXN, USD, BRL } = currencies
const rate = (mid: string): MidRate => ({ base: USD, quote: MXN, mid: decimalUnits(mid, 4), scale: 4 })
const at = (mid: bigint): MidRate => ({ base: USD, quote: MXN, mid, scale: 4 })

const amounts = fc.bigInt(1n, 10n ** 12n)
const mids = fc.bigInt(1n, 10n ** 9n)
const spreads = fc.bigInt(0n, 500n)
const parts = fc.array(fc.bigInt(1n, 10n ** 9n), { minLength: 2, maxLength: 12 })
const bothWays = [
  [USD, MXN],
  [MXN, USD],
] as const
const total = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n)

describe('a conversion', () => {
  it('that gives an exact target takes the middle, the published spread, and what rounding the sum adds', () => {
    const conversion = conversionFor(money(100_00n, USD), rate('18.4321'), 30n)
    expect(conversion).toEqual({
      target: money(100_00n, USD),
      charge: money(5_52n, MXN),
      rounding: money(1n, MXN),
      source: money(1848_74n, MXN),
    })
  })

  it('that gives from an exact source brings the most it pays for, and leaves what is too little for another cent', () => {
    const conversion = conversionOf(money(100_00n, MXN), rate('18.4700'), 30n)
    expect(conversion).toEqual({
      source: money(99_86n, MXN),
      target: money(5_39n, USD),
      charge: money(29n, MXN),
      rounding: money(1n, MXN),
    })
  })

  it('works in both directions', () => {
    expect(conversionFor(money(1843_21n, MXN), rate('18.4321'), 0n).source).toEqual(money(100_00n, USD))
  })

  it.each(bothWays)('never gains there and back, for any rate and amount from one unit: %o', (mine, other) => {
    fc.assert(
      fc.property(amounts, mids, spreads, (minor, mid, spread) => {
        const there = conversionOf(money(minor, mine), at(mid), spread).target
        if (there.minor === 0n) return
        expect(conversionOf(there, at(mid), spread).target.minor <= minor).toBe(true)
        const asked = conversionFor(money(minor, other), at(mid), spread).source
        expect(largestTarget(money(minor, other), at(mid), spread).minor <= asked.minor).toBe(true)
      }),
    )
  })

  it.each(bothWays)('finds the most an amount can be converted to: %o', (mine, other) => {
    fc.assert(
      fc.property(amounts, mids, spreads, (minor, mid, spread) => {
        const target = largestTarget(money(minor, mine), at(mid), spread)
        if (target.minor > 0n) expect(conversionFor(target, at(mid), spread).source.minor <= minor).toBe(true)
        expect(conversionFor(money(target.minor + 1n, other), at(mid), spread).source.minor > minor).toBe(true)
      }),
    )
  })

  it.each(bothWays)('in parts never takes less nor gives more than in one piece: %o', (mine, other) => {
    fc.assert(
      fc.property(parts, mids, spreads, (pieces, mid, spread) => {
        const whole = conversionFor(money(total(pieces), other), at(mid), spread).source.minor
        const taken = total(pieces.map((piece) => conversionFor(money(piece, other), at(mid), spread).source.minor))
        expect(taken >= whole).toBe(true)
        expect(taken - whole <= BigInt(pieces.length)).toBe(true)
        const given = total(pieces.map((piece) => conversionOf(money(piece, mine), at(mid), spread).target.minor))
        const atOnce = conversionOf(money(total(pieces), mine), at(mid), spread).target.minor
        expect(given <= atOnce).toBe(true)
        expect(atOnce - given <= BigInt(pieces.length)).toBe(true)
      }),
    )
  })

  it('shows all it takes: middle, charge and rounding are the source, and no fee is rounded against the customer', () => {
    fc.assert(
      fc.property(amounts, mids, spreads, fc.boolean(), (minor, mid, spread, exact) => {
        const { source, target, charge, rounding } = exact
          ? conversionOf(money(minor, MXN), at(mid), spread)
          : conversionFor(money(minor, USD), at(mid), spread)
        const exactMiddle = target.minor * mid
        expect(charge.minor * 10_000n * 10_000n <= exactMiddle * spread).toBe(true)
        expect(rounding.minor >= 0n && charge.minor + rounding.minor <= source.minor).toBe(true)
        expect(rounding.minor <= 1n).toBe(true)
        expect(source.minor <= minor || !exact).toBe(true)
      }),
    )
  })
})

describe('a cross', () => {
  const tick = (base: Asset, quote: Asset, mid: bigint, ms: number): SourcedMid => {
    const scale = base.code === 'BRL' ? 6 : 5
    return { base, quote, mid, scale, source: 'simulated', sequence: 7n, at: instant(ms), stale: false }
  }
  const market =
    (real: bigint, dollar: bigint, stale = false) =>
    (one: Asset, other: Asset): SourcedMid | undefined => {
      const pair = [one.code, other.code].sort().join('/')
      if (pair === 'BRL/USD') return { ...tick(BRL, USD, real, 2000), stale }
      return pair === 'MXN/USD' ? tick(USD, MXN, dollar, 1000) : undefined
    }
  const all = [MXN, USD, BRL]

  it('is made of both prices exactly, and is as old and as stale as the worse of them', () => {
    const cross = rateBetween(MXN, BRL, all, market(185_205n, 18_47005n, true))
    expect(cross).toMatchObject({ base: BRL, quote: MXN, mid: 185_205n * 18_47005n, scale: 11, at: 1000, stale: true })
    expect(cross?.ticks.map(({ base, quote }) => `${base.code}/${quote.code}`)).toEqual(['BRL/USD', 'USD/MXN'])
    expect(rateBetween(BRL, MXN, all, market(185_205n, 18_47005n))).toMatchObject({ base: BRL, quote: MXN })
    expect(rateBetween(MXN, USD, all, market(1n, 18_47005n))?.ticks).toHaveLength(1)
  })

  it('is none while one of the prices is missing', () => {
    expect(rateBetween(MXN, BRL, all, () => undefined)).toBeUndefined()
  })

  it('never gains around the triangle, and the way through a third currency never beats the straight one', () => {
    const reals = fc.bigInt(1_000n, 10n ** 7n)
    const dollars = fc.bigInt(1_0000n, 10n ** 8n)
    fc.assert(
      fc.property(
        amounts,
        reals,
        dollars,
        spreads,
        fc.shuffledSubarray(all, { minLength: 3 }),
        (minor, real, dollar, spread, order) => {
          const [a, b, c] = order
          if (a === undefined || b === undefined || c === undefined) return
          const rateOf = (one: Asset, other: Asset) => rateBetween(one, other, all, market(real, dollar))
          let held = money(minor, a)
          for (const [from, to] of [
            [a, b],
            [b, c],
            [c, a],
          ] as const) {
            const step = rateOf(from, to)
            if (step === undefined) throw new Error('no rate')
            held = conversionOf(held, step, spread).target
          }
          expect(held.minor <= minor).toBe(true)
          const straight = rateOf(a, b)
          if (straight === undefined) throw new Error('no rate')
          const give = worstDetour({ exact: 'source', source: a, target: b, minor }, spread, all, rateOf)
          expect(
            give !== undefined && give.targetMinor <= conversionOf(money(minor, a), straight, spread).target.minor,
          ).toBe(true)
          const get = worstDetour({ exact: 'target', source: a, target: b, minor }, spread, all, rateOf)
          expect(
            get !== undefined && get.sourceMinor >= conversionFor(money(minor, b), straight, spread).source.minor,
          ).toBe(true)
        },
      ),
    )
  })
})
