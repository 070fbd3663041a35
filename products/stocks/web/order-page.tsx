import { OneOrder, OrderList } from '@bolsillo/trading/web'
import { PageFrame } from '@bolsillo/ui'
import { useAction, useCall, usePages, useRefresh, useWords } from '@bolsillo/web-kit'
import { useSearchParams } from 'react-router'
import { cancel, fills, order as orderCall, orders, positions } from '../contract.ts'
import type { Messages } from '../messages/es-ES.ts'
import { addresses } from './addresses.ts'
import { ReceiptCheckCard } from './receipt-check-card.tsx'

const everyMs = 2_000
const endings: readonly string[] = ['filled', 'cancelled', 'expired', 'rejected']

/** The customer's orders, or one order's whole life when the address names it. */
export default function OrderPage() {
  const t = useWords<Messages>('stocks')
  const [params] = useSearchParams()
  const refresh = useRefresh()
  const orderId = params.get('orderId')
  if (orderId !== null) return <StockOrder orderId={orderId} />
  return (
    <PageFrame title={t('titles.orders')}>
      <OrderList
        addresses={addresses}
        onChange={() => refresh(orders, fills)}
        useOrders={useStockOrders}
        useFills={useStockFills}
        tickerOf={(symbol) => symbol.replace(/\.[A-Z]+$/, '')}
      />
    </PageFrame>
  )
}

const useStockOrders = (filter: 'open' | 'closed') => usePages(orders, { filter })
const useStockFills = () => usePages(fills, {})

function StockOrder({ orderId }: { readonly orderId: string }) {
  const known = useCall(orderCall, { orderId })
  const open = known.data !== undefined && !endings.includes(known.data.order.state)
  const found = useCall(orderCall, { orderId }, open ? { everyMs } : {})
  const cancelling = useAction(cancel, { refreshes: [orderCall, orders, positions] })
  return (
    <OneOrder
      found={found}
      orderId={orderId}
      addresses={addresses}
      onCancel={{
        run: (then) => cancelling.mutate({ orderId }, then),
        isPending: cancelling.isPending,
        error: cancelling.error,
      }}
      check={<ReceiptCheckCard orderId={orderId} />}
    />
  )
}
