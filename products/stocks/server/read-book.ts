import { reject } from '@bolsillo/kernel'
import { bookNow } from '@bolsillo/market/domain'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { books, stocksRejections } from '../contract.ts'
import { shownInstrumentOf } from './market-rows.ts'
import type { StocksPorts } from './ports.ts'

const standardDepth = 20

/** The order book of an instrument, best prices first. */
export function readBook({ market }: StocksPorts): Handler {
  return onRead(books, async ({ symbol, depth = standardDepth }) => {
    const instrument = shownInstrumentOf(symbol)
    if (instrument === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
    return bookNow(instrument, market, depth, market.nowOf(symbol))
  })
}
