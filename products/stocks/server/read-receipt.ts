import { reject } from '@bolsillo/kernel'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { tradingRejections } from '@bolsillo/trading/contract'
import { receiptReply } from '@bolsillo/trading/server'
import { receipt } from '../contract.ts'
import type { StocksPorts } from './ports.ts'

/** What is needed to check an order on one's own device: schedule, fills, and the journal entries as they were hashed. */
export function readReceipt(ports: StocksPorts): Handler {
  return onRead(
    receipt,
    async ({ orderId }, context) =>
      (await receiptReply(ports, context, orderId)) ?? reject(tradingRejections.orderUnknown, { field: 'orderId' }),
  )
}
