import { ordersChannel } from '@bolsillo/trading/contract'
import { EmptyState, LoadMore, Segmented, SkeletonRows, VirtualList } from '@bolsillo/ui'
import { useLiveEffect, usePages, useRefresh, useWords } from '@bolsillo/web-kit'
import ListChecks from 'lucide-react/icons/list-checks'
import { useSearchParams } from 'react-router'
import { fills, orders } from '../../contract.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { marketsPath } from '../addresses.ts'
import { Loaded } from '../loading.tsx'
import { FillRow } from './fill-row.tsx'
import { OrderRow } from './order-row.tsx'

const views = ['open', 'closed', 'fills'] as const
const rowHeight = 62

/** Orders open and finished, and every fill. Changes arrive by themselves. */
export function OrderList() {
  const t = useWords<Messages>('stocks')
  const [params, setParams] = useSearchParams()
  const view = views.find((one) => one === params.get('filter')) ?? 'open'
  const refresh = useRefresh()
  useLiveEffect(ordersChannel, 'me', ({ delta }) => {
    if (delta !== undefined) refresh(orders, fills)
  })
  return (
    <>
      <Segmented
        label={t('titles.orders')}
        value={view}
        onChange={(filter) => setParams({ filter }, { replace: true })}
        choices={views.map((value) => ({ value, label: t(`orders.${value}`) }))}
      />
      {view === 'fills' ? <Fills /> : <Orders filter={view} />}
    </>
  )
}

function Orders({ filter }: { readonly filter: 'open' | 'closed' }) {
  const t = useWords<Messages>('stocks')
  const found = usePages(orders, { filter })
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
                action={{ label: t('orders.emptyAction'), href: marketsPath }}
              />
            )
          }
          return (
            <List label={t(`orders.${filter}`)} rows={rows} keyOf={(row) => row.orderId} pages={found}>
              {(row) => <OrderRow order={row} />}
            </List>
          )
        }}
      </Loaded>
    </section>
  )
}

function Fills() {
  const t = useWords<Messages>('stocks')
  const found = usePages(fills, {})
  return (
    <section className="rounded-card bg-card px-4 shadow-card">
      <Loaded of={found} skeleton={<SkeletonRows rows={6} />}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows)
          if (rows.length === 0) return <EmptyState icon={ListChecks} title={t('orders.emptyFills')} />
          return (
            <List label={t('orders.fills')} rows={rows} keyOf={(row) => row.fillId} pages={found}>
              {(row) => <FillRow fill={row} title={row.symbol.replace(/\.[A-Z]+$/, '')} />}
            </List>
          )
        }}
      </Loaded>
    </section>
  )
}

/** A list of rows of one height that asks for its next page near its end. */
function List<Row>(props: {
  readonly label: string
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  readonly pages: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly fetchNextPage: () => unknown
  }
  readonly children: (row: Row) => React.ReactNode
}) {
  const { label, rows, keyOf, pages, children } = props
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
