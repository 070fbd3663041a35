import { type Handler, onRead } from '@bolsillo/server-kit'
import { ordersReply } from '@bolsillo/trading/server'
import { orders } from '../contract.ts'
import { sharesOf } from './market-rows.ts'
import type { StocksPorts } from './ports.ts'

const standardRows = 30

/** The customer's orders, newest first. */
export function listOrders({ trading }: StocksPorts): Handler {
  return onRead(orders, ({ filter = 'all', symbol, stockCountry, cursor, limit = standardRows }, context) => {
    const ofMarket = stockCountry === undefined ? undefined : sharesOf(stockCountry).map(({ id }) => id)
    const instrumentIds = symbol === undefined ? ofMarket : [symbol]
    return ordersReply(trading, context, { filter, instrumentIds, before: cursor, limit })
  })
}
