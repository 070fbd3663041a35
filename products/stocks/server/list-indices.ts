import { instruments } from '@bolsillo/market/domain'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { indices } from '../contract.ts'
import { countryOf, writeRow } from './market-rows.ts'
import type { StocksPorts } from './ports.ts'

/** The indices, of one market or of all, in the order of the instruments' own list. */
export function listIndices({ market }: StocksPorts): Handler {
  return onRead(indices, async ({ stockCountry }) => ({
    rows: instruments
      .filter(({ kind }) => kind === 'index')
      .filter(({ country }) => stockCountry === undefined || country === countryOf(stockCountry))
      .map((index) => writeRow(index, market, market.nowOf(index.id))),
  }))
}
