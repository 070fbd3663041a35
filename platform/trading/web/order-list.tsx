import { EmptyState, PagedCard, type Pages, Segmented } from '@bolsillo/ui'
import { useChangeQuery, useLiveEffect, useQueryValue, useWords } from '@bolsillo/web-kit'
import ListChecks from 'lucide-react/icons/list-checks'
import { ordersChannel } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { FillRow } from './fill-row.tsx'
import { OrderRow } from './order-row.tsx'
import type { ShownFill, ShownOrder, TradingAddresses } from './shown-order.ts'

const views = ['open', 'closed', 'fills'] as const

type Addresses = Pick<TradingAddresses, 'orderAt' | 'marketsPath'>

export interface OrderListProps {
  readonly addresses: Addresses
  /** Asks everything shown again: an order changed. */
  readonly onChange: () => void
  /** The product's calls, as hooks: each is used in a part of its own. */
  readonly useOrders: (filter: 'open' | 'closed') => Pages<ShownOrder>
  readonly useFills: () => Pages<ShownFill>
  /** The short name of an instrument, for a fill. */
  readonly tickerOf: (symbol: string) => string
}

/** Orders open and finished, and every fill. Changes arrive by themselves. */
export function OrderList({ addresses, onChange, useOrders, useFills, tickerOf }: OrderListProps) {
  const t = useWords<Messages>('trading')
  const shown = useQueryValue('filter')
  const changeQuery = useChangeQuery()
  const view = views.find((one) => one === shown) ?? 'open'
  useLiveEffect(ordersChannel, 'me', ({ delta }) => {
    if (delta !== undefined) onChange()
  })
  return (
    <>
      <Segmented
        label={t('titles.orders')}
        value={view}
        onChange={(filter) => changeQuery({ filter }, { replace: true })}
        choices={views.map((value) => ({ value, label: t(`orders.${value}`) }))}
      />
      {view === 'fills' ? (
        <Fills useFills={useFills} addresses={addresses} tickerOf={tickerOf} />
      ) : (
        <Orders key={view} filter={view} useOrders={useOrders} addresses={addresses} />
      )}
    </>
  )
}

function Orders(props: {
  readonly filter: 'open' | 'closed'
  readonly useOrders: OrderListProps['useOrders']
  readonly addresses: Addresses
}) {
  const { filter, useOrders, addresses } = props
  const t = useWords<Messages>('trading')
  return (
    <PagedCard
      label={t(`orders.${filter}`)}
      pages={useOrders(filter)}
      keyOf={(row) => row.orderId}
      empty={
        <EmptyState
          icon={ListChecks}
          title={t(`orders.empty.${filter}`)}
          action={{ label: t('orders.emptyAction'), href: addresses.marketsPath }}
        />
      }
    >
      {(row) => <OrderRow order={row} href={addresses.orderAt(row.orderId)} />}
    </PagedCard>
  )
}

function Fills(props: Pick<OrderListProps, 'useFills' | 'addresses' | 'tickerOf'>) {
  const { useFills, addresses, tickerOf } = props
  const t = useWords<Messages>('trading')
  return (
    <PagedCard
      label={t('orders.fills')}
      pages={useFills()}
      keyOf={(row) => row.fillId}
      empty={
        <EmptyState
          icon={ListChecks}
          title={t('orders.emptyFills')}
          action={{ label: t('orders.emptyAction'), href: addresses.marketsPath }}
        />
      }
    >
      {(row) => <FillRow fill={row} href={addresses.orderAt(row.orderId)} title={tickerOf(row.symbol)} />}
    </PagedCard>
  )
}
