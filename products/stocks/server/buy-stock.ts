import { useCase } from '@bolsillo/server-kit'
import { buy } from '../contract/index.ts'
import type { StocksDeps } from './deps.ts'
import { placeOrder } from './place-order.ts'

/** Buys shares: market, limit, stop or stop-limit, with exits if wanted. */
export const buyStock = useCase(buy, (request, context, deps: StocksDeps) => placeOrder(deps, 'buy', request, context))
