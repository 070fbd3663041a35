import { money, present, writeMoney } from '@bolsillo/kernel'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { tradedInstrument } from '@bolsillo/trading/server'
import { statistics } from '../../contract.ts'
import { type FeeTiers, writeTier } from './fee-tier.ts'
import type { SpotOrderPorts } from './ports.ts'

const realisedMax = 50

/** What trading coins brought and cost, by currency and market, with the fee tier and the way to the next. */
export function readStatistics(ports: SpotOrderPorts, tiers: FeeTiers): Handler {
  return onRead(statistics, async (_, { db, customer, now }) => {
    const { customerId } = present(customer, 'the session of a customer call')
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
      realised: rows
        .filter(({ sold }) => sold > 0n)
        .sort((a, b) => (a.realised === b.realised ? 0 : a.realised > b.realised ? -1 : 1))
        .slice(0, realisedMax)
        .map(({ instrument, realised, fees, vat }) => ({
          symbol: instrument.id,
          ticker: instrument.ticker,
          name: instrument.name,
          currency: instrument.scale.quote.code,
          realised: writeMoney(money(realised, instrument.scale.quote)),
          fees: writeMoney(money(fees + vat, instrument.scale.quote)),
        })),
      orders,
    }
  })
}
