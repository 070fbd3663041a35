import { type Handler, onCommand } from '@bolsillo/server-kit'
import { buy } from '../contract.ts'
import { type PlacingPorts, placeOrder } from './place-order.ts'

/** Buys shares: market, limit, stop or stop-limit, with exits if wanted. */
export function buyStock(ports: PlacingPorts): Handler {
  return onCommand(buy, (request, context) => placeOrder(ports, 'buy', request, context), { writerLooks: true })
}
