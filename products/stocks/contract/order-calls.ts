import { coreRejections, defineCall, field, z } from '@bolsillo/contract'
import { tradePasswordRejections as password } from '@bolsillo/identity/contract'
import { generatedFigures } from '@bolsillo/market/contract'
import { rejections as settingsRejections } from '@bolsillo/settings/contract'
import {
  cancelOrderCall,
  fillsCall,
  oneOrderCall,
  orderFields,
  orderReceiptCall,
  orderResultsFields,
  ordersCall,
  readingOwn as own,
  placedShape,
  placingOrders,
  placingRejections,
  replaceOrderCall,
} from '@bolsillo/trading/contract'
import { stocksRejections as r } from './rejections.ts'
import { fillShape, incomeShape, orderShape, positionShape, stockCountries } from './wire-shapes.ts'

export { orderFilters } from '@bolsillo/trading/contract'

const country = field.optional(field.oneOf(stockCountries))

// ---- Orders. ----

const ordering = {
  ...placingOrders,
  limit: { times: 120, perMs: 60_000 },
  request: z.object(orderFields),
  reply: placedShape,
  rejections: placingRejections({
    first: [
      r.instrumentUnknown,
      r.instrumentUnlisted,
      r.notTradable,
      settingsRejections.ordersPaused,
      coreRejections.vipNeeded,
    ],
    nothingToSell: r.nothingToSell,
    password,
  }),
} as const

export const buy = defineCall({
  name: 'buy-stock',
  path: '/stock/order/buy',
  ...ordering,
  audience: 'customer',
  summary: 'Buys shares: market, limit, stop, stop-limit or OCO, with exits if wanted. Answers what was filled.',
})

export const sell = defineCall({
  name: 'sell-stock',
  path: '/stock/order/sell',
  ...ordering,
  // Also a restricted customer sells what they own.
  audience: 'restricted',
  summary: 'Sells shares that may be sold now. Answers what was filled.',
})

export const replace = replaceOrderCall(
  { name: 'replace-stock-order', path: '/stock/order/replace' },
  { first: [settingsRejections.ordersPaused], password },
)

export const cancel = cancelOrderCall({
  name: 'cancel-stock-order',
  method: 'GET',
  path: '/stock/order/cancel',
  alsoPost: true,
})

export const orders = ordersCall(
  {
    name: 'list-stock-orders',
    method: 'GET',
    path: '/stock/order/list',
    summary: 'The customer’s orders, newest first.',
  },
  { stockCountry: country },
)

export const order = oneOrderCall({ name: 'read-stock-order', method: 'GET', path: '/stock/order/info' })

export const receipt = orderReceiptCall({ name: 'read-stock-receipt', method: 'GET', path: '/stock/order/receipt' })

export const statistics = defineCall({
  name: 'read-stock-statistics',
  method: 'GET',
  path: '/stock/order/statistics',
  ...own,
  request: z.object({ stockCountry: country }),
  reply: z.object({
    /** One row for each currency; with `stockCountry` only that market’s. */
    currencies: z.array(incomeShape),
    /** Both together in pesos at the middle of USD/MXN; absent while there is no such price. */
    total: z.optional(incomeShape),
    /** How many of the closes that today’s results are counted from were generated: all, or some. */
    generated: z.optional(generatedFigures),
    fx: z.optional(
      z.object({ mid: field.decimal, source: z.string(), sequence: z.number(), at: field.at, stale: z.boolean() }),
    ),
    ...orderResultsFields,
  }),
  rejections: [],
  summary: 'What was gained and lost: realised, unrealised, today, fees and VAT, for each currency.',
})

export const fills = fillsCall({
  name: 'list-stock-fills',
  method: 'POST',
  path: '/stock/order/trade/list',
  summary: 'The customer’s fills, newest first.',
})

export const positions = defineCall({
  name: 'list-stock-positions',
  method: 'GET',
  path: '/stock/hold/list',
  ...own,
  request: z.object({ stockCountry: country }),
  reply: z.object({
    rows: z.array(positionShape),
    currencies: z.array(incomeShape),
    total: z.optional(incomeShape),
    /** How many of the closes that today’s results are counted from were generated: all, or some. */
    generated: z.optional(generatedFigures),
  }),
  rejections: [],
  summary: 'What the customer owns, largest first: sellable, locked and unsettled apart.',
})

export const position = defineCall({
  name: 'read-stock-position',
  method: 'GET',
  path: '/stock/hold/info',
  ...own,
  request: z.object({ symbol: field.symbol }),
  reply: z.object({
    position: positionShape,
    openOrders: z.array(orderShape),
    fills: z.array(fillShape),
    /** Whether this is the practice market, where a day may pass for one customer. */
    practice: z.boolean(),
  }),
  rejections: [r.instrumentUnknown, r.positionUnknown],
  summary: 'One position with its open orders and latest fills.',
})
