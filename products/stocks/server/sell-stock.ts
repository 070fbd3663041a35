import { type Handler, onCommand } from '@bolsillo/server-kit'
import { sell } from '../contract.ts'
import { placeOrder } from './place-order.ts'
import type { StocksPorts } from './ports.ts'

/** Sells shares that may be sold now. */
export function sellStock(ports: StocksPorts): Handler {
  return onCommand(sell, (request, context) => placeOrder(ports, 'sell', request, context), { writerLooks: true })
}
