import { present } from '@bolsillo/kernel'
import { nextChange, nextOpen } from '@bolsillo/market/domain'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { countries, type StockCountry, stockCountries } from '../contract.ts'
import { sharesOf } from './market-rows.ts'
import { exchangeNames, type StocksPorts, usOpenWithoutVip } from './ports.ts'

/** The markets, the home market first, with what each is doing now. */
export function listCountries({ market, settings }: StocksPorts): Handler {
  const rowOf = (stockCountry: StockCountry) => {
    const shares = sharesOf(stockCountry)
    const first = present(shares[0], `a share of ${stockCountry}`)
    const now = market.nowOf(first.id)
    const session = market.stateAt(first.id, now)
    const changesAt =
      session === 'continuous' ? nextChange(first.calendar, now, market.hours) : nextOpen(first.calendar, now)
    return {
      stockCountry,
      currency: first.currency,
      exchange: exchangeNames[first.calendar],
      session,
      ...(changesAt === undefined ? {} : { changesAt }),
      needsVip: first.needsVip && !settings.get(usOpenWithoutVip),
      instruments: shares.length,
    }
  }
  return onRead(countries, async () => ({ rows: stockCountries.map(rowOf) }))
}
