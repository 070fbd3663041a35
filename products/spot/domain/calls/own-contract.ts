import { defineCall, field, z } from '@bolsillo/contract'
import { identityRejections } from '@bolsillo/identity/contract'
import { quoteShape, sessionStates } from '@bolsillo/market/contract'
import { buyingPowerShape, feeScheduleShape, lockShape, tradingRulesShape } from '@bolsillo/trading/contract'
import { spotRejections as r } from './rejections.ts'
import { coinAssetShape, ownTierShape, tierShape } from './wire-shapes.ts'

const own = { audience: 'restricted', needs: [], effect: 'read' } as const

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
    /** Closed results by market, largest first, at most 50. */
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
  summary: 'What trading coins brought and cost, by currency and market, with the fee tier and the way to the next.',
})

export const ticket = defineCall({
  name: 'read-coin-ticket',
  method: 'GET',
  path: '/coin/order/ticket',
  ...own,
  request: z.object({ symbol: field.symbol }),
  reply: z.object({
    rules: tradingRulesShape,
    /** The schedule an order placed now would follow: that of the customer's tier. */
    fees: feeScheduleShape,
    tier: ownTierShape,
    quote: z.optional(quoteShape),
    /** What the collar is laid around: the last trade, else the previous close. */
    reference: z.optional(field.decimal),
    limits: z.object({
      collarNearBps: z.number(),
      collarFarBps: z.number(),
      amountMin: field.decimal,
      amountMax: field.decimal,
      openMax: z.number(),
    }),
    openOrders: z.number(),
    session: z.enum(sessionStates),
    /** Orders are taken now; otherwise when they will be. */
    open: z.boolean(),
    opensAt: z.optional(field.at),
    /** The cash the coin is traded against. */
    buyingPower: z.array(buyingPowerShape),
    position: z.object({
      quantity: field.decimal,
      sellable: field.decimal,
      held: field.decimal,
      /** Always empty: coins may be sold at once. */
      locks: z.array(lockShape),
      averageCost: z.optional(field.decimal),
    }),
    tradePasswordSet: z.boolean(),
    /** Until when orders of this session need no trade password. */
    authorisedUntil: z.optional(field.at),
  }),
  rejections: [r.coinUnknown],
  summary: 'What an order form needs: rules, the fees of the customer’s tier, buying power, what may be sold.',
})

export const authorise = defineCall({
  name: 'authorise-coin-orders',
  method: 'POST',
  path: '/coin/order/authorise',
  audience: 'customer',
  needs: ['trade-password-set'],
  effect: 'write',
  secrets: ['tradePassword'],
  limit: { times: 20, perMs: 60_000 },
  request: z.object({ tradePassword: field.sixDigits }),
  reply: z.object({ until: field.at }),
  rejections: [identityRejections.tradePasswordWrong, identityRejections.tradePasswordLocked],
  summary: 'Lets orders of this session pass without the trade password for some minutes.',
})
