import { money, present, writeMoney } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { tradedInstrument, writeRealised } from '@bolsillo/trading/server'
import { statistics } from '../../contract/index.ts'
import type { SpotDeps } from '../deps.ts'
import { writeTier } from './fee-tiers.ts'

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
