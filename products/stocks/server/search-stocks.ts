import { figuresOf, searchInstruments, sortList } from '@bolsillo/market/domain'
import { useCase } from '@bolsillo/server-kit'
import { search } from '../contract/index.ts'
import type { StocksDeps } from './deps.ts'
import { countryOf, shownInstruments, writeRow } from './market-rows.ts'

const standardResults = 20

/** Instruments by ticker or name. Equally good matches come by turnover, so that the liquid one is first. */
export const searchStocks = useCase(
  search,
  async ({ keyword, stockCountry, limit = standardResults }, _context, { market }: StocksDeps) => {
    const inMarket = shownInstruments.filter(
      ({ country, listed }) => listed && (stockCountry === undefined || country === countryOf(stockCountry)),
    )
    const ranked = sortList(
      inMarket.map((instrument) => figuresOf(instrument, market)),
      'turnover',
    ).map(({ instrument }) => instrument)
    return {
      rows: searchInstruments(ranked, keyword, limit).map((found) => writeRow(found, market, market.nowOf(found.id))),
    }
  },
)
