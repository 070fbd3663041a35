import { type Instant, type Price, reject } from '@bolsillo/kernel'
import { calendarZone, currentOrNextSession, type Instrument, instrumentOf, isTradable } from '@bolsillo/market/domain'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { info, stocksRejections } from '../contract.ts'
import { writePrice, writeRow } from './market-rows.ts'
import { exchangeNames, type StocksPorts } from './ports.ts'
import { writeFees, writeRules } from './trading-rows.ts'
import { isFollowed } from './watchlist-store.ts'

const weeksOfYear = 53

/** Everything of one instrument: quote, rules, session, year range, fees; and whether the caller follows it. */
export function readStockInfo(ports: StocksPorts): Handler {
  const { market } = ports
  return onRead(info, async ({ symbol }, { customer, db }) => {
    const instrument = instrumentOf(symbol)
    if (instrument === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
    const now = market.nowOf(symbol)
    const weeks = await market.candles(symbol, '1w', { limit: weeksOfYear })
    const isOwn = customer !== undefined && (await isFollowed(db, customer.customerId, symbol))
    return {
      ...writeRow(instrument, market, now),
      exchange: exchangeNames[instrument.calendar],
      zone: calendarZone,
      session: market.stateAt(symbol, now),
      ...sessionTimes(instrument, now),
      ...yearRange(instrument, weeks),
      ...(isTradable(instrument)
        ? { rules: writeRules(instrument, ports), fees: writeFees(instrument, ports, now) }
        : {}),
      followed: isOwn,
    }
  })
}

/** Hours of the session that is on, or of the next one, as the exchange's calendar has them. */
function sessionTimes({ calendar }: Instrument, now: Instant) {
  const { open, close } = currentOrNextSession(calendar, now)
  return { opensAt: open, closesAt: close }
}

function yearRange(instrument: Instrument, weeks: ReadonlyArray<{ readonly high: Price; readonly low: Price }>) {
  const [first, ...rest] = weeks
  if (first === undefined) return {}
  const range = rest.reduce(
    ({ high, low }, week) => ({ high: week.high > high ? week.high : high, low: week.low < low ? week.low : low }),
    { high: first.high, low: first.low },
  )
  return { high52: writePrice(range.high, instrument), low52: writePrice(range.low, instrument) }
}
