import { reject } from '@bolsillo/kernel'
import type { Ledger } from '@bolsillo/ledger/server'
import { type Handler, onCommand, onRead } from '@bolsillo/server-kit'
import {
  type authoriseOrdersCall,
  type cancelOrderCall,
  type fillsCall,
  type oneOrderCall,
  type orderReceiptCall,
  type replaceOrderCall,
  tradingRejections,
} from '../contract.ts'
import type { OrderAuthorisations } from './order-authorisations.ts'
import { cancelFor, fillsReply, orderReply, receiptReply, writePlaced } from './order-replies.ts'
import { type ReplacingPorts, replaceFor } from './replace-form.ts'
import { tradedInstrument, writeOrder } from './wire-rows.ts'

/** A product's calls about its orders that are the same of shares and of coins, each at an address of its own. */
export interface OrderCalls {
  readonly authorise: ReturnType<typeof authoriseOrdersCall>
  readonly replace: ReturnType<typeof replaceOrderCall>
  readonly cancel: ReturnType<typeof cancelOrderCall>
  readonly one: ReturnType<typeof oneOrderCall>
  readonly receipt: ReturnType<typeof orderReceiptCall>
  readonly fills: ReturnType<typeof fillsCall>
}

/** `trading` is that of the product: it finds orders of its own only. */
export interface OrderPorts extends Omit<ReplacingPorts, 'authorisedUntil'> {
  readonly ledger: Ledger
  readonly authorisations: OrderAuthorisations
}

const unknown = () => reject(tradingRejections.orderUnknown, { field: 'orderId' })

/** Answers a product's calls about orders that were placed; placing, and what the product sums up, is its own. */
export function orderHandlers(calls: OrderCalls, ports: OrderPorts): readonly Handler[] {
  const { trading, tradePasswords, authorisations } = ports
  return [
    onCommand(calls.authorise, ({ tradePassword }, context) =>
      authorisations.authorise(tradePasswords, tradePassword, context),
    ),
    onCommand(
      calls.replace,
      (request, context) =>
        replaceFor(
          { ...ports, authorisedUntil: authorisations.authorisedUntil },
          request,
          {
            priceScaleOf: (symbol) => tradedInstrument(symbol).scale.priceScale,
            write: writePlaced,
            answerOf: context.answer,
          },
          context,
        ),
      { writerLooks: true },
    ),
    onCommand(calls.cancel, ({ orderId }, context) => cancelFor(trading, orderId, context, writeOrder), {
      writerLooks: true,
    }),
    onRead(calls.one, async ({ orderId }, context) => (await orderReply(ports, context, orderId)) ?? unknown()),
    onRead(calls.receipt, async ({ orderId }, context) => (await receiptReply(ports, context, orderId)) ?? unknown()),
    onRead(calls.fills, ({ symbol, ...asked }, context) =>
      fillsReply(trading, context, asked, symbol === undefined ? {} : { instrumentIds: [symbol] }),
    ),
  ]
}
