import { reject } from '@bolsillo/kernel'
import { instrumentOf, writeCandle } from '@bolsillo/market/domain'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { candles, stocksRejections } from '../contract.ts'
import type { StocksPorts } from './ports.ts'

const standardCandles = 300

/** Candles of an instrument, oldest first. One more than asked for is read, to know whether there are older ones. */
export function readCandles({ market, candles: read }: StocksPorts): Handler {
  return onRead(candles, async ({ symbol, interval, before, limit = standardCandles }) => {
    const instrument = instrumentOf(symbol)
    if (instrument === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
    const found = await read(symbol, interval, { ...(before === undefined ? {} : { before }), limit: limit + 1 })
    return {
      symbol,
      interval,
      candles: found.slice(-limit).map((candle) => writeCandle(candle, instrument)),
      more: found.length > limit,
      source: market.quote(symbol)?.source ?? 'none',
    }
  })
}
