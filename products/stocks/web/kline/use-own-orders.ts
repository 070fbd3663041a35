import { ordersChannel } from '@bolsillo/trading/contract'
import type { ChartFill, ChartOrder } from '@bolsillo/ui/chart'
import { useCall, useLiveEffect, useRefresh, useSession, useWords } from '@bolsillo/web-kit'
import { useMemo } from 'react'
import { fills, type Order, orders, positions } from '../../contract.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { useSaid } from '../said.ts'

/** How many fills are marked on a chart. */
const fillsMax = 60
const ordersMax = 20

const working = new Set<Order['state']>(['open', 'partially-filled', 'pending-trigger'])

export interface OwnOrders {
  readonly all: readonly Order[] | undefined
  readonly open: number
  readonly lines: readonly ChartOrder[]
  readonly marks: readonly ChartFill[]
}

/** The customer's orders and fills in an instrument, kept current by the private stream. */
export function useOwnOrders(symbol: string): OwnOrders {
  const t = useWords<Messages>('stocks')
  const said = useSaid()
  const { token } = useSession()
  const signedIn = token !== ''
  const all = useCall(orders, { symbol, filter: 'all', limit: ordersMax }, { enabled: signedIn })
  const done = useCall(fills, { symbol, limit: fillsMax }, { enabled: signedIn })
  const refresh = useRefresh()
  useLiveEffect(ordersChannel, signedIn ? 'me' : undefined, ({ delta }) => {
    if (delta !== undefined && delta.symbol === symbol) refresh(orders, fills, positions)
  })
  const rows = all.data?.rows
  const filled = done.data?.rows
  const open = useMemo(() => (rows ?? []).filter((order) => working.has(order.state)), [rows])
  const lines = useMemo(
    () =>
      open.flatMap((order): ChartOrder[] => {
        const price = order.limitPrice ?? order.stopPrice
        if (price === undefined) return []
        const size = said.quantity(order.quantity ?? order.filledQuantity)
        return [
          {
            id: order.orderId,
            side: order.side,
            price,
            label: `${t(order.side === 'buy' ? 'sides.bought' : 'sides.sold')} ${size} · ${said.price(price)}`,
          },
        ]
      }),
    [open, t],
  )
  const marks = useMemo(
    () =>
      (filled ?? []).map(
        (fill): ChartFill => ({
          id: fill.fillId,
          at: fill.at,
          price: fill.price,
          side: fill.side,
          letter: t(fill.side === 'buy' ? 'kline.buyLetter' : 'kline.sellLetter'),
        }),
      ),
    [filled, t],
  )
  return { all: rows, open: open.length, lines, marks }
}
