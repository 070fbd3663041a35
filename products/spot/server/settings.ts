import { maxOf, minOf } from '@bolsillo/kernel'
import { defineSetting, type Setting } from '@bolsillo/settings/domain'
import type { Settings } from '@bolsillo/settings/server'
import type { FeeTier } from '../domain/index.ts'

const bpsMax = 100
const volumeMax = 1_000_000_000

const bps = (tier: number, side: 'maker' | 'taker', standard: number) =>
  defineSetting({
    key: `spot.tier-${tier}-${side}-bps`,
    type: 'whole',
    standard,
    min: 0,
    max: bpsMax,
    purpose: `Commission of tier ${tier} for orders that ${side === 'maker' ? 'wait in the book' : 'take from the book'}, basis points.`,
    words: { key: `spot.tier.${side}-bps`, values: { tier: String(tier) } },
    publicName: `coinTier${tier}${side === 'maker' ? 'Maker' : 'Taker'}Bps`,
  })

const volume = (tier: number, standard: number) =>
  defineSetting({
    key: `spot.tier-${tier}-volume`,
    type: 'whole',
    standard,
    min: 1,
    max: volumeMax,
    purpose: `From which volume of thirty days on, in USDT, a customer is in tier ${tier}.`,
    words: { key: 'spot.tier.volume', values: { tier: String(tier) } },
    publicName: `coinTier${tier}Volume`,
  })

// What tiers are unless something else is set: volume, maker, taker.
const standards = [
  [0, 20, 30],
  [10_000, 16, 25],
  [50_000, 12, 20],
  [250_000, 8, 15],
  [1_000_000, 5, 10],
  [10_000_000, 2, 6],
] as const

const rows = standards.map(([from, maker, taker], tier) => ({
  volume: tier === 0 ? undefined : volume(tier, from),
  maker: bps(tier, 'maker', maker),
  taker: bps(tier, 'taker', taker),
}))

/** VAT on commissions of coins, basis points. */
export const coinVat = defineSetting({
  key: 'spot.vat-bps',
  type: 'whole',
  standard: 1600,
  min: 0,
  max: 3000,
  purpose: 'VAT on the commission of trades in coins, in basis points of the commission.',
  publicName: 'coinVatBps',
})

/** Settings of this room; the registry is given them at start. */
export const spotSettings: readonly Setting[] = [
  coinVat,
  ...rows.flatMap(({ volume: from, maker, taker }) => [...(from === undefined ? [] : [from]), maker, taker]),
]

/**
 * The tiers as they are set. Each is set by itself, so where one does not fit the one before it, it is read as what fits,
 * never dearer: a higher tier costs no more than a lower one, and waiting no more than taking.
 */
export function tiersOf(settings: Settings): readonly FeeTier[] {
  const tiers: FeeTier[] = []
  for (const [tier, row] of rows.entries()) {
    const before = tiers.at(-1)
    const set = {
      from: row.volume === undefined ? 0n : BigInt(settings.get(row.volume)),
      maker: BigInt(settings.get(row.maker)),
      taker: BigInt(settings.get(row.taker)),
    }
    const takerBps = before === undefined ? set.taker : minOf(set.taker, before.takerBps)
    const makerBps = minOf(before === undefined ? set.maker : minOf(set.maker, before.makerBps), takerBps)
    const volumeMin = before === undefined ? 0n : maxOf(set.from, before.volumeMin + 1n)
    tiers.push({ tier, volumeMin, makerBps, takerBps })
  }
  return tiers
}
