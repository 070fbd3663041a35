import type { TradingProduct } from '@bolsillo/trading/web'
import { assets, authorise, close, fills, list, query, receipt, replace, ticket } from '../contract/index.ts'
import { coinForms } from '../domain/ticket.ts'
import { addresses } from './addresses.ts'

/** How coins are traded; a market is written `BTC / USDT`. */
export const coins: TradingProduct = {
  calls: { list, fills, one: query, cancel: close, receipt, replace, authorise, ticket, owned: assets },
  addresses,
  forms: coinForms,
  tickerOf: (symbol) => symbol.replace('-', ' / '),
}
