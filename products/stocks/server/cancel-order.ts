import { isRejection, present } from '@bolsillo/kernel'
import { type Handler, onCommand } from '@bolsillo/server-kit'
import { cancel } from '../contract.ts'
import type { StocksPorts } from './ports.ts'
import { writeOrder } from './trading-rows.ts'

/** Cancels what is left of an order and gives back what was set aside for it. */
export function cancelOrder({ trading }: StocksPorts): Handler {
  return onCommand(cancel, async ({ orderId }, { customer, now, claim, answer }) => {
    const { customerId } = present(customer, 'the session of a customer call')
    const outcome = await trading.cancel({
      orderId,
      customerId,
      receivedAt: now,
      claim,
      replyOf: ({ order }) => answer({ order: writeOrder(order) }),
    })
    return isRejection(outcome) ? outcome : { order: writeOrder(outcome.order) }
  })
}
