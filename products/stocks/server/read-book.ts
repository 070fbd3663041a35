import { reject } from '@bolsillo/kernel'
import { instrumentOf } from '@bolsillo/market/domain'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { books, stocksRejections } from '../contract.ts'
import { writeBook } from './market-rows.ts'
import type { StocksPorts } from './ports.ts'

const standardDepth = 20

/** The order book of an instrument, best prices first. */
export function readBook({ market }: StocksPorts): Handler {
  return onRead(books, async ({ symbol, depth = standardDepth }) => {
    const instrument = instrumentOf(symbol)
    if (instrument === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
    return writeBook(instrument, market, depth, market.nowOf(symbol))
  })
}
