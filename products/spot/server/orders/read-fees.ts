import { coins, money, present, writeDecimal, writeMoney } from '@bolsillo/kernel'
import { writePrice } from '@bolsillo/market/domain'
import { useCase } from '@bolsillo/server-kit'
import { fillsReply, tradedInstrument, writeRealised } from '@bolsillo/trading/server'
import { fees, statistics, volume } from '../../contract/index.ts'
import { windowDays } from '../../domain/index.ts'
import type { SpotDeps } from '../deps.ts'
import { coinVat, tiersOf } from '../settings.ts'
import { wholeUsdtOf, writeTier, writeWholeUsdt } from './fee-tiers.ts'

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

/** What trading coins brought and cost, by currency and market, with the fee tier and the way to the next. */
export const readStatistics = useCase(statistics, async (_request, { db, customer, now }, deps: SpotDeps) => {
  const { customerId } = customer
  const [own, { instruments, orders }] = await Promise.all([
    deps.tiers.of(db, customerId, now),
    deps.trading.statistics(db, customerId),
  ])
  const rows = instruments.map((row) => ({ ...row, instrument: tradedInstrument(row.instrumentId) }))
  const ofCurrency = Map.groupBy(rows, ({ instrument }) => instrument.scale.quote.code)
  return {
    tier: writeTier(deps, own),
    currencies: [...ofCurrency].map(([currency, group]) => {
      const { quote } = present(group[0], 'a row of its group').instrument.scale
      const sum = (pick: (row: (typeof rows)[number]) => bigint): string =>
        writeMoney(
          money(
            group.reduce((total, row) => total + pick(row), 0n),
            quote,
          ),
        )
      return {
        currency,
        bought: sum(({ bought }) => bought),
        sold: sum(({ sold }) => sold),
        realised: sum(({ realised }) => realised),
        fees: sum(({ fees }) => fees),
        vat: sum(({ vat }) => vat),
        fills: group.reduce((count, { fills }) => count + fills, 0),
      }
    }),
    realised: writeRealised(instruments),
    orders,
  }
})
