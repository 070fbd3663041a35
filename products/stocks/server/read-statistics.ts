import { writeDecimal } from '@bolsillo/kernel'
import { writeGenerated } from '@bolsillo/market/domain'
import { useCase } from '@bolsillo/server-kit'
import { tradedInstrument, writeRealised } from '@bolsillo/trading/server'
import { statistics } from '../contract/index.ts'
import type { StocksDeps } from './deps.ts'
import { loadHoldings } from './load-holdings.ts'
import { dollarRate } from './market-rates.ts'
import { stockCountryOf } from './market-rows.ts'
import { writeIncome } from './position-rows.ts'

/** What was gained and lost: realized, unrealized, today, fees and VAT, for each currency and in pesos. */
export const readStatistics = useCase(statistics, async ({ stockCountry }, { db, customer, now }, deps: StocksDeps) => {
  const { customerId } = customer
  const [loaded, traded] = await Promise.all([
    loadHoldings(deps, db, { customerId, now, stockCountry }),
    deps.trading.statistics(db, customerId),
  ])
  const rate = dollarRate(deps)
  const wanted = traded.instruments.filter(
    ({ instrumentId }) => stockCountry === undefined || stockCountryOf(tradedInstrument(instrumentId)) === stockCountry,
  )
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
    ...writeGenerated(loaded.todayGenerated, deps.market.recordedSince()),
    realised: writeRealised(wanted),
    orders: traded.orders,
  }
})
