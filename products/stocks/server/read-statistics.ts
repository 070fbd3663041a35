import { money, present, writeDecimal, writeMoney } from '@bolsillo/kernel'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { tradedInstrument } from '@bolsillo/trading/server'
import { statistics } from '../contract.ts'
import { loadHoldings } from './load-holdings.ts'
import { dollarRate } from './market-rates.ts'
import { stockCountryOf } from './market-rows.ts'
import type { StocksPorts } from './ports.ts'
import { writeIncome } from './position-rows.ts'

const realisedMax = 50

/** What was gained and lost: realised, unrealised, today, fees and VAT, for each currency and in pesos. */
export function readStatistics(ports: StocksPorts): Handler {
  return onRead(statistics, async ({ stockCountry }, { db, customer, now }) => {
    const { customerId } = present(customer, 'the session of a customer call')
    const [loaded, traded] = await Promise.all([
      loadHoldings(ports, db, { customerId, now, stockCountry }),
      ports.trading.statistics(db, customerId),
    ])
    const rate = dollarRate(ports)
    const realised = traded.instruments
      .filter((row) => row.sold > 0n)
      .map((row) => ({ ...row, instrument: tradedInstrument(row.instrumentId) }))
      .filter(({ instrument }) => stockCountry === undefined || stockCountryOf(instrument) === stockCountry)
      .sort((a, b) => (a.realised === b.realised ? 0 : a.realised > b.realised ? -1 : 1))
      .slice(0, realisedMax)
    return {
      currencies: loaded.currencies.map(writeIncome),
      ...(loaded.total === undefined ? {} : { total: writeIncome(loaded.total) }),
      ...(rate === undefined
        ? {}
        : {
            fx: {
              mid: writeDecimal(rate.mid, rate.scale),
              source: rate.source,
              sequence: Number(rate.sequence),
              at: rate.at,
              stale: rate.stale,
            },
          }),
      realised: realised.map(({ instrument, ...row }) => ({
        symbol: instrument.id,
        ticker: instrument.ticker,
        name: instrument.name,
        currency: instrument.currency,
        realised: writeMoney(money(row.realised, instrument.scale.quote)),
        fees: writeMoney(money(row.fees + row.vat, instrument.scale.quote)),
      })),
      orders: traded.orders,
    }
  })
}
