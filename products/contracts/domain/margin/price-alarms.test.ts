import { seededRng } from '@bolsillo/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type MarginAccount, marginReport } from './margin.ts'
import { type ContractTerms, worthOf } from './margin-tiers.ts'
import { createPriceAlarms } from './price-alarms.ts'
import { safeBand } from './safe-bands.ts'

describe('alarms by price', () => {
  it('wake those a fall reaches, nearest first, and those a rise reaches', () => {
    const alarms = createPriceAlarms()
    alarms.setBelow(1, 90n)
    alarms.setBelow(2, 95n)
    alarms.setBelow(3, 80n)
    alarms.setAbove(4, 110n)
    const woken: number[] = []
    expect(alarms.take(100n, woken)).toBe(0)
    expect(alarms.take(90n, woken)).toBe(2)
    expect(woken).toEqual([2, 1])
    expect(alarms.take(110n, woken)).toBe(1)
    expect(alarms.count()).toBe(1)
  })

  it('do what a list that is searched whole does, whatever is set, moved and taken back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seed) => {
        const rng = seededRng(seed, 'alarms')
        const alarms = createPriceAlarms()
        const below = new Map<number, bigint>()
        const above = new Map<number, bigint>()
        for (let step = 0; step < 300; step += 1) {
          const slot = rng.nextUint32() % 60
          const price = BigInt(1 + (rng.nextUint32() % 1000))
          const choice = rng.nextUint32() % 8
          if (choice < 3) {
            alarms.setBelow(slot, price)
            below.set(slot, price)
          } else if (choice < 6) {
            alarms.setAbove(slot, price)
            above.set(slot, price)
          } else if (choice === 6) {
            alarms.clear(slot)
            below.delete(slot)
            above.delete(slot)
          } else {
            const woken: number[] = []
            alarms.take(price, woken)
            const due = [
              ...[...below].filter(([, at]) => at >= price).map(([one]) => one),
              ...[...above].filter(([, at]) => at <= price).map(([one]) => one),
            ]
            expect(woken.toSorted((a, b) => a - b)).toEqual(due.toSorted((a, b) => a - b))
            for (const [one, at] of below) if (at >= price) below.delete(one)
            for (const [one, at] of above) if (at <= price) above.delete(one)
          }
          expect(alarms.count()).toBe(below.size + above.size)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('refuse a price that a double cannot hold', () => {
    expect(() => createPriceAlarms().setAbove(0, 2n ** 53n + 1n)).toThrow(/cannot be kept/)
  })
})

const terms: ContractTerms = {
  symbol: 'BTC-PERP',
  priceScale: 1,
  quantityScale: 4,
  tiers: [
    { upTo: 50_000n * 10n ** 12n, initialPpm: 50_000n, maintenancePpm: 25_000n },
    { upTo: undefined, initialPpm: 200_000n, maintenancePpm: 100_000n },
  ],
}
const account = fc.record({
  cash: fc.bigInt({ min: 0n, max: 200_000n * 10n ** 12n }),
  positions: fc.array(
    fc
      .record({
        size: fc.bigInt({ min: -50_000n, max: 50_000n }).filter((size) => size !== 0n),
        mark: fc.bigInt({ min: 100n, max: 1_000_000n }),
        entered: fc.bigInt({ min: 100n, max: 1_000_000n }),
      })
      .map(({ size, mark, entered }) => ({ terms, size, mark, entry: worthOf(terms, entered, size) })),
    { minLength: 1, maxLength: 5 },
  ),
})

describe('the band in which an account need not be looked at', () => {
  it('holds for every move of every mark that stays short of its alarm', () => {
    let moved = 0
    fc.assert(
      fc.property(
        account,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5, maxLength: 5 }),
        (whole, shares) => {
          const band = safeBand(whole)
          expect(band.kind === 'under').toBe(marginReport(whole).isUnderMaintenance)
          if (band.kind === 'under') return
          moved += 1
          const after: MarginAccount = {
            ...whole,
            positions: whole.positions.map((one, at) => {
              const alarm = band.alarms[at] ?? (one.size < 0n ? one.mark * 3n : 0n)
              const last = one.size < 0n ? alarm - 1n : alarm + 1n
              const part = BigInt(Math.floor((shares[at] ?? 1) * 1000))
              return { ...one, mark: one.mark + ((last - one.mark) * part) / 1000n }
            }),
          }
          // An alarm that is not there says nothing about a rise without end; only a single short has none of its own.
          if (after.positions.some(({ mark }) => mark <= 0n)) return
          if (whole.positions.some(({ size }, at) => size < 0n && band.alarms[at] === undefined)) return
          expect(marginReport(after).isUnderMaintenance).toBe(false)
        },
      ),
      { numRuns: 3000 },
    )
    expect(moved).toBeGreaterThan(500)
  })

  it('of one position ends at its liquidation price', () => {
    const whole = {
      cash: 100n * 10n ** 12n,
      positions: [{ terms, size: 1_000n, mark: 100_000n, entry: worthOf(terms, 100_000n, 1_000n) }],
    }
    const band = safeBand(whole)
    const alarm = band.kind === 'safe' ? band.alarms[0] : undefined
    const at = (mark: bigint) => marginReport({ ...whole, positions: whole.positions.map((one) => ({ ...one, mark })) })
    expect(alarm).toBeDefined()
    expect([at(alarm ?? 1n).isUnderMaintenance, at((alarm ?? 1n) + 1n).isUnderMaintenance]).toEqual([true, false])
  })
})
