import { reject } from '@bolsillo/kernel'
import { instrumentOf, writeTrade } from '@bolsillo/market/domain'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { stocksRejections, trades } from '../contract.ts'
import type { StocksPorts } from './ports.ts'

const standardTrades = 50

/** The latest prints of an instrument, newest first. */
export function readTrades({ market }: StocksPorts): Handler {
  return onRead(trades, async ({ symbol, limit = standardTrades }) => {
    const instrument = instrumentOf(symbol)
    if (instrument === undefined) return reject(stocksRejections.instrumentUnknown, { field: 'symbol' })
    return {
      symbol,
      trades: market.lastTrades(symbol, limit).map((trade) => writeTrade(trade, instrument)),
      stale: market.isStale(symbol, market.nowOf(symbol)),
    }
  })
}
