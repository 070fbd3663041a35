import { instruments } from '@bolsillo/market/domain'
import { useCase } from '@bolsillo/server-kit'
import { indices } from '../contract/index.ts'
import type { StocksDeps } from './deps.ts'
import { countryOf, writeRow } from './market-rows.ts'

/** The indices, of one market or of all, in the order of the instruments' own list. */
export const listIndices = useCase(indices, async ({ stockCountry }, _context, { market }: StocksDeps) => ({
  rows: instruments
    .filter(({ kind }) => kind === 'index')
    .filter(({ country }) => stockCountry === undefined || country === countryOf(stockCountry))
    .map((index) => writeRow(index, market, market.nowOf(index.id))),
}))
