import { PageFrame } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { useSearchParams } from 'react-router'
import type { Messages } from '../messages/es-ES.ts'
import { OneOrder } from './order/one-order.tsx'
import { OrderList } from './order/order-list.tsx'

/** The customer's orders, or one order's whole life when the address names it. */
export default function OrderPage() {
  const t = useWords<Messages>('stocks')
  const [params] = useSearchParams()
  const orderId = params.get('orderId')
  if (orderId !== null) return <OneOrder orderId={orderId} />
  return (
    <PageFrame title={t('titles.orders')}>
      <OrderList />
    </PageFrame>
  )
}
