import { type Instant, reject } from '@bolsillo/kernel'
import {
  type Candle,
  calendarFacts,
  currentOrNextSession,
  generatedOf,
  type Instrument,
  isTradable,
  writeGenerated,
  writePrice,
} from '@bolsillo/market/domain'
import { isFollowed } from '@bolsillo/market/server'
import { useCase } from '@bolsillo/server-kit'
import { writeFees, writeRules } from '@bolsillo/trading/server'
import { info, stocksRejections } from '../contract/index.ts'
import { exchangeNames, type StocksDeps } from './deps.ts'
import { shownInstrumentOf, writeRow } from './market-rows.ts'

const weeksOfYear = 53

/** Everything of one instrument: quote, rules, session, year range, fees; and whether the caller follows it. */
export const readStockInfo = useCase(info, async ({ symbol }, { customer, db }, { market, candles }: StocksDeps) => {
  const instrument = shownInstrumentOf(symbol)
  if (instrument === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
  const now = market.nowOf(symbol)
  const weeks = await candles(symbol, '1w', { limit: weeksOfYear })
  const isOwn = customer !== undefined && (await isFollowed(db, customer.customerId, symbol))
  return {
    ...writeRow(instrument, market, now),
    exchange: exchangeNames[instrument.calendar],
    zone: calendarFacts[instrument.calendar].shownZone,
    session: market.stateAt(symbol, now),
    ...sessionTimes(instrument, now),
    ...yearRange(instrument, weeks, market.recordedSince()),
    ...(isTradable(instrument) ? { rules: writeRules(instrument), fees: writeFees(instrument, now) } : {}),
    followed: isOwn,
  }
})

/** Hours of the session that is on, or of the next one, as the exchange's calendar has them. */
function sessionTimes({ calendar }: Instrument, now: Instant) {
  const { open, close } = currentOrNextSession(calendar, now)
  return { opensAt: open, closesAt: close }
}

function yearRange(instrument: Instrument, weeks: readonly Candle[], recordedSince: Instant | undefined) {
  const byHigh = [...weeks].sort((a, b) => Number(b.high - a.high))[0]
  const byLow = [...weeks].sort((a, b) => Number(a.low - b.low))[0]
  if (byHigh === undefined || byLow === undefined) return {}
  const { generated } = writeGenerated(weeks.map((week) => week.generated).reduce(generatedOf), recordedSince)
  return {
    high52: writePrice(byHigh.high, instrument),
    low52: writePrice(byLow.low, instrument),
    ...(generated === undefined ? {} : { generated52: generated }),
  }
}
