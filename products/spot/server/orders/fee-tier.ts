import { coins, type Id, type Instant, type Money, type Price, writeDecimal } from '@bolsillo/kernel'
import type { Instrument, MarketState } from '@bolsillo/market/domain'
import { type Db, type Handler, onRead } from '@bolsillo/server-kit'
import { fees, type OwnTier as WireTier } from '../../contract.ts'
import { inBase, type OwnTier, tierOf, volumeWindow, windowDays, worthOf } from '../../domain/index.ts'
import { coinVat, tiersOf } from '../settings.ts'
import type { SpotOrderPorts } from './ports.ts'

const { USDT } = coins
const wholeUsdt = 10n ** BigInt(USDT.scale)
const rememberedMax = 50_000

interface Remembered {
  readonly until: Instant
  readonly volume: bigint
}

/** The fee tier of a customer: looked up once a day, because it is set once a day. */
export interface FeeTiers {
  readonly of: (db: Db, customerId: Id<'cus'>, now: Instant) => Promise<OwnTier & { readonly until: Instant }>
}

type VolumePorts = Pick<SpotOrderPorts, 'trading' | 'settings' | 'instruments'> & {
  readonly market: Pick<MarketState, 'day' | 'quote'>
}

/** Tiers by the customer's own fills of the thirty days that ended at the last 00:00 UTC. */
export function createFeeTiers(ports: VolumePorts): FeeTiers {
  const known = new Map<Id<'cus'>, Remembered>()
  return {
    of: async (db, customerId, now) => {
      const { from, until } = volumeWindow(now)
      let own = known.get(customerId)
      if (own?.until !== until) {
        const sums = await ports.trading.volumes(db, customerId, { from, until })
        const volume = sums.reduce((sum, amount) => sum + inUsdt(ports, amount), 0n) / wholeUsdt
        own = { until, volume }
        if (known.size >= rememberedMax) known.clear()
        known.set(customerId, own)
      }
      return { ...tierOf(tiersOf(ports.settings), own.volume), until }
    },
  }
}

/**
 * What a volume is in minor USDT: at the closes of the day before, so that all of a day agrees. A dollar counts as one
 * USDT; what has no price counts as nothing.
 */
function inUsdt({ market, instruments }: Pick<VolumePorts, 'market' | 'instruments'>, amount: Money): bigint {
  if (amount.asset.code === USDT.code) return amount.minor
  if (amount.asset.code === 'USD') return amount.minor * 10n ** BigInt(USDT.scale - amount.asset.scale)
  const isPair = (id: string): Instrument | undefined => instruments.find((one) => one.id === id && one.kind === 'coin')
  const inverse = isPair(`${USDT.code}-${amount.asset.code}`)
  const price = inverse === undefined ? undefined : closeOf(market, inverse.id)
  if (inverse !== undefined && price !== undefined) return inBase(amount, price, inverse.scale, USDT).minor
  const direct = isPair(`${amount.asset.code}-${USDT.code}`)
  const last = direct === undefined ? undefined : closeOf(market, direct.id)
  return direct === undefined || last === undefined ? 0n : worthOf(amount.minor, last, direct.scale).minor
}

function closeOf(market: VolumePorts['market'], id: string): Price | undefined {
  return market.day(id)?.previousClose ?? market.quote(id)?.last
}

/** A tier as the wire has it, with the way to the next. */
export function writeTier(
  ports: Pick<SpotOrderPorts, 'settings'>,
  { tier, volume, next, distance, until }: Awaited<ReturnType<FeeTiers['of']>>,
): WireTier {
  const usdt = (whole: bigint): string => writeDecimal(whole * wholeUsdt, USDT.scale)
  return {
    tier: tier.tier,
    makerBps: Number(tier.makerBps),
    takerBps: Number(tier.takerBps),
    vatBps: ports.settings.get(coinVat),
    volume: usdt(volume),
    until,
    ...(next === undefined
      ? {}
      : {
          next: {
            tier: next.tier,
            volumeMin: usdt(next.volumeMin),
            makerBps: Number(next.makerBps),
            takerBps: Number(next.takerBps),
            distance: usdt(distance),
          },
        }),
  }
}

/** The published fees by tier. */
export function listFees({ settings }: Pick<SpotOrderPorts, 'settings'>): Handler {
  return onRead(fees, async () => ({
    tiers: tiersOf(settings).map(({ tier, volumeMin, makerBps, takerBps }) => ({
      tier,
      volumeMin: writeDecimal(volumeMin * wholeUsdt, USDT.scale),
      makerBps: Number(makerBps),
      takerBps: Number(takerBps),
    })),
    vatBps: settings.get(coinVat),
    windowDays,
  }))
}
