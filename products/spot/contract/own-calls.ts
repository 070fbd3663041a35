import { defineCall, field, z } from '@bolsillo/contract'
import { tradePasswordRejections } from '@bolsillo/identity/contract'
import {
  authoriseOrdersCall,
  fillShape,
  orderFormFields,
  orderResultsFields,
  readingOwn as own,
} from '@bolsillo/trading/contract'
import { spotRejections as r } from './rejections.ts'
import { coinAssetShape, ownTierShape, tierShape } from './wire-shapes.ts'

export const assets = defineCall({
  name: 'read-coin-assets',
  method: 'POST',
  path: '/coin/assets',
  ...own,
  request: z.object({}),
  reply: z.object({
    /** Largest value first. */
    rows: z.array(coinAssetShape),
    /** All of it in USDT, and in pesos while there is a price; absent while a coin of it has none. */
    total: z.optional(z.object({ usdt: field.decimal, mxn: z.optional(field.decimal) })),
    /** A price it is made of is old. */
    stale: z.boolean(),
  }),
  rejections: [],
  summary: 'What the customer has in the coin purse: coins and cash, what is set aside, average cost and result.',
})

export const fees = defineCall({
  name: 'list-coin-fees',
  method: 'GET',
  path: '/coin/order/fees',
  audience: 'public',
  needs: [],
  effect: 'read',
  request: z.object({}),
  reply: z.object({ tiers: z.array(tierShape), vatBps: z.number(), windowDays: z.number() }),
  rejections: [],
  summary: 'What trading coins costs by tier: for orders that wait in the book, and for those that take from it.',
})

export const statistics = defineCall({
  name: 'read-coin-statistics',
  method: 'GET',
  path: '/coin/order/statistics',
  ...own,
  request: z.object({}),
  reply: z.object({
    tier: ownTierShape,
    /** One row for each currency traded in. */
    currencies: z.array(
      z.object({
        currency: z.string(),
        bought: field.decimal,
        sold: field.decimal,
        realised: field.signedDecimal,
        fees: field.decimal,
        vat: field.decimal,
        fills: z.number(),
      }),
    ),
    ...orderResultsFields,
  }),
  rejections: [],
  summary: 'What trading coins brought and cost, by currency and market, with the fee tier and the way to the next.',
})

export const volume = defineCall({
  name: 'list-coin-volume',
  method: 'POST',
  path: '/coin/order/volume',
  ...own,
  request: z.object({ ...field.pageFields(field.id('fil')) }),
  reply: z.object({
    /** The window: fills from here on, */
    from: field.at,
    /** and before here, 00:00 UTC. */
    until: field.at,
    /** All of it as the tier counts it: whole USDT, rounded down. */
    volume: field.decimal,
    currencies: z.array(
      z.object({
        currency: z.string(),
        amount: field.decimal,
        /** What it counts as, in USDT: a dollar as one; zero without a price. */
        worth: field.decimal,
        /** The market and its close before the window's end, at which it is counted. */
        symbol: z.optional(z.string()),
        close: z.optional(field.decimal),
      }),
    ),
    /** Every fill of the window, newest first. */
    rows: z.array(fillShape),
    next: z.optional(z.string()),
  }),
  rejections: [],
  summary: 'What the volume behind the fee tier is made of: its sums by currency, and each fill of its thirty days.',
})

export const ticket = defineCall({
  name: 'read-coin-ticket',
  method: 'GET',
  path: '/coin/order/ticket',
  ...own,
  request: z.object({ symbol: field.symbol }),
  reply: z.object({
    ...orderFormFields,
    /** `fees` are those of the customer's tier. */
    tier: ownTierShape,
  }),
  rejections: [r.coinUnknown],
  summary: 'What an order form needs: rules, the fees of the customer’s tier, buying power, what may be sold.',
})

export const authorise = authoriseOrdersCall(
  { name: 'authorise-coin-orders', path: '/coin/order/authorise' },
  tradePasswordRejections,
)
