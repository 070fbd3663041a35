import { findFollowed } from '@bolsillo/market/server'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { followed } from '../contract.ts'
import { countryOf, shownInstrumentOf, writeRow } from './market-rows.ts'
import type { StocksPorts } from './ports.ts'

/** What the customer follows, latest first. */
export function listFollowed({ market }: StocksPorts): Handler {
  return onRead(followed, async ({ stockCountry }, { db, customer }) => {
    const symbols = await findFollowed(db, customer.customerId)
    return {
      rows: symbols
        .flatMap((symbol) => shownInstrumentOf(symbol) ?? [])
        .filter(({ country }) => stockCountry === undefined || country === countryOf(stockCountry))
        .map((instrument) => writeRow(instrument, market, market.nowOf(instrument.id))),
    }
  })
}
