import { useCase } from '@bolsillo/server-kit'
import { ordersReply, writeOrder } from '@bolsillo/trading/server'
import { orders } from '../contract/index.ts'
import type { StocksDeps } from './deps.ts'
import { sharesOf } from './market-rows.ts'

/** The customer's orders, newest first. */
export const listOrders = useCase(orders, ({ symbol, stockCountry, ...asked }, context, { trading }: StocksDeps) => {
  const ofMarket = stockCountry === undefined ? undefined : sharesOf(stockCountry).map(({ id }) => id)
  return ordersReply(trading, context, asked, symbol === undefined ? ofMarket : [symbol], writeOrder)
})
