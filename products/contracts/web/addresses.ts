import type { TradingAddresses } from '@bolsillo/trading/web'
import { href } from '@bolsillo/web-kit'

// Where the pages of this room are. What a page shows is in its query string, so every screen can be linked.

/** A tab with this room's family chosen. */
const tab = (name: string, query: Readonly<Record<string, string | undefined>> = {}): string =>
  href(`/pages/tabbar/${name}`, { family: 'contract', ...query })

export const chartOf = (symbol: string): string => href('/pages/coin/coinKline', { symbol })
export const tradeAt = (symbol?: string): string => tab('trade', { symbol })
export const positionAt = (positionId?: string): string => tab('position', { positionId })
export const marketsPath = tab('markets')
export const ordersAt = (filter?: string): string => href('/pages/coin/contractOrder', { filter })
export const orderAt = (orderId: string): string => href('/pages/coin/contractOrder', { orderId })
export const fundingAt = (symbol?: string): string => href('/pages/coin/funding', { symbol })
/** The looks behind a rate: of an instant that was paid, or of the interval that runs. */
export const fundingLooksAt = (symbol: string, at?: number): string =>
  href('/pages/coin/fundingLooks', { symbol, at: at === undefined ? undefined : String(at) })
/** What the result of a position is made of. */
export const bookingsAt = (positionId: string): string => href('/pages/coin/contractPosition', { positionId })
export const liquidationAt = (liquidationId?: string): string => href('/pages/coin/liquidation', { liquidationId })
export const insurancePath = '/pages/coin/insurance'
/** The fund in the public books, with the range of its entries. */
export const insuranceBooksPath = href('/pages/common/books', { account: 'house:insurance:USDT' })
export const loginPath = '/pages/account/login'

/** `BTC-PERP` of `BTC-USDT-PERP`: short enough for a row, and never taken for the coin itself. */
export const tickerOf = (symbol: string): string => symbol.replace(/-USDT-PERP$/, '-PERP')

/** What the parts of trading ask for. */
export const addresses: TradingAddresses = {
  orderAt,
  ordersAt,
  chartOf,
  marketsPath,
  loginPath,
}
export const outcomesPath = '/pages/coin/outcomes'
