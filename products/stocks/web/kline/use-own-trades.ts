import { ordersChannel } from '@bolsillo/trading/contract'
import { useCall, useLiveEffect, useRefresh, useSession } from '@bolsillo/web-kit'
import { type Fill, fills, type Order, orders, positions } from '../../contract.ts'

/** How many fills are marked on a chart. */
const fillsMax = 60
const ordersMax = 20

export interface OwnTrades {
  readonly orders: readonly Order[] | undefined
  readonly fills: readonly Fill[] | undefined
}

/** The customer's orders and fills in a share, kept current by the private stream. */
export function useOwnTrades(symbol: string): OwnTrades {
  const { token } = useSession()
  const signedIn = token !== ''
  const all = useCall(orders, { symbol, filter: 'all', limit: ordersMax }, { enabled: signedIn })
  const done = useCall(fills, { symbol, limit: fillsMax }, { enabled: signedIn })
  const refresh = useRefresh()
  useLiveEffect(ordersChannel, signedIn ? 'me' : undefined, ({ delta }) => {
    if (delta !== undefined && delta.symbol === symbol) refresh(orders, fills, positions)
  })
  return { orders: all.data?.rows, fills: done.data?.rows }
}
