import { AllOrders } from '@bolsillo/trading/web'
import { PageFrame } from '@bolsillo/ui'
import { titled, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../words/es-ES.ts'
import { families } from './families.ts'

/** The orders of every family in one list. */
export default function OrdersPage() {
  const t = useWords<Messages>('core')
  const products = families.flatMap(({ orders, titleKey, tickerOf }) =>
    orders === undefined
      ? []
      : [{ ...orders, title: titled(titleKey), ...(tickerOf === undefined ? {} : { tickerOf }) }],
  )
  return (
    <PageFrame title={t('mine.orders')}>
      <AllOrders products={products} marketsPath="/pages/tabbar/markets" />
    </PageFrame>
  )
}
