import { assert, type Instant, instant, plusMs } from '@bolsillo/kernel'
import { type FeeSchedule, tieredSchedule } from '@bolsillo/trading/domain'

/** A tier of the schedule: from which volume on (whole USDT over the window), and what it costs in basis points. */
export interface FeeTier {
  readonly tier: number
  readonly volumeMin: bigint
  readonly makerBps: bigint
  readonly takerBps: bigint
}

/** Over how many days a customer's volume counts. */
export const windowDays = 30
const dayMs = 86_400_000

/** A customer's tier with the next one, and how far it is. Volumes in whole USDT. */
export interface OwnTier {
  readonly tier: FeeTier
  readonly volume: bigint
  readonly next: FeeTier | undefined
  /** What is missing to the next; 0 in the last. */
  readonly distance: bigint
}

/** The tier of a volume: the highest whose minimum it reaches. Tiers come sorted, the first from 0 on. */
export function tierOf(tiers: readonly FeeTier[], volume: bigint): OwnTier {
  const tier = tiers.findLast(({ volumeMin }) => volumeMin <= volume)
  assert(tier !== undefined, 'the first tier begins at 0')
  const next = tiers.find(({ volumeMin }) => volumeMin > volume)
  return { tier, volume, next, distance: next === undefined ? 0n : next.volumeMin - volume }
}

/**
 * Whether these can be tiers: they begin at 0, rise in volume, never rise in cost, and who waits in the book never pays
 * more than who takes from it.
 */
export function areTiers(tiers: readonly FeeTier[]): boolean {
  return tiers.every((tier, at) => {
    const before = tiers[at - 1]
    const fits = tier.makerBps >= 0n && tier.makerBps <= tier.takerBps
    if (before === undefined) return fits && tier.volumeMin === 0n
    const isCheaper = tier.makerBps <= before.makerBps && tier.takerBps <= before.takerBps
    return fits && tier.volumeMin > before.volumeMin && isCheaper
  })
}

/** The window a tier of this moment is of: it ends at the last 00:00 UTC, so that a tier holds for a day. */
export function volumeWindow(now: Instant): { readonly from: Instant; readonly until: Instant } {
  const until = instant(now - (now % dayMs))
  return { from: plusMs(until, -windowDays * dayMs), until }
}

/** The schedule orders of a tier follow, in the currency their coin is traded against. */
export function scheduleOf(tier: FeeTier, currency: string, vatBps: bigint): FeeSchedule {
  return tieredSchedule(currency, { ...tier, vatBps })
}
