import { type Handler, onRead } from '@bolsillo/server-kit'
import { ordersReply, writeOrder } from '@bolsillo/trading/server'
import { list } from '../../contract.ts'
import type { SpotOrderPorts } from './ports.ts'

/** The customer's orders, newest first. */
export function listOrders({ trading }: SpotOrderPorts): Handler {
  return onRead(list, ({ symbol, ...asked }, context) =>
    ordersReply(trading, context, asked, symbol === undefined ? undefined : [symbol], writeOrder),
  )
}
