import { coreRejections, defineCall, field, z } from '@bolsillo/contract'
import { identityRejections } from '@bolsillo/identity/contract'
import { rejections as settingsRejections } from '@bolsillo/settings/contract'
import { formRejections, tradingRejections } from '@bolsillo/trading/contract'
import { stocksRejections } from './rejections.ts'
import {
  executionQualityShape,
  feeScheduleShape,
  fillShape,
  incomeShape,
  orderEventShape,
  orderShape,
  positionShape,
  receiptEntryShape,
  stockCountries,
  ticketTypes,
  timesInForce,
  tradingRulesShape,
} from './wire-shapes.ts'

const r = stocksRejections
const country = field.optional(field.oneOf(stockCountries))
const own = { audience: 'restricted', needs: [], effect: 'read' } as const

// ---- Orders. ----

const orderFields = {
  symbol: field.symbol,
  type: field.oneOf(ticketTypes),
  timeInForce: field.optional(field.oneOf(timesInForce)),
  /** Exactly one of the two says the size: shares, or for market buys the money to spend, fee and VAT included. */
  quantity: field.optional(field.decimal),
  amount: field.optional(field.decimal),
  limitPrice: field.optional(field.decimal),
  stopPrice: field.optional(field.decimal),
  /** Exits placed when a buy fills; one cancels the other. */
  takeProfitPrice: field.optional(field.decimal),
  stopLossPrice: field.optional(field.decimal),
  /** Needed unless orders of this session were authorised within the last minutes. */
  tradePassword: field.optional(field.sixDigits),
}
const orderCall = {
  method: 'POST',
  audience: 'customer',
  needs: ['trade-password-set'],
  effect: 'write',
  secrets: ['tradePassword'],
  limit: { times: 120, perMs: 60_000 },
} as const
const { orderUnknown, orderEnded, ...deskRejections } = tradingRejections

const ticketRejections = [
  r.instrumentUnknown,
  r.instrumentUnlisted,
  r.notTradable,
  settingsRejections.ordersPaused,
  coreRejections.vipNeeded,
  formRejections.quantityAndAmount,
  formRejections.sizeMissing,
  formRejections.decimalsTooMany,
  formRejections.amountZero,
  formRejections.quantityZero,
  formRejections.amountUnfit,
  formRejections.notFractional,
  formRejections.limitPriceMissing,
  formRejections.limitPriceZero,
  formRejections.limitPriceUnexpected,
  formRejections.stopPriceMissing,
  formRejections.stopPriceZero,
  formRejections.stopPriceUnexpected,
  formRejections.timeInForceUnfit,
  formRejections.exitsUnfit,
  r.nothingToSell,
  formRejections.tradePasswordMissing,
  identityRejections.tradePasswordWrong,
  identityRejections.tradePasswordLocked,
  ...Object.values(deskRejections),
] as const

const placedShape = z.object({
  order: orderShape,
  fills: z.array(fillShape),
  /** The other order of an OCO. */
  twin: z.optional(orderShape),
})

export const buy = defineCall({
  name: 'buy-stock',
  path: '/stock/order/buy',
  ...orderCall,
  request: z.object(orderFields),
  reply: placedShape,
  rejections: ticketRejections,
  summary: 'Buys shares: market, limit, stop or stop-limit, with exits if wanted. Answers what was filled.',
})

export const sell = defineCall({
  name: 'sell-stock',
  path: '/stock/order/sell',
  ...orderCall,
  // Also a restricted customer sells what they own.
  audience: 'restricted',
  request: z.object(orderFields),
  reply: placedShape,
  rejections: ticketRejections,
  summary: 'Sells shares that may be sold now. Answers what was filled.',
})

export const cancel = defineCall({
  name: 'cancel-stock-order',
  method: 'GET',
  path: '/stock/order/cancel',
  alsoPost: true,
  audience: 'restricted',
  needs: [],
  effect: 'write',
  urgent: true,
  request: z.object({ orderId: field.id('ord') }),
  reply: z.object({ order: orderShape }),
  rejections: [orderUnknown, orderEnded],
  summary: 'Cancels what is left of an order and gives back what was set aside for it.',
})

export const orderFilters = ['open', 'closed', 'all'] as const

export const orders = defineCall({
  name: 'list-stock-orders',
  method: 'GET',
  path: '/stock/order/list',
  ...own,
  request: z.object({
    filter: field.optional(field.oneOf(orderFilters)),
    symbol: field.optional(field.symbol),
    stockCountry: country,
    ...field.pageFields,
  }),
  reply: field.pageOf(orderShape),
  rejections: [],
  summary: 'The customer’s orders, newest first.',
})

export const order = defineCall({
  name: 'read-stock-order',
  method: 'GET',
  path: '/stock/order/info',
  ...own,
  request: z.object({ orderId: field.id('ord') }),
  reply: z.object({
    order: orderShape,
    fills: z.array(fillShape),
    life: z.array(orderEventShape),
    /** Exits of a bracket, the twin of an OCO, the entry an exit belongs to. */
    linked: z.array(orderShape),
    quality: executionQualityShape,
  }),
  rejections: [orderUnknown],
  summary: 'One order: its whole life and how well it was carried out.',
})

export const receipt = defineCall({
  name: 'read-stock-receipt',
  method: 'GET',
  path: '/stock/order/receipt',
  ...own,
  request: z.object({ orderId: field.id('ord') }),
  reply: z.object({
    order: orderShape,
    fills: z.array(fillShape),
    fees: feeScheduleShape,
    rules: tradingRulesShape,
    entries: z.array(receiptEntryShape),
    head: z.object({ seq: z.string(), hash: z.string() }),
  }),
  rejections: [orderUnknown],
  summary: 'What is needed to check an order on one’s own device: schedule, fills, and journal entries as hashed.',
})

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
    fx: z.optional(
      z.object({ mid: field.decimal, source: z.string(), sequence: z.number(), at: field.at, stale: z.boolean() }),
    ),
    /** Closed results by instrument, largest first, at most 50. */
    realised: z.array(
      z.object({
        symbol: z.string(),
        ticker: z.string(),
        name: z.string(),
        currency: z.string(),
        realised: field.signedDecimal,
        fees: field.decimal,
      }),
    ),
    orders: z.object({ open: z.number(), filled: z.number(), cancelled: z.number() }),
  }),
  rejections: [],
  summary: 'What was gained and lost: realised, unrealised, today, fees and VAT, for each currency.',
})

export const fills = defineCall({
  name: 'list-stock-fills',
  method: 'POST',
  path: '/stock/order/trade/list',
  ...own,
  request: z.object({ symbol: field.optional(field.symbol), ...field.pageFields }),
  reply: field.pageOf(fillShape),
  rejections: [],
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
  reply: z.object({ position: positionShape, openOrders: z.array(orderShape), fills: z.array(fillShape) }),
  rejections: [r.instrumentUnknown, r.positionUnknown],
  summary: 'One position with its open orders and latest fills.',
})
