import { OrdersPage } from '@bolsillo/trading/web'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'
import { shares } from './trading.ts'

/** The customer's orders of shares, or one order's whole life when the address names it. */
export default function OrderPage() {
  return <OrdersPage title={useWords<Messages>('stocks')('titles.orders')} product={shares} />
}
