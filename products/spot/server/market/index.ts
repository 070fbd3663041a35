import { reject } from '@bolsillo/kernel'
import { instrumentHandlers } from '@bolsillo/market/server'
import type { Handler } from '@bolsillo/server-kit'
import {
  coinBooks,
  coinCandles,
  coinMarketRejections,
  coinTrades,
  followCoin,
  spotRejections,
  unfollowCoin,
} from '../../contract.ts'
import { createCoinShelf } from './coin-rows.ts'
import { listInfos } from './list-infos.ts'
import { listTickers } from './list-tickers.ts'
import type { SpotMarketPorts } from './ports.ts'
import { readTicker } from './read-ticker.ts'

export type { SpotMarketPorts } from './ports.ts'

const calls = {
  candles: coinCandles,
  trades: coinTrades,
  book: coinBooks,
  follow: followCoin,
  unfollow: unfollowCoin,
}

/** The market calls of this room, over the market of this server. */
export function marketHandlers(ports: SpotMarketPorts): readonly Handler[] {
  const shelf = createCoinShelf(ports)
  return [
    ...[listInfos, listTickers, readTicker].map((make) => make(shelf)),
    ...instrumentHandlers(calls, ports, {
      find: (symbol) =>
        shelf.find(symbol) ?? reject(spotRejections.coinUnknown, { field: 'symbol', values: { symbol } }),
      full: coinMarketRejections.followedFull,
    }),
  ]
}
