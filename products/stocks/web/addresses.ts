import type { TradingAddresses } from '@bolsillo/trading/web'

// Where the pages of this room are. What a page shows is in its query string, so every screen can be linked.

const withQuery = (path: string, query: Readonly<Record<string, string | undefined>>): string => {
  const known = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return known.length === 0 ? path : `${path}?${new URLSearchParams(known)}`
}

export const chartOf = (symbol: string): string => withQuery('/pages/stock/stockKline', { symbol })
export const orderAt = (orderId: string): string => withQuery('/pages/stock/order', { orderId })
export const ordersAt = (filter?: string): string => withQuery('/pages/stock/order', { filter })
export const listAt = (query: { stockCountry?: string; sort?: string; sector?: string }): string =>
  withQuery('/pages/stock/list', query)
export const marketAt = (stockCountry: string): string => withQuery('/pages/stock/index', { stockCountry })
export const positionAt = (symbol?: string): string => withQuery('/pages/tabbar/position', { family: 'stock', symbol })
export const tradeAt = (symbol?: string): string => withQuery('/pages/tabbar/trade', { family: 'stock', symbol })
export const searchAt = (forWhat?: 'trade'): string => withQuery('/pages/stock/search', { for: forWhat })
export const marketsPath = '/pages/tabbar/markets?family=stock'
export const incomePath = '/pages/stock/income'
export const tradePasswordPath = '/pages/user/tradePassword'
export const loginPath = '/pages/account/login'
export const assetsPath = '/pages/user/assets'

/** What the parts of trading ask for. */
export const addresses: TradingAddresses = { orderAt, ordersAt, chartOf, marketsPath, loginPath }
