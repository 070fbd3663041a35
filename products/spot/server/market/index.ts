import type { Handler } from '@bolsillo/server-kit'
import { createCoinShelf } from './coin-rows.ts'
import { follow, unfollow } from './follow.ts'
import { listInfos } from './list-infos.ts'
import { listTickers } from './list-tickers.ts'
import type { SpotMarketPorts } from './ports.ts'
import { readBook, readCandles, readTrades } from './read-prices.ts'
import { readTicker } from './read-ticker.ts'

export type { SpotMarketPorts } from './ports.ts'

/** The market calls of this room, over the market of this server. */
export function marketHandlers(ports: SpotMarketPorts): readonly Handler[] {
  const shelf = createCoinShelf(ports)
  return [
    ...[listInfos, listTickers, readTicker, follow, unfollow].map((make) => make(shelf)),
    ...[readCandles, readTrades, readBook].map((make) => make(shelf, ports)),
  ]
}
