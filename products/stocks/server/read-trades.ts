import { reject } from '@bolsillo/kernel'
import { tradesReply } from '@bolsillo/market/server'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { stocksRejections, trades } from '../contract.ts'
import { shownInstrumentOf } from './market-rows.ts'
import type { StocksPorts } from './ports.ts'

/** The latest prints of an instrument, newest first. */
export function readTrades({ market }: StocksPorts): Handler {
  return onRead(trades, async ({ symbol, limit }) => {
    const instrument = shownInstrumentOf(symbol)
    if (instrument === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
    return tradesReply(market, instrument, limit)
  })
}
