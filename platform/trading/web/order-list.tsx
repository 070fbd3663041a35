import { EmptyState, Loaded, LoadMore, Segmented, SkeletonRows, VirtualList } from '@bolsillo/ui'
import { useLiveEffect, useWords } from '@bolsillo/web-kit'
import ListChecks from 'lucide-react/icons/list-checks'
import { useSearchParams } from 'react-router'
import { ordersChannel } from '../contract.ts'
import type { Messages } from '../messages/es-ES.ts'
import { FillRow } from './fill-row.tsx'
import { OrderRow } from './order-row.tsx'
import type { ShownFill, ShownOrder, TradingAddresses } from './shown-order.ts'

const views = ['open', 'closed', 'fills'] as const
const orderHeight = 62

type Addresses = Pick<TradingAddresses, 'orderAt' | 'marketsPath'>

/** A list that comes in pages, as `usePages` gives it. */
interface Pages<Row> {
  readonly data: { readonly pages: ReadonlyArray<{ readonly rows: readonly Row[] }> } | undefined
  readonly error: { readonly outcome: 'rejected' | 'unknown'; readonly message: string } | null
  readonly refetch: () => unknown
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

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
  const [params, setParams] = useSearchParams()
  const view = views.find((one) => one === params.get('filter')) ?? 'open'
  useLiveEffect(ordersChannel, 'me', ({ delta }) => {
    if (delta !== undefined) onChange()
  })
  const show = (filter: string): void =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        next.set('filter', filter)
        return next
      },
      { replace: true },
    )
  return (
    <>
      <Segmented
        label={t('titles.orders')}
        value={view}
        onChange={show}
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
  const found = useOrders(filter)
  return (
    <section className="rounded-card bg-card px-4 shadow-card">
      <Loaded of={found} skeleton={<SkeletonRows rows={6} />}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows)
          if (rows.length === 0) {
            return (
              <EmptyState
                icon={ListChecks}
                title={t(`orders.empty.${filter}`)}
                action={{ label: t('orders.emptyAction'), href: addresses.marketsPath }}
              />
            )
          }
          return (
            <PagedList label={t(`orders.${filter}`)} rows={rows} keyOf={(row) => row.orderId} pages={found}>
              {(row) => <OrderRow order={row} href={addresses.orderAt(row.orderId)} />}
            </PagedList>
          )
        }}
      </Loaded>
    </section>
  )
}

function Fills(props: Pick<OrderListProps, 'useFills' | 'addresses' | 'tickerOf'>) {
  const { useFills, addresses, tickerOf } = props
  const t = useWords<Messages>('trading')
  const found = useFills()
  return (
    <section className="rounded-card bg-card px-4 shadow-card">
      <Loaded of={found} skeleton={<SkeletonRows rows={6} />}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows)
          if (rows.length === 0) {
            return (
              <EmptyState
                icon={ListChecks}
                title={t('orders.emptyFills')}
                action={{ label: t('orders.emptyAction'), href: addresses.marketsPath }}
              />
            )
          }
          return (
            <PagedList label={t('orders.fills')} rows={rows} keyOf={(row) => row.fillId} pages={found}>
              {(row) => <FillRow fill={row} href={addresses.orderAt(row.orderId)} title={tickerOf(row.symbol)} />}
            </PagedList>
          )
        }}
      </Loaded>
    </section>
  )
}

/** A list of rows of one height that asks for its next page near its end. */
export function PagedList<Row>(props: {
  readonly label: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** In pixels, the hairline included. */
  readonly rowHeight?: number
  readonly pages: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
  readonly children: (row: Row) => React.ReactNode
}) {
  const { label, rows, keyOf, pages, rowHeight = orderHeight, children } = props
  const more = (): void => {
    if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage()
  }
  return (
    <>
      <VirtualList
        label={label}
        rows={rows}
        keyOf={keyOf}
        rowHeight={rowHeight}
        onEnd={more}
        renderRow={(row, index) => <div className={index === 0 ? '' : 'border-hair border-t'}>{children(row)}</div>}
      />
      {pages.hasNextPage && <LoadMore state={pages.isFetchingNextPage ? 'loading' : 'more'} onMore={more} />}
    </>
  )
}
