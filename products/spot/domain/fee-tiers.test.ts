import { instant, plusMs } from '@bolsillo/kernel'
import { feeScheduleOf } from '@bolsillo/trading/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { areTiers, type FeeTier, scheduleOf, tierOf, volumeWindow } from './fee-tiers.ts'

const tiers: readonly FeeTier[] = [
  { tier: 0, volumeMin: 0n, makerBps: 20n, takerBps: 30n },
  { tier: 1, volumeMin: 10_000n, makerBps: 16n, takerBps: 25n },
  { tier: 2, volumeMin: 50_000n, makerBps: 12n, takerBps: 20n },
]

describe('a fee tier', () => {
  it.each([
    [0n, 0, 1, 10_000n],
    [9_999n, 0, 1, 1n],
    [10_000n, 1, 2, 40_000n],
    [49_999n, 1, 2, 1n],
    [50_000n, 2, undefined, 0n],
    [10n ** 15n, 2, undefined, 0n],
  ])('of %s is %s, the next is %s and %s away', (volume, tier, next, distance) => {
    const own = tierOf(tiers, volume)
    expect([own.tier.tier, own.next?.tier, own.distance]).toEqual([tier, next, distance])
  })

  it('is never dearer for more volume, and the distance leads exactly to the next', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 9n }), fc.bigInt({ min: 0n, max: 10n ** 9n }), (volume, more) => {
        const [less, greater] = [tierOf(tiers, volume), tierOf(tiers, volume + more)]
        expect(greater.tier.takerBps <= less.tier.takerBps && greater.tier.makerBps <= less.tier.makerBps).toBe(true)
        if (less.next !== undefined) expect(tierOf(tiers, volume + less.distance).tier).toEqual(less.next)
        if (less.distance > 0n) expect(tierOf(tiers, volume + less.distance - 1n).tier).toEqual(less.tier)
      }),
    )
  })

  it.each<[string, readonly FeeTier[], boolean]>([
    ['as published', tiers, true],
    ['not from 0 on', tiers.slice(1), false],
    ['waiting dearer than taking', [{ tier: 0, volumeMin: 0n, makerBps: 31n, takerBps: 30n }], false],
    ['a higher one dearer', [...tiers, { tier: 3, volumeMin: 60_000n, makerBps: 12n, takerBps: 21n }], false],
    ['two from the same volume on', [...tiers, { tier: 3, volumeMin: 50_000n, makerBps: 1n, takerBps: 2n }], false],
  ])('tiers %s: %s', (_, given, fits) => {
    expect(areTiers(given)).toBe(fits)
  })

  it('is of the thirty days that ended at the last midnight, the same all day', () => {
    const midnight = instant(Date.UTC(2026, 2, 2))
    for (const ms of [0, 1, 43_200_000, 86_399_999])
      expect(volumeWindow(plusMs(midnight, ms))).toEqual({ from: Date.UTC(2026, 0, 31), until: midnight })
    expect(volumeWindow(plusMs(midnight, 86_400_000)).until).toBe(Date.UTC(2026, 2, 3))
  })

  it('has a schedule that is all in its name', () => {
    const tier = tierOf(tiers, 10_000n).tier
    const schedule = scheduleOf(tier, 'USDT', 1600n)
    expect(schedule).toMatchObject({ id: 'tier-USDT-25-16-1600', feeBps: 25n, makerBps: 16n, vatBps: 1600n })
    expect(feeScheduleOf(schedule.id)).toEqual(schedule)
    expect(() => feeScheduleOf('tier-USDT-10-20-1600')).toThrow('no schedule')
    expect(() => feeScheduleOf('tier-usdt-10-8-1600')).toThrow('no fee schedule')
  })
})
