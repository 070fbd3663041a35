import { EmptyState, LoadedRows, Section, SkeletonRows } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import type { ComponentProps } from 'react'
import type { Messages } from '../messages/es-ES.ts'
import { OrderRow } from './order-row.tsx'
import type { ShownOrder, TradingAddresses } from './shown-order.ts'
import type { TradingProduct } from './trading-product.ts'

/** How many orders a trade page asks for. */
export const openOrdersShown = 10

/** The orders that wait, as a trade page shows them. */
export function OpenOrders<Order>(props: {
  readonly of: ComponentProps<typeof LoadedRows<Order>>['of']
  readonly show: (order: Order) => ShownOrder
  readonly addresses: Pick<TradingAddresses, 'orderAt' | 'ordersAt'>
}) {
  const { of, show, addresses } = props
  const t = useWords<Messages>('trading')
  return (
    <Section title={t('orders.waiting')} more={{ href: addresses.ordersAt(), label: t('orders.seeAll') }}>
      <LoadedRows
        of={of}
        skeleton={<SkeletonRows rows={2} />}
        empty={<EmptyState title={t('orders.empty.open')} className="py-4" />}
      >
        {(order) => {
          const shown = show(order)
          return <OrderRow key={shown.orderId} order={shown} href={addresses.orderAt(shown.orderId)} />
        }}
      </LoadedRows>
    </Section>
  )
}

/** The orders of a product that wait. */
export function ProductOrders({ product: { calls, addresses } }: { readonly product: TradingProduct }) {
  const found = useCall(calls.list, { filter: 'open', limit: openOrdersShown }, { everyMs: 5_000 })
  return <OpenOrders of={found} show={(order) => order} addresses={addresses} />
}
