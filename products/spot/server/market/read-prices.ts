import { reject } from '@bolsillo/kernel'
import { bookNow } from '@bolsillo/market/domain'
import { candlesReply, tradesReply } from '@bolsillo/market/server'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { coinBooks, coinCandles, coinTrades, spotRejections } from '../../contract.ts'
import type { CoinShelf } from './coin-rows.ts'
import type { SpotMarketPorts } from './ports.ts'

const standardDepth = 20

/** Candles of a coin or contract, oldest first. */
export function readCandles(shelf: CoinShelf, ports: SpotMarketPorts): Handler {
  return onRead(coinCandles, async ({ symbol, ...asked }) => {
    const instrument = shelf.find(symbol)
    if (instrument === undefined) return reject(spotRejections.coinUnknown, { field: 'symbol', values: { symbol } })
    return candlesReply(ports, instrument, asked)
  })
}

/** The latest prints of a coin or contract, newest first. */
export function readTrades(shelf: CoinShelf, { market }: SpotMarketPorts): Handler {
  return onRead(coinTrades, async ({ symbol, limit }) => {
    const instrument = shelf.find(symbol)
    if (instrument === undefined) return reject(spotRejections.coinUnknown, { field: 'symbol', values: { symbol } })
    return tradesReply(market, instrument, limit)
  })
}

/** The order book of a coin or contract, best prices first. */
export function readBook(shelf: CoinShelf, { market }: SpotMarketPorts): Handler {
  return onRead(coinBooks, async ({ symbol, depth = standardDepth }) => {
    const instrument = shelf.find(symbol)
    if (instrument === undefined) return reject(spotRejections.coinUnknown, { field: 'symbol', values: { symbol } })
    return bookNow(instrument, market, depth, market.nowOf(symbol))
  })
}
