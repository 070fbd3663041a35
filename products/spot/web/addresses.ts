import type { TradingAddresses } from '@bolsillo/trading/web'
import { href } from '@bolsillo/web-kit'

// Where the pages of this room are. What a page shows is in its query string, so every screen can be linked.

const tab = (name: string, query: Readonly<Record<string, string | undefined>> = {}): string =>
  href(`/pages/tabbar/${name}`, { family: 'coin', ...query })

export const chartOf = (symbol: string): string => href('/pages/coin/coinKline', { symbol })
export const tradeAt = (symbol?: string): string => tab('trade', { symbol })
export const marketsPath = tab('markets')
export const listAt = (query: Readonly<Record<string, string | undefined>> = {}): string =>
  href('/pages/coin/index', query)
export const ordersAt = (filter?: string): string => href('/pages/coin/order', { filter })
export const orderAt = (orderId: string): string => href('/pages/coin/order', { orderId })
export const feesPath = '/pages/coin/fees'
export const volumePath = '/pages/coin/volume'
export const transferPath = href('/pages/exchange/cryptoTransfer', { to: 'coin' })
export const movementsPath = '/pages/coin/assetsRecord'
export const loginPath = '/pages/account/login'

/** `BTC` of a coin against USDT, `BTC / MXN` against other money. */
export const tickerOf = (symbol: string): string => symbol.replace(/-USDT$/, '').replace('-', ' / ')

/** What the parts of trading ask for. */
export const addresses: TradingAddresses = {
  orderAt,
  ordersAt,
  chartOf,
  marketsPath,
  loginPath,
}
