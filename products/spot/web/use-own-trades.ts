import { ordersOnChart, useOrdersFollowed, useOwnFills } from '@bolsillo/trading/web'
import { useCall } from '@bolsillo/web-kit'
import { assets, fills, list } from '../contract/index.ts'

/** The customer's orders and fills in a coin, kept current by the private stream. */
export function useOwnTrades(symbol: string) {
  const signedIn = useOrdersFollowed(symbol, list, fills, assets)
  const all = useCall(list, { symbol, filter: 'all', limit: ordersOnChart }, { enabled: signedIn })
  return { orders: all.data?.rows, fills: useOwnFills({ fills }, symbol, signedIn) }
}
