import type { TradingAddresses } from '@bolsillo/trading/web'
import { href } from '@bolsillo/web-kit'

// Where the pages of this room are. What a page shows is in its query string, so every screen can be linked.

export const chartOf = (symbol: string): string => href('/pages/stock/stockKline', { symbol })
export const orderAt = (orderId: string): string => href('/pages/stock/order', { orderId })
export const ordersAt = (filter?: string): string => href('/pages/stock/order', { filter })
export const listAt = (query: { stockCountry?: string; sort?: string; sector?: string }): string =>
  href('/pages/stock/list', query)
export const marketAt = (stockCountry: string): string => href('/pages/stock/index', { stockCountry })
export const positionAt = (symbol?: string): string => href('/pages/tabbar/position', { family: 'stock', symbol })
export const tradeAt = (symbol?: string): string => href('/pages/tabbar/trade', { family: 'stock', symbol })
export const searchAt = (forWhat?: 'trade'): string => href('/pages/stock/search', { for: forWhat })
export const marketsPath = '/pages/tabbar/markets?family=stock'
export const loginPath = '/pages/account/login'
export const assetsPath = '/pages/user/assets'

/** What the parts of trading ask for. */
export const addresses: TradingAddresses = {
  orderAt,
  ordersAt,
  chartOf,
  marketsPath,
  loginPath,
}
