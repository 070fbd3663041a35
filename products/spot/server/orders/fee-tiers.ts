import { coins, type Id, type Instant, type Money, type Price, writeDecimal } from '@bolsillo/kernel'
import type { Instrument, MarketState } from '@bolsillo/market/domain'
import { marketsFrom, type Prices, worthIn } from '@bolsillo/portfolio/domain'
import type { Db } from '@bolsillo/server-kit'
import type { OwnTier as WireTier } from '../../contract/index.ts'
import { type OwnTier, tierOf, volumeWindow } from '../../domain/index.ts'
import type { SpotDeps } from '../deps.ts'
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

type VolumeDeps = Pick<SpotDeps, 'trading' | 'settings' | 'instruments'> & {
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
  const { asset, minor } = amount
  if (asset.code === 'USD') return { amount, worth: minor * 10n ** BigInt(USDT.scale - asset.scale), at: undefined }
  const closeOf = (id: string): Price | undefined => market.day(id)?.previousClose ?? market.quote(id)?.last
  const coins = new Set(instruments.flatMap(({ id, kind }) => (kind === 'coin' ? [id] : [])))
  const closes: Prices = {
    last: (id) => {
      const price = coins.has(id) ? closeOf(id) : undefined
      return price && { price, isGenerated: false, stale: false }
    },
    midOf: () => undefined,
  }
  const worth = worthIn(closes, asset.code, minor, USDT)?.money.minor
  const [instrument] = marketsFrom(asset.code, USDT.code, (id) => closes.last(id) !== undefined) ?? []
  const close = instrument && closeOf(instrument.id)
  const at = instrument === undefined || close === undefined || worth === undefined ? undefined : { instrument, close }
  return { amount, worth: worth ?? 0n, at }
}

/** Whole USDT as the wire has them. */
export const writeWholeUsdt = (whole: bigint): string => writeDecimal(whole * wholeUsdt, USDT.scale)

/** A tier as the wire has it, with the way to the next. */
export function writeTier(
  deps: Pick<SpotDeps, 'settings'>,
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
