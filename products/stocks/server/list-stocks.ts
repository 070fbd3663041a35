import { refuseUnknown } from '@bolsillo/contract'
import { writePercent } from '@bolsillo/kernel'
import { figuresOf, sectorDays, sortList, writeGenerated } from '@bolsillo/market/domain'
import { rankedPage } from '@bolsillo/market/server'
import { useCase } from '@bolsillo/server-kit'
import { list } from '../contract/index.ts'
import type { StocksDeps } from './deps.ts'
import { sharesOf, writeRow } from './market-rows.ts'

const standardRows = 50

/** The shares of a market, sorted by what they do right now, a live ranking; by name the order is fixed. */
export const listStocks = useCase(
  list,
  async (
    { stockCountry = 'IN', sort = 'turnover', sector, cursor, limit = standardRows },
    _context,
    { market }: StocksDeps,
  ) => {
    const figures = sharesOf(stockCountry).map((share) => figuresOf(share, market))
    const wanted = sector === undefined ? figures : figures.filter((row) => row.sector === sector)
    if (sector !== undefined && wanted.length === 0) return refuseUnknown('sector')
    const page = rankedPage(sortList(wanted, sort), { cursor, limit })
    return {
      rows: page.rows.map(({ instrument }) => writeRow(instrument, market, market.nowOf(instrument.id))),
      ...page.next,
      sectors: sectorDays(figures).map((day) => ({
        sector: day.sector,
        instruments: day.instruments,
        changePercent: writePercent(day.changeBps),
        ...writeGenerated(day.generated, market.recordedSince()),
      })),
    }
  },
)
