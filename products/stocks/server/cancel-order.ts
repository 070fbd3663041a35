import { type Handler, onCommand } from '@bolsillo/server-kit'
import { cancelFor } from '@bolsillo/trading/server'
import { cancel } from '../contract.ts'
import type { StocksPorts } from './ports.ts'

/** Cancels what is left of an order and gives back what was set aside for it. */
export function cancelOrder({ trading }: StocksPorts): Handler {
  return onCommand(cancel, ({ orderId }, context) => cancelFor(trading, orderId, context), { writerLooks: true })
}
