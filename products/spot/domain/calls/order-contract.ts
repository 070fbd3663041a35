import { defineCall, field, z } from '@bolsillo/contract'
import { identityRejections } from '@bolsillo/identity/contract'
import { sides } from '@bolsillo/market/contract'
import { rejections as settingsRejections } from '@bolsillo/settings/contract'
import {
  executionQualityShape,
  feeScheduleShape,
  fillShape,
  formRejections,
  orderEventShape,
  orderShape,
  receiptEntryShape,
  ticketTypes,
  timesInForce,
  tradingRejections,
  tradingRulesShape,
} from '@bolsillo/trading/contract'
import { spotRejections as r } from './rejections.ts'

// Orders of coins, as the specification lists them; receipt and fills are ours in the same style.

const own = { audience: 'restricted', needs: [], effect: 'read' } as const
const { orderUnknown, orderEnded, ...deskRejections } = tradingRejections

export const add = defineCall({
  name: 'place-coin-order',
  method: 'POST',
  path: '/coin/order/add',
  audience: 'customer',
  needs: ['trade-password-set'],
  effect: 'write',
  secrets: ['tradePassword'],
  limit: { times: 240, perMs: 60_000 },
  request: z.object({
    symbol: field.symbol,
    side: field.oneOf(sides),
    type: field.oneOf(ticketTypes),
    /** `gtc` for what waits and `ioc` for market orders when left out. A day ends at 00:00 UTC. */
    timeInForce: field.optional(field.oneOf(timesInForce)),
    /** Exactly one of the two says the size: coins, or for market buys the money to spend, fee and VAT included. */
    quantity: field.optional(field.decimal),
    amount: field.optional(field.decimal),
    limitPrice: field.optional(field.decimal),
    stopPrice: field.optional(field.decimal),
    /** The second leg of an OCO sells at no less than this; at market when left out. */
    stopLimitPrice: field.optional(field.decimal),
    /** Limit orders only: is cancelled rather than take from the book. */
    postOnly: field.optional(field.flag),
    /** Exits placed when a buy fills; one cancels the other. */
    takeProfitPrice: field.optional(field.decimal),
    stopLossPrice: field.optional(field.decimal),
    /** Needed unless orders of this session were authorised within the last minutes. */
    tradePassword: field.optional(field.sixDigits),
  }),
  reply: z.object({
    order: orderShape,
    fills: z.array(fillShape),
    /** The other order of an OCO. */
    twin: z.optional(orderShape),
  }),
  rejections: [
    r.coinUnknown,
    r.coinUnlisted,
    settingsRejections.ordersPaused,
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
  ],
  summary: 'Buys or sells coins: market, limit, stop, stop-limit or OCO. Answers what was filled.',
})

export const close = defineCall({
  name: 'cancel-coin-order',
  method: 'POST',
  path: '/coin/order/close',
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

export const list = defineCall({
  name: 'list-coin-orders',
  method: 'POST',
  path: '/coin/order/list',
  ...own,
  request: z.object({
    filter: field.optional(field.oneOf(orderFilters)),
    symbol: field.optional(field.symbol),
    ...field.pageFields,
  }),
  reply: field.pageOf(orderShape),
  rejections: [],
  summary: 'The customer’s orders of coins, newest first.',
})

export const query = defineCall({
  name: 'read-coin-order',
  method: 'POST',
  path: '/coin/order/query',
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
  name: 'read-coin-receipt',
  method: 'GET',
  path: '/coin/order/receipt',
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

export const fills = defineCall({
  name: 'list-coin-fills',
  method: 'POST',
  path: '/coin/order/trade/list',
  ...own,
  request: z.object({ symbol: field.optional(field.symbol), ...field.pageFields }),
  reply: field.pageOf(fillShape),
  rejections: [],
  summary: 'The customer’s fills, newest first, each with the side of the book it was on.',
})
