import { useCase } from '@bolsillo/server-kit'
import { ordersReply, writeOrder } from '@bolsillo/trading/server'
import { list } from '../../contract/index.ts'
import type { SpotDeps } from '../deps.ts'

/** The customer's orders, newest first. */
export const listOrders = useCase(list, ({ symbol, ...asked }, context, { trading }: SpotDeps) =>
  ordersReply(trading, context, asked, symbol === undefined ? undefined : [symbol], writeOrder),
)
