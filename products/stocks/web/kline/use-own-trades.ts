import { ordersOnChart, useOrdersFollowed, useOwnFills } from '@bolsillo/trading/web'
import { useCall } from '@bolsillo/web-kit'
import { fills, orders, positions } from '../../contract/index.ts'

/** The customer's orders and fills in a share, kept current by the private stream. */
export function useOwnTrades(symbol: string) {
  const signedIn = useOrdersFollowed(symbol, orders, fills, positions)
  const all = useCall(orders, { symbol, filter: 'all', limit: ordersOnChart }, { enabled: signedIn })
  return { orders: all.data?.rows, fills: useOwnFills({ fills }, symbol, signedIn) }
}
