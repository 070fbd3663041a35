import { findFollowed } from '@bolsillo/market/server'
import { useCase } from '@bolsillo/server-kit'
import { followed } from '../contract/index.ts'
import type { StocksDeps } from './deps.ts'
import { countryOf, shownInstrumentOf, writeRow } from './market-rows.ts'

/** What the customer follows, in the order of their first watchlist. */
export const listFollowed = useCase(followed, async ({ stockCountry }, { db, customer }, { market }: StocksDeps) => {
  const symbols = await findFollowed(db, customer.customerId)
  return {
    rows: symbols
      .flatMap((symbol) => shownInstrumentOf(symbol) ?? [])
      .filter(({ country }) => stockCountry === undefined || country === countryOf(stockCountry))
      .map((instrument) => writeRow(instrument, market, market.nowOf(instrument.id))),
  }
})
