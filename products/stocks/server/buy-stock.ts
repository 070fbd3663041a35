import { type Handler, onCommand } from '@bolsillo/server-kit'
import { buy } from '../contract.ts'
import { placeOrder } from './place-order.ts'
import type { StocksPorts } from './ports.ts'

/** Buys shares: market, limit, stop or stop-limit, with exits if wanted. */
export function buyStock(ports: StocksPorts): Handler {
  return onCommand(buy, (request, context) => placeOrder(ports, 'buy', request, context), { writerLooks: true })
}
