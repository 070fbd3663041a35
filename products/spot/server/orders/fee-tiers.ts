import { coins, type Id, type Instant, type Money, type Price, writeDecimal } from '@bolsillo/kernel'
import type { Instrument, MarketState } from '@bolsillo/market/domain'
import type { Db } from '@bolsillo/server-kit'
import type { OwnTier as WireTier } from '../../contract/index.ts'
import { inBase, type OwnTier, tierOf, volumeWindow, worthOf } from '../../domain/index.ts'
import type { SpotGiven } from '../deps.ts'
import { coinVat, tiersOf } from '../settings.ts'

const { USDT } = coins
const wholeUsdt = 10n ** BigInt(USDT.scale)
const rememberedMax = 50_000

/** What a customer's fills of the window came to in one currency, and what that counts as. */
interface VolumePart {
  readonly amount: Money
  /** In minor USDT. */
  readonly worth: bigint
  /** The market and the close it is counted at; undefined for USDT, dollars, and what has no price. */
  readonly at: { readonly instrument: Instrument; readonly close: Price } | undefined
}

/** What a customer traded within the window a tier is of. */
interface OwnVolume {
  readonly from: Instant
  readonly until: Instant
  readonly parts: readonly VolumePart[]
}

/** The fee tier of a customer and what it is made of: looked up once a day, because it is set once a day. */
export interface FeeTiers {
  readonly of: (db: Db, customerId: Id<'cus'>, now: Instant) => Promise<OwnTier & { readonly until: Instant }>
  readonly volumeOf: (db: Db, customerId: Id<'cus'>, now: Instant) => Promise<OwnVolume>
}

type VolumeDeps = Pick<SpotGiven, 'trading' | 'settings' | 'instruments'> & {
  readonly market: Pick<MarketState, 'day' | 'quote'>
}

/** Tiers by the customer's own fills of the thirty days that ended at the last 00:00 UTC. */
export function createFeeTiers(deps: VolumeDeps): FeeTiers {
  const known = new Map<Id<'cus'>, OwnVolume>()
  const volumeOf = async (db: Db, customerId: Id<'cus'>, now: Instant): Promise<OwnVolume> => {
    const { from, until } = volumeWindow(now)
    const before = known.get(customerId)
    if (before?.until === until) return before
    const sums = await deps.trading.volumes(db, customerId, { from, until })
    const own = { from, until, parts: sums.map((amount) => inUsdt(deps, amount)) }
    if (known.size >= rememberedMax) known.clear()
    known.set(customerId, own)
    return own
  }
  return {
    volumeOf,
    of: async (db, customerId, now) => {
      const own = await volumeOf(db, customerId, now)
      return { ...tierOf(tiersOf(deps.settings), wholeUsdtOf(own)), until: own.until }
    },
  }
}

/** All parts together, in whole USDT, rounded down. */
export function wholeUsdtOf({ parts }: OwnVolume): bigint {
  return parts.reduce((sum, { worth }) => sum + worth, 0n) / wholeUsdt
}

/**
 * What a volume is in minor USDT: at the closes of the day before, so that all of a day agrees. A dollar counts as one
 * USDT; what has no price counts as nothing.
 */
function inUsdt({ market, instruments }: Pick<VolumeDeps, 'market' | 'instruments'>, amount: Money): VolumePart {
  if (amount.asset.code === USDT.code) return { amount, worth: amount.minor, at: undefined }
  if (amount.asset.code === 'USD')
    return { amount, worth: amount.minor * 10n ** BigInt(USDT.scale - amount.asset.scale), at: undefined }
  const closed = (id: string): VolumePart['at'] => {
    const instrument = instruments.find((one) => one.id === id && one.kind === 'coin')
    const close = instrument === undefined ? undefined : closeOf(market, id)
    return instrument === undefined || close === undefined ? undefined : { instrument, close }
  }
  const inverse = closed(`${USDT.code}-${amount.asset.code}`)
  if (inverse !== undefined) {
    const { instrument, close } = inverse
    return { amount, worth: inBase(amount, close, instrument.scale, USDT).minor, at: inverse }
  }
  const direct = closed(`${amount.asset.code}-${USDT.code}`)
  if (direct === undefined) return { amount, worth: 0n, at: undefined }
  return { amount, worth: worthOf(amount.minor, direct.close, direct.instrument.scale).minor, at: direct }
}

function closeOf(market: VolumeDeps['market'], id: string): Price | undefined {
  return market.day(id)?.previousClose ?? market.quote(id)?.last
}

/** Whole USDT as the wire has them. */
export const writeWholeUsdt = (whole: bigint): string => writeDecimal(whole * wholeUsdt, USDT.scale)

/** A tier as the wire has it, with the way to the next. */
export function writeTier(
  deps: Pick<SpotGiven, 'settings'>,
  { tier, volume, next, distance, until }: Awaited<ReturnType<FeeTiers['of']>>,
): WireTier {
  return {
    tier: tier.tier,
    makerBps: Number(tier.makerBps),
    takerBps: Number(tier.takerBps),
    vatBps: deps.settings.get(coinVat),
    volume: writeWholeUsdt(volume),
    until,
    ...(next === undefined
      ? {}
      : {
          next: {
            tier: next.tier,
            volumeMin: writeWholeUsdt(next.volumeMin),
            makerBps: Number(next.makerBps),
            takerBps: Number(next.takerBps),
            distance: writeWholeUsdt(distance),
          },
        }),
  }
}
