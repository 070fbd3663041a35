import { reject } from '@bolsillo/kernel'
import { type Handler, onCommand, onRead } from '@bolsillo/server-kit'
import { tradingRejections } from '@bolsillo/trading/contract'
import { cancelFor, fillsReply, orderReply, ordersReply, receiptReply } from '@bolsillo/trading/server'
import { authorise, close, fees, fills, list, query, receipt } from '../../contract.ts'
import { writeTiers } from './fee-tier.ts'
import type { SpotOrderPorts } from './ports.ts'

// Calls that answer what trading knows of an order, bound to coins.

const standardRows = 30
const unknown = () => reject(tradingRejections.orderUnknown, { field: 'orderId' })

/** Cancels what is left of an order and gives back what was set aside for it. */
export function closeOrder({ trading }: SpotOrderPorts): Handler {
  return onCommand(close, ({ orderId }, context) => cancelFor(trading, orderId, context), { writerLooks: true })
}

/** The customer's orders, newest first. */
export function listOrders({ trading }: SpotOrderPorts): Handler {
  return onRead(list, ({ filter = 'all', symbol, cursor, limit = standardRows }, context) =>
    ordersReply(trading, context, {
      filter,
      instrumentIds: symbol === undefined ? undefined : [symbol],
      before: cursor,
      limit,
    }),
  )
}

/** The customer's fills, newest first. */
export function listFills({ trading }: SpotOrderPorts): Handler {
  return onRead(fills, ({ symbol, cursor, limit = standardRows }, context) =>
    fillsReply(trading, context, { instrumentIds: symbol === undefined ? undefined : [symbol], before: cursor, limit }),
  )
}

/** One order: its whole life as it was recorded, and how well it was carried out. */
export function queryOrder(ports: SpotOrderPorts): Handler {
  return onRead(query, async ({ orderId }, context) => (await orderReply(ports, context, orderId)) ?? unknown())
}

/** What is needed to check an order on one's own device. */
export function readReceipt(ports: SpotOrderPorts): Handler {
  return onRead(receipt, async ({ orderId }, context) => (await receiptReply(ports, context, orderId)) ?? unknown())
}

/** Lets orders of this session pass without the trade password for some minutes. */
export function authoriseOrders({ authorisations, tradePasswords }: SpotOrderPorts): Handler {
  return onCommand(authorise, ({ tradePassword }, context) =>
    authorisations.authorise(tradePasswords, tradePassword, context),
  )
}

/** The published fees by tier. */
export function listFees(ports: SpotOrderPorts): Handler {
  return onRead(fees, async () => writeTiers(ports))
}
