import { money, present, writeMoney } from '@bolsillo/kernel'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { tradedInstrument, writeRealised } from '@bolsillo/trading/server'
import { statistics } from '../../contract.ts'
import { type FeeTiers, writeTier } from './fee-tier.ts'
import type { SpotOrderPorts } from './ports.ts'

/** What trading coins brought and cost, by currency and market, with the fee tier and the way to the next. */
export function readStatistics(ports: SpotOrderPorts, tiers: FeeTiers): Handler {
  return onRead(statistics, async (_, { db, customer, now }) => {
    const { customerId } = customer
    const [own, { instruments, orders }] = await Promise.all([
      tiers.of(db, customerId, now),
      ports.trading.statistics(db, customerId),
    ])
    const rows = instruments.map((row) => ({ ...row, instrument: tradedInstrument(row.instrumentId) }))
    const ofCurrency = Map.groupBy(rows, ({ instrument }) => instrument.scale.quote.code)
    return {
      tier: writeTier(ports, own),
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
}
