import { defineRoom } from '@bolsillo/server-kit'
import { orderUseCases } from '@bolsillo/trading/server'
import { authorise, close, fills, query, receipt, replace } from '../contract/index.ts'
import { messages as english } from '../messages/en-US.ts'
import { messages as spanish } from '../messages/es-ES.ts'
import { messages as portuguese } from '../messages/pt-BR.ts'
import type { SpotDeps, SpotGiven } from './deps.ts'
import { createCoinShelf } from './market/coin-shelf.ts'
import { marketUseCases } from './market/market-reads.ts'
import { createFeeTiers } from './orders/fee-tiers.ts'
import { listOrders, placeCoinOrder } from './orders/place-order.ts'
import { readCoinAssets } from './orders/read-assets.ts'
import { listFees, listVolume, readStatistics } from './orders/read-fees.ts'
import { readTicketFacts } from './orders/read-ticket.ts'
import { spotSettings } from './settings.ts'

export { createFeeTiers } from './orders/fee-tiers.ts'

const orderCalls = { authorise, replace, cancel: close, one: query, receipt, fills }

/** The module object of spot. */
export const createSpot = defineRoom({
  name: 'spot',
  messages: { 'es-ES': spanish, 'en-US': english, 'pt-BR': portuguese },
  settings: spotSettings,
  deps: (given: SpotGiven): SpotDeps => {
    const own = { ...given, trading: given.tradingOf('spot') }
    return { ...own, tiers: createFeeTiers(own), shelf: createCoinShelf(own) }
  },
  useCases: [
    ...marketUseCases,
    ...[placeCoinOrder, listOrders, readTicketFacts, readCoinAssets],
    ...orderUseCases(orderCalls),
    ...[readStatistics, listFees, listVolume],
  ],
})
