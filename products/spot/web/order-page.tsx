import { OrdersPage } from '@bolsillo/trading/web'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'
import { coins } from './trading.ts'

/** The customer's orders of coins, or one order's whole life when the address names it. */
export default function OrderPage() {
  return <OrdersPage title={useWords<Messages>('spot')('titles.orders')} product={coins} />
}
