import { useCall, useLiveEffect, useRefresh, useSession } from '@bolsillo/web-kit'
import { ordersChannel } from '../contract/index.ts'
import type { TradingProduct } from './trading-product.ts'

/** How many fills are marked on a chart, and orders shown below it. */
const fillsMax = 60
export const ordersOnChart = 20

/** The customer's orders and fills in an instrument, kept current by the private stream. */
export function useOwnTrades({ calls }: TradingProduct, symbol: string) {
  const { token } = useSession()
  const enabled = token !== ''
  const refresh = useRefresh()
  useLiveEffect(ordersChannel, enabled ? 'me' : undefined, ({ delta }) => {
    if (delta !== undefined && delta.symbol === symbol) refresh(calls.list, calls.fills, calls.owned)
  })
  return {
    orders: useCall(calls.list, { symbol, filter: 'all', limit: ordersOnChart }, { enabled }).data?.rows,
    fills: useCall(calls.fills, { symbol, limit: fillsMax }, { enabled }).data?.rows,
  }
}
