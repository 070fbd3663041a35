import { useCase } from '@bolsillo/server-kit'
import { sell } from '../contract/index.ts'
import type { StocksDeps } from './deps.ts'
import { placeOrder } from './place-order.ts'

/** Sells shares that may be sold now. */
export const sellStock = useCase(sell, (request, context, deps: StocksDeps) =>
  placeOrder(deps, 'sell', request, context),
)
