import { present } from '@bolsillo/kernel'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { orders } from '../contract.ts'
import { sharesOf } from './market-rows.ts'
import type { StocksPorts } from './ports.ts'
import { writeOrder } from './trading-rows.ts'

const standardRows = 30

/** The customer's orders, newest first. */
export function listOrders({ trading }: StocksPorts): Handler {
  return onRead(
    orders,
    async ({ filter = 'all', symbol, stockCountry, cursor, limit = standardRows }, { db, customer }) => {
      const { customerId } = present(customer, 'the session of a customer call')
      const ofMarket = stockCountry === undefined ? undefined : sharesOf(stockCountry).map(({ id }) => id)
      const instrumentIds = symbol === undefined ? ofMarket : [symbol]
      const page = await trading.listOrders(db, customerId, { filter, instrumentIds, before: cursor, limit })
      return { rows: page.rows.map(writeOrder), ...(page.next === undefined ? {} : { next: page.next }) }
    },
  )
}
