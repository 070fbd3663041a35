import { ordersChannel } from '@bolsillo/trading/contract'
import { useCall, useLiveEffect, useRefresh, useSession } from '@bolsillo/web-kit'
import { assets, fills, list } from '../contract.ts'

/** How many fills are marked on a chart, and orders shown below it. */
const fillsMax = 60
const ordersMax = 20

/** The customer's orders and fills in a coin, kept current by the private stream. */
export function useOwnTrades(symbol: string) {
  const { token } = useSession()
  const signedIn = token !== ''
  const all = useCall(list, { symbol, filter: 'all', limit: ordersMax }, { enabled: signedIn })
  const done = useCall(fills, { symbol, limit: fillsMax }, { enabled: signedIn })
  const refresh = useRefresh()
  useLiveEffect(ordersChannel, signedIn ? 'me' : undefined, ({ delta }) => {
    if (delta !== undefined && delta.symbol === symbol) refresh(list, fills, assets)
  })
  return { orders: all.data?.rows, fills: done.data?.rows }
}
