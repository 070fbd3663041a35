import { coins, writeDecimal, writeMoney } from '@bolsillo/kernel'
import { writePrice } from '@bolsillo/market/domain'
import { useCase } from '@bolsillo/server-kit'
import { fillsReply } from '@bolsillo/trading/server'
import { fees, volume } from '../../contract/index.ts'
import { windowDays } from '../../domain/index.ts'
import type { SpotDeps } from '../deps.ts'
import { coinVat, tiersOf } from '../settings.ts'
import { wholeUsdtOf, writeWholeUsdt } from './fee-tiers.ts'

/** What the volume of a customer's tier is made of: its sums by currency, and each fill of its window. */
export const listVolume = useCase(volume, async (asked, context, { trading, tiers }: SpotDeps) => {
  const { customerId } = context.customer
  const own = await tiers.volumeOf(context.db, customerId, context.now)
  const { from, until, parts } = own
  return {
    from,
    until,
    volume: writeWholeUsdt(wholeUsdtOf(own)),
    currencies: parts.map(({ amount, worth, at }) => ({
      currency: amount.asset.code,
      amount: writeMoney(amount),
      worth: writeDecimal(worth, coins.USDT.scale),
      ...(at === undefined ? {} : { symbol: at.instrument.id, close: writePrice(at.close, at.instrument) }),
    })),
    ...(await fillsReply(trading, context, asked, { since: from, until })),
  }
})

/** The published fees by tier. */
export const listFees = useCase(fees, async (_request, _context, { settings }: Pick<SpotDeps, 'settings'>) => ({
  tiers: tiersOf(settings).map(({ tier, volumeMin, makerBps, takerBps }) => ({
    tier,
    volumeMin: writeWholeUsdt(volumeMin),
    makerBps: Number(makerBps),
    takerBps: Number(takerBps),
  })),
  vatBps: settings.get(coinVat),
  windowDays,
}))
