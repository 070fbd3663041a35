import { hiddenFigure, useMasked, useSaid } from '@bolsillo/ui'
import type { ChartFill, ChartOrder } from '@bolsillo/ui/chart'
import { useWords } from '@bolsillo/web-kit'
import { useMemo } from 'react'
import type { Messages } from '../messages/es-ES.ts'
import type { ShownFill, ShownOrder } from './shown-order.ts'

const working = new Set<ShownOrder['state']>(['open', 'partially-filled', 'pending-trigger'])

/** The price of an order's line: what a stop waits for, else the limit; and how the form calls it. */
export function linePrice(order: Pick<ShownOrder, 'state' | 'limitPrice' | 'stopPrice'>): {
  readonly field: 'limitPrice' | 'stopPrice'
  readonly price: string | undefined
} {
  const waits = order.stopPrice !== undefined && (order.state === 'pending-trigger' || order.limitPrice === undefined)
  return waits ? { field: 'stopPrice', price: order.stopPrice } : { field: 'limitPrice', price: order.limitPrice }
}

export interface OwnOnChart {
  readonly open: number
  readonly lines: readonly ChartOrder[]
  readonly marks: readonly ChartFill[]
}

/** The customer's open orders as lines and fills as marks of a chart. */
export function useOwnOnChart(
  orders: readonly ShownOrder[] | undefined,
  fills: readonly ShownFill[] | undefined,
  movable = false,
): OwnOnChart {
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const masked = useMasked()
  const open = useMemo(() => (orders ?? []).filter((order) => working.has(order.state)), [orders])
  const lines = useMemo(
    () =>
      open.flatMap((order): ChartOrder[] => {
        const { price } = linePrice(order)
        if (price === undefined) return []
        const size = masked ? hiddenFigure : said.quantity(order.quantity ?? order.filledQuantity)
        const label = `${t(order.side === 'buy' ? 'sides.bought' : 'sides.sold')} ${size} · ${said.price(price)}`
        const handle = movable ? { moveLabel: t('move.label', { line: label }) } : {}
        return [{ id: order.orderId, side: order.side, price, label, ...handle }]
      }),
    [open, t, movable, masked],
  )
  const marks = useMemo(
    () =>
      (fills ?? []).map(
        (fill): ChartFill => ({
          id: fill.fillId,
          at: fill.at,
          price: fill.price,
          side: fill.side,
          letter: t(fill.side === 'buy' ? 'sides.buyLetter' : 'sides.sellLetter'),
        }),
      ),
    [fills, t],
  )
  return { open: open.length, lines, marks }
}
