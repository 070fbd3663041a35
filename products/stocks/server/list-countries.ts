import { present } from '@bolsillo/kernel'
import { nextChange, nextOpen } from '@bolsillo/market/domain'
import { useCase } from '@bolsillo/server-kit'
import { countries, type StockCountry, stockCountries } from '../contract/index.ts'
import { exchangeNames, type StocksDeps, usOpenWithoutVip } from './deps.ts'
import { sharesOf } from './market-rows.ts'

/** The markets, the home market first, with what each is doing now. */
export const listCountries = useCase(countries, async (_request, _context, deps: StocksDeps) => ({
  rows: stockCountries.map((country) => rowOf(deps, country)),
}))

function rowOf({ market, settings }: StocksDeps, stockCountry: StockCountry) {
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
