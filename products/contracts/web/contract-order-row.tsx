import { OrderRow } from '@bolsillo/trading/web'
import type { WireContractOrder } from '../contract.ts'
import { orderAt } from './addresses.ts'
import { shownOrder } from './shown.ts'

/** An order of contracts in a list. */
export function ContractOrderRow({ order }: { readonly order: WireContractOrder }) {
  return <OrderRow order={shownOrder(order)} href={orderAt(order.orderId)} />
}
