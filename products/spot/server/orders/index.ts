import type { Handler } from '@bolsillo/server-kit'
import { createFeeTiers } from './fee-tier.ts'
import { authoriseOrders, closeOrder, listFees, listFills, listOrders, queryOrder, readReceipt } from './order-calls.ts'
import { placeCoinOrder, replaceCoinOrder } from './place-order.ts'
import type { SpotOrderPorts } from './ports.ts'
import { readCoinAssets } from './read-assets.ts'
import { readStatistics } from './read-statistics.ts'
import { readTicketFacts } from './read-ticket.ts'

export type { SpotOrderPorts } from './ports.ts'

/** The calls of this room that place, follow and explain orders, and say what a customer has. */
export function orderHandlers(ports: SpotOrderPorts): readonly Handler[] {
  const tiers = createFeeTiers(ports)
  return [
    ...[placeCoinOrder, readStatistics, readTicketFacts].map((make) => make(ports, tiers)),
    ...[
      replaceCoinOrder,
      closeOrder,
      listOrders,
      listFills,
      queryOrder,
      readReceipt,
      authoriseOrders,
      listFees,
      readCoinAssets,
    ].map((make) => make(ports)),
  ]
}
