import { figuresOf, sortList } from '@bolsillo/market/domain'
import { useCase } from '@bolsillo/server-kit'
import { hot } from '../contract/index.ts'
import type { StocksDeps } from './deps.ts'
import { sharesOf, writeRow } from './market-rows.ts'

const standardHot = 10

/** The most traded shares of a market today, by turnover. */
export const listHot = useCase(
  hot,
  async ({ stockCountry = 'IN', limit = standardHot }, _context, { market }: StocksDeps) => {
    const figures = sharesOf(stockCountry).map((share) => figuresOf(share, market))
    return {
      rows: sortList(figures, 'turnover')
        .slice(0, limit)
        .map(({ instrument }) => writeRow(instrument, market, market.nowOf(instrument.id))),
    }
  },
)
