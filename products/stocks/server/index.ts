import type { Room } from '@bolsillo/server-kit'
import { messages as english } from '../messages/en-US.ts'
import { messages as spanish } from '../messages/es-ES.ts'
import { messages as portuguese } from '../messages/pt-BR.ts'
import { authoriseOrders } from './authorise-orders.ts'
import { buyStock } from './buy-stock.ts'
import { cancelOrder } from './cancel-order.ts'
import { convert } from './convert.ts'
import { seedHistory } from './demo-history.ts'
import { followStock } from './follow-stock.ts'
import { listCountries } from './list-countries.ts'
import { listFills } from './list-fills.ts'
import { listFollowed } from './list-followed.ts'
import { listHot } from './list-hot.ts'
import { listIndices } from './list-indices.ts'
import { listOrders } from './list-orders.ts'
import { listPositions } from './list-positions.ts'
import { listStocks } from './list-stocks.ts'
import type { StocksPorts } from './ports.ts'
import { quoteConversion } from './quote-conversion.ts'
import { readBook } from './read-book.ts'
import { readCandles } from './read-candles.ts'
import { readOrder } from './read-order.ts'
import { readPosition } from './read-position.ts'
import { readReceipt } from './read-receipt.ts'
import { readStatistics } from './read-statistics.ts'
import { readStockInfo } from './read-stock-info.ts'
import { readTicketFacts } from './read-ticket.ts'
import { readTrades } from './read-trades.ts'
import { readValue } from './read-value.ts'
import { replaceOrder } from './replace-order.ts'
import { searchStocks } from './search-stocks.ts'
import { sellStock } from './sell-stock.ts'
import { unfollowStock } from './unfollow-stock.ts'

export { type StocksPorts, usOpenWithoutVip } from './ports.ts'

/** The module object of stocks. */
export function createStocks(ports: StocksPorts): Room {
  const market = [
    readCandles,
    readTrades,
    readBook,
    listIndices,
    listCountries,
    listHot,
    listStocks,
    searchStocks,
    readStockInfo,
  ]
  const orders = [replaceOrder, cancelOrder, listOrders, readOrder, readReceipt, readStatistics, listFills]
  const own = [
    listFollowed,
    listPositions,
    readPosition,
    readValue,
    readTicketFacts,
    authoriseOrders,
    quoteConversion,
    convert,
  ]
  return {
    name: 'stocks',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: [
      ...[buyStock, sellStock, ...market, ...orders, ...own].map((make) => make(ports)),
      followStock(),
      unfollowStock(),
    ],
    seedDemo: async ({ customerIds }) => {
      if (ports.services.mode === 'SIM') await seedHistory(ports, customerIds)
    },
    messages: { 'es-ES': spanish, 'en-US': english, 'pt-BR': portuguese },
  }
}
