import type { ReplyOf } from '@bolsillo/contract'
import { Chips, EmptyState, PagedCard, Segmented } from '@bolsillo/ui'
import { useChangeQuery, useLiveEffect, usePages, useQueryValue, useRefresh, useWords } from '@bolsillo/web-kit'
import ListChecks from 'lucide-react/icons/list-checks'
import { ordersChannel, ownOrders } from '../../contract/index.ts'
import { tradedProducts } from '../../domain/traded-instrument.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { OrderRow } from '../order-row.tsx'

const views = ['open', 'closed'] as const
const all = 'all'

/** A product whose orders are in the list. */
export interface ListedProduct {
  readonly product: string
  readonly title: string
  readonly orderAt: (orderId: string) => string
  readonly tickerOf?: (symbol: string) => string
}

interface AllOrdersProps {
  readonly products: readonly ListedProduct[]
  readonly marketsPath: string
}

/** The customer's orders of every product, open or done, or of one. `?filter=&product=`; changes arrive by themselves. */
export function AllOrders({ products, marketsPath }: AllOrdersProps) {
  const t = useWords<Messages>('trading')
  const [view, product] = [useQueryValue('filter'), useQueryValue('product')]
  const changeQuery = useChangeQuery()
  const refresh = useRefresh()
  const filter = views.find((one) => one === view) ?? 'open'
  const chosen = products.find((one) => one.product === product)
  useLiveEffect(ordersChannel, 'me', ({ delta }) => {
    if (delta !== undefined) refresh(ownOrders)
  })
  return (
    <>
      <Segmented
        label={t('titles.orders')}
        value={filter}
        onChange={(next) => changeQuery({ filter: next }, { replace: true })}
        choices={views.map((value) => ({ value, label: t(`orders.${value}`) }))}
      />
      <Chips
        label={t('orders.products')}
        value={chosen?.product ?? all}
        onPick={(next) => changeQuery({ product: next === all ? undefined : next }, { replace: true })}
        choices={[
          { value: all, label: t('orders.all') },
          ...products.map((one) => ({ value: one.product, label: one.title })),
        ]}
      />
      <Rows key={`${filter} ${chosen?.product}`} {...{ products, marketsPath, filter, chosen }} />
    </>
  )
}

type Row = ReplyOf<typeof ownOrders>['rows'][number]

function Rows(
  props: AllOrdersProps & {
    readonly filter: (typeof views)[number]
    readonly chosen: ListedProduct | undefined
  },
) {
  const { products, marketsPath, filter, chosen } = props
  const t = useWords<Messages>('trading')
  const product = tradedProducts.find((name) => name === chosen?.product)
  const rowOf = (row: Row) => {
    const of = products.find((one) => one.product === row.product)
    if (of === undefined) return null
    return (
      <OrderRow order={{ ...row, ticker: of.tickerOf?.(row.symbol) ?? row.ticker }} href={of.orderAt(row.orderId)} />
    )
  }
  return (
    <PagedCard
      label={t(`orders.${filter}`)}
      pages={usePages(ownOrders, { filter, ...(product === undefined ? {} : { product }) })}
      keyOf={(row) => row.orderId}
      empty={
        <EmptyState
          icon={ListChecks}
          title={t(`orders.empty.${filter}`)}
          action={{ label: t('orders.emptyAction'), href: marketsPath }}
        />
      }
    >
      {rowOf}
    </PagedCard>
  )
}
