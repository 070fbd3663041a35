import { type OrderCalls, OrdersPage } from '@bolsillo/trading/web'
import { usePages, useWords } from '@bolsillo/web-kit'
import { cancel, fills, order, orders, positions, receipt } from '../contract/index.ts'
import { failedChecks } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { addresses } from './addresses.ts'

const calls: OrderCalls = { list: orders, fills, one: order, cancel, receipt, owned: positions }
const useStockOrders = (filter: 'open' | 'closed') => usePages(orders, { filter })
const tickerOf = (symbol: string): string => symbol.replace(/\.[A-Z]+$/, '')

/** The customer's orders of shares, or one order's whole life when the address names it. */
export default function OrderPage() {
  const t = useWords<Messages>('stocks')
  const given = { calls, addresses, tickerOf, failedChecks, useOrders: useStockOrders }
  return <OrdersPage title={t('titles.orders')} {...given} />
}
