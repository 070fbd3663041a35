import { type Handler, onRead } from '@bolsillo/server-kit'
import { ordersReply, writeOrder } from '@bolsillo/trading/server'
import { orders } from '../contract.ts'
import { sharesOf } from './market-rows.ts'
import type { StocksPorts } from './ports.ts'

/** The customer's orders, newest first. */
export function listOrders({ trading }: StocksPorts): Handler {
  return onRead(orders, ({ symbol, stockCountry, ...asked }, context) => {
    const ofMarket = stockCountry === undefined ? undefined : sharesOf(stockCountry).map(({ id }) => id)
    return ordersReply(trading, context, asked, symbol === undefined ? ofMarket : [symbol], writeOrder)
  })
}
