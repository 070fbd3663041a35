import { reject } from '@bolsillo/kernel'
import { candlesReply } from '@bolsillo/market/server'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { candles, stocksRejections } from '../contract.ts'
import { shownInstrumentOf } from './market-rows.ts'
import type { StocksPorts } from './ports.ts'

/** Candles of an instrument, oldest first. */
export function readCandles(ports: StocksPorts): Handler {
  return onRead(candles, async ({ symbol, ...asked }) => {
    const instrument = shownInstrumentOf(symbol)
    if (instrument === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
    return candlesReply(ports, instrument, asked)
  })
}
