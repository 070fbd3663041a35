import { reject } from '@bolsillo/kernel'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { tradingRejections } from '@bolsillo/trading/contract'
import { orderReply } from '@bolsillo/trading/server'
import { order } from '../contract.ts'
import type { StocksPorts } from './ports.ts'

/** One order: its whole life as it was recorded, and how well it was carried out. */
export function readOrder(ports: StocksPorts): Handler {
  return onRead(
    order,
    async ({ orderId }, context) =>
      (await orderReply(ports, context, orderId)) ?? reject(tradingRejections.orderUnknown, { field: 'orderId' }),
  )
}
