import { type OrderCalls, OrdersPage } from '@bolsillo/trading/web'
import { usePages, useWords } from '@bolsillo/web-kit'
import { assets, close, fills, list, query, receipt } from '../contract/index.ts'
import { failedChecks } from '../domain/ticket.ts'
import type { Messages } from '../messages/es-ES.ts'
import { addresses } from './addresses.ts'
import { tickerOf } from './ticker-of.ts'

const calls: OrderCalls = { list, fills, one: query, cancel: close, receipt, owned: assets }
const useCoinOrders = (filter: 'open' | 'closed') => usePages(list, { filter })
/** The customer's orders of coins, or one order's whole life when the address names it. */
export default function OrderPage() {
  const t = useWords<Messages>('spot')
  const given = { calls, addresses, tickerOf, failedChecks, useOrders: useCoinOrders }
  return <OrdersPage title={t('titles.orders')} {...given} />
}
