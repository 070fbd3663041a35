import { present } from '@bolsillo/kernel'
import { type Handler, onRead } from '@bolsillo/server-kit'
import { fills } from '../contract.ts'
import type { StocksPorts } from './ports.ts'
import { writeFill } from './trading-rows.ts'

const standardRows = 30

/** The customer's fills, newest first. */
export function listFills({ trading }: StocksPorts): Handler {
  return onRead(fills, async ({ symbol, cursor, limit = standardRows }, { db, customer }) => {
    const { customerId } = present(customer, 'the session of a customer call')
    const instrumentIds = symbol === undefined ? undefined : [symbol]
    const page = await trading.listFills(db, customerId, { instrumentIds, before: cursor, limit })
    return { rows: page.rows.map(writeFill), ...(page.next === undefined ? {} : { next: page.next }) }
  })
}
