import { coreRejections, defineCall, field, z } from '@bolsillo/contract'
import { tradePasswordRejections as password } from '@bolsillo/identity/contract'
import { sides } from '@bolsillo/market/contract'
import { rejections as settingsRejections } from '@bolsillo/settings/contract'
import {
  cancelOrderCall,
  fillsCall,
  oneOrderCall,
  orderFields,
  orderReceiptCall,
  ordersCall,
  placedShape,
  placingOrders,
  placingRejections,
  replaceOrderCall,
} from '@bolsillo/trading/contract'
import { spotRejections as r } from './rejections.ts'

// Orders of coins, as the specification lists them; receipt and fills are ours in the same style.

export { orderFilters } from '@bolsillo/trading/contract'

export const add = defineCall({
  name: 'place-coin-order',
  path: '/coin/order/add',
  ...placingOrders,
  // Also a restricted customer sells what they own; their purchases are refused by the call itself.
  audience: 'restricted',
  limit: { times: 240, perMs: 60_000 },
  request: z.object({
    /** `timeInForce`: `gtc` for what waits and `ioc` for market orders when left out. A day ends at 00:00 UTC. */
    ...orderFields,
    side: field.oneOf(sides),
    /** Limit orders only: is cancelled rather than take from the book. */
    postOnly: field.optional(field.flag),
  }),
  reply: placedShape,
  rejections: placingRejections({
    first: [coreRejections.accountRestricted, r.coinUnknown, r.coinUnlisted, settingsRejections.ordersPaused],
    nothingToSell: r.nothingToSell,
    password,
  }),
  summary: 'Buys or sells coins: market, limit, stop, stop-limit or OCO. Answers what was filled.',
})

export const replace = replaceOrderCall(
  { name: 'replace-coin-order', path: '/coin/order/replace' },
  { first: [settingsRejections.ordersPaused], password },
)

export const close = cancelOrderCall({ name: 'cancel-coin-order', method: 'POST', path: '/coin/order/close' })

export const list = ordersCall(
  {
    name: 'list-coin-orders',
    method: 'POST',
    path: '/coin/order/list',
    summary: 'The customer’s orders of coins, newest first.',
  },
  {},
)

export const query = oneOrderCall({ name: 'read-coin-order', method: 'POST', path: '/coin/order/query' })

export const receipt = orderReceiptCall({ name: 'read-coin-receipt', method: 'GET', path: '/coin/order/receipt' })

export const fills = fillsCall({
  name: 'list-coin-fills',
  method: 'POST',
  path: '/coin/order/trade/list',
  summary: 'The customer’s fills, newest first, each with the side of the book it was on.',
})
