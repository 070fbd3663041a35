import { reject } from '@bolsillo/kernel'
import { instrumentUseCases } from '@bolsillo/market/server'
import { defineRoom } from '@bolsillo/server-kit'
import { orderUseCases } from '@bolsillo/trading/server'
import {
  authorise,
  books,
  cancel,
  candles,
  fills,
  follow,
  order,
  receipt,
  replace,
  stocksRejections,
  trades,
  unfollow,
} from '../contract/index.ts'
import { messages as english } from '../messages/en-US.ts'
import { messages as spanish } from '../messages/es-ES.ts'
import { messages as portuguese } from '../messages/pt-BR.ts'
import { convert } from './convert.ts'
import { seedHistory } from './demo-history.ts'
import { type StocksDeps, type StocksGiven, usOpenWithoutVip } from './deps.ts'
import { listCountries } from './list-countries.ts'
import { listFollowed } from './list-followed.ts'
import { listHot } from './list-hot.ts'
import { listIndices } from './list-indices.ts'
import { listPositions } from './list-positions.ts'
import { listStocks } from './list-stocks.ts'
import { shownInstrumentOf } from './market-rows.ts'
import { passPracticeDay } from './pass-practice-day.ts'
import { buyStock, listOrders, sellStock } from './place-order.ts'
import { quoteConversion } from './quote-conversion.ts'
import { readPosition } from './read-position.ts'
import { readStatistics } from './read-statistics.ts'
import { readStockInfo } from './read-stock-info.ts'
import { readTicketFacts } from './read-ticket.ts'
import { searchStocks } from './search-stocks.ts'

export type { StocksDeps } from './deps.ts'

const instrumentCalls = { candles, trades, book: books, follow, unfollow }
const orderCalls = { authorise, replace, cancel, one: order, receipt, fills }

/** The module object of stocks. */
export const createStocks = defineRoom({
  name: 'stocks',
  migrations: new URL('./migrations/', import.meta.url),
  messages: { 'es-ES': spanish, 'en-US': english, 'pt-BR': portuguese },
  settings: [usOpenWithoutVip],
  deps: (given: StocksGiven): StocksDeps => ({ ...given, trading: given.tradingOf('stock') }),
  useCases: [
    ...[listIndices, listCountries, listHot, listStocks, searchStocks, readStockInfo],
    ...instrumentUseCases<StocksDeps>(instrumentCalls, {
      find: (symbol) => shownInstrumentOf(symbol) ?? reject(stocksRejections.instrumentUnknown, { field: 'symbol' }),
      full: stocksRejections.watchlistFull,
    }),
    ...[buyStock, sellStock, listOrders, readStatistics],
    ...orderUseCases(orderCalls),
    ...[listFollowed, listPositions, readPosition, readTicketFacts, quoteConversion, convert, passPracticeDay],
  ],
  seedDemo: async (deps, { customerIds }) => {
    if (deps.services.mode === 'SIM') await seedHistory(deps, customerIds)
  },
})
