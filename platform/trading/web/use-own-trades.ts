import type { Call } from '@bolsillo/contract'
import { useCall, useLiveEffect, useRefresh, useSession } from '@bolsillo/web-kit'
import { ordersChannel } from '../contract/index.ts'
import type { OrderCalls } from './orders-page.tsx'

/** How many fills are marked on a chart, and orders shown below it. */
const fillsMax = 60
export const ordersOnChart = 20

/** Keeps the customer's orders and fills in an instrument current by the private stream. */
export function useOrdersFollowed(symbol: string, ...reads: readonly Call[]): boolean {
  const { token } = useSession()
  const signedIn = token !== ''
  const refresh = useRefresh()
  useLiveEffect(ordersChannel, signedIn ? 'me' : undefined, ({ delta }) => {
    if (delta !== undefined && delta.symbol === symbol) refresh(...reads)
  })
  return signedIn
}

/** The customer's fills in an instrument, to be marked on its chart. */
export function useOwnFills(calls: Pick<OrderCalls, 'fills'>, symbol: string, signedIn: boolean) {
  return useCall(calls.fills, { symbol, limit: fillsMax }, { enabled: signedIn }).data?.rows
}
