import { type Handler, onCommand } from '@bolsillo/server-kit'
import { sell } from '../contract.ts'
import { type PlacingPorts, placeOrder } from './place-order.ts'

/** Sells shares that may be sold now. */
export function sellStock(ports: PlacingPorts): Handler {
  return onCommand(sell, (request, context) => placeOrder(ports, 'sell', request, context), { writerLooks: true })
}
