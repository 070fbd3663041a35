import type { Handler } from '@bolsillo/server-kit'
import { orderHandlers } from '@bolsillo/trading/server'
import { authorise, close, fills, query, receipt, replace } from '../../contract.ts'
import { createFeeTiers, listFees } from './fee-tier.ts'
import { listOrders } from './list-orders.ts'
import { listVolume } from './list-volume.ts'
import { placeCoinOrder } from './place-order.ts'
import type { SpotOrderPorts } from './ports.ts'
import { readCoinAssets } from './read-assets.ts'
import { readStatistics } from './read-statistics.ts'
import { readTicketFacts } from './read-ticket.ts'

export type { SpotOrderPorts } from './ports.ts'

/** The calls of this room that place, follow and explain orders, and say what a customer has. */
export function coinOrderHandlers(ports: SpotOrderPorts): readonly Handler[] {
  const tiers = createFeeTiers(ports)
  return [
    ...[placeCoinOrder, readStatistics, readTicketFacts, listVolume].map((make) => make(ports, tiers)),
    ...[listOrders, listFees, readCoinAssets].map((make) => make(ports)),
    ...orderHandlers({ authorise, replace, cancel: close, one: query, receipt, fills }, ports),
  ]
}
