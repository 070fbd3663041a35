import { figuresOf, sortList } from '@bolsillo/market/domain'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { hot } from '../contract.ts'
import { sharesOf, writeRow } from './market-rows.ts'
import type { StocksPorts } from './ports.ts'

const standardHot = 10

/** The most traded shares of a market today, by turnover. */
export function listHot({ market }: StocksPorts): Handler {
  return onRead(hot, async ({ stockCountry = 'IN', limit = standardHot }) => {
    const figures = sharesOf(stockCountry).map((share) => figuresOf(share, market))
    return {
      rows: sortList(figures, 'turnover')
        .slice(0, limit)
        .map(({ instrument }) => writeRow(instrument, market, market.nowOf(instrument.id))),
    }
  })
}
