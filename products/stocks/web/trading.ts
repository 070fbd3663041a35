import type { TradingProduct } from '@bolsillo/trading/web'
import { authorise, cancel, fills, order, orders, positions, receipt, replace, ticket } from '../contract/index.ts'
import { shareForms } from '../domain/ticket.ts'
import { addresses } from './addresses.ts'

/** How shares are traded; a share is written without the country of its symbol. */
export const shares: TradingProduct = {
  calls: { list: orders, fills, one: order, cancel, receipt, replace, authorise, ticket, owned: positions },
  addresses,
  forms: shareForms,
  tickerOf: (symbol) => symbol.replace(/\.[A-Z]+$/, ''),
}
