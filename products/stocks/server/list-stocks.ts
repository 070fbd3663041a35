import { coreRejections } from '@bolsillo/contract'
import { reject } from '@bolsillo/kernel'
import { figuresOf, sectorDays, sortList } from '@bolsillo/market/domain'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { list } from '../contract.ts'
import { writePercent } from '../domain/index.ts'
import { sharesOf, writeRow } from './market-rows.ts'
import type { StocksPorts } from './ports.ts'

const standardRows = 50

/**
 * The shares of a market, sorted by what they do right now. The cursor is a place in that order: a share that moves
 * between two pages may show twice or not at all, as in any live ranking; by name the order stands still.
 */
export function listStocks({ market }: StocksPorts): Handler {
  return onRead(
    list,
    async ({ stockCountry = 'IN', sort = 'turnover', sector, cursor = '0', limit = standardRows }) => {
      if (!/^(0|[1-9][0-9]{0,4})$/.test(cursor)) {
        return reject(coreRejections.fieldInvalid, { field: 'cursor', values: { problem: 'malformed' } })
      }
      const figures = sharesOf(stockCountry).map((share) => figuresOf(share, market))
      const wanted = sector === undefined ? figures : figures.filter((row) => row.sector === sector)
      const sorted = sortList(wanted, sort)
      const from = Number(cursor)
      return {
        rows: sorted
          .slice(from, from + limit)
          .map(({ instrument }) => writeRow(instrument, market, market.nowOf(instrument.id))),
        ...(from + limit < sorted.length ? { next: String(from + limit) } : {}),
        sectors: sectorDays(figures).map((day) => ({
          sector: day.sector,
          instruments: day.instruments,
          changePercent: writePercent(day.changeBps),
        })),
      }
    },
  )
}
