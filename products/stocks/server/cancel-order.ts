import type { ReplyOf, RequestOf } from '@bolsillo/contract'
import { isRejection, present, type Rejection } from '@bolsillo/kernel'
import { type CommandContext, type Handler, onCommand } from '@bolsillo/server-kit'
import { cancel } from '../contract.ts'
import type { StocksPorts } from './ports.ts'
import { writeOrder } from './trading-rows.ts'

/** Cancels what is left of an order and gives back what was set aside for it. */
export function cancelOrder({ trading }: StocksPorts): Handler {
  return onCommand(cancel, cancelAt(trading), { writerLooks: true })
}

function cancelAt(trading: StocksPorts['trading']) {
  return async (
    { orderId }: RequestOf<typeof cancel>,
    { customer, now, claim, answer }: CommandContext,
  ): Promise<ReplyOf<typeof cancel> | Rejection> => {
    let reply: ReplyOf<typeof cancel> | undefined
    const { customerId } = present(customer, 'the session of a customer call')
    const outcome = await trading.cancel({
      orderId,
      customerId,
      receivedAt: now,
      claim,
      replyOf: ({ order }) => {
        reply = { order: writeOrder(order) }
        return answer(reply)
      },
    })
    return isRejection(outcome) ? outcome : (reply ?? { order: writeOrder(outcome.order) })
  }
}
