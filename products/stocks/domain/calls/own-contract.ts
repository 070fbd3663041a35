import { defineCall, field, z } from '@bolsillo/contract'
import { identityRejections } from '@bolsillo/identity/contract'
import { stocksRejections } from './rejections.ts'
import {
  buyingPowerShape,
  conversionShape,
  feeScheduleShape,
  quoteShape,
  sessionStates,
  tradingRulesShape,
} from './wire-shapes.ts'

const r = stocksRejections
const own = { audience: 'restricted', needs: [], effect: 'read' } as const

// ---- Calls of ours, in the same style. ----

export const valueRanges = ['1d', '1w', '1M', '1y', 'all'] as const

export const value = defineCall({
  name: 'read-portfolio-value',
  method: 'GET',
  path: '/stock/hold/value',
  ...own,
  request: z.object({ range: field.oneOf(valueRanges) }),
  reply: z.object({
    currency: z.string(),
    /** Cash and shares together, oldest first, at most 120; the last is now. */
    points: z.array(z.object({ at: field.at, value: field.decimal })),
    /** Over the range, what came in or went out taken off. */
    change: field.signedDecimal,
    changePercent: field.signedDecimal,
    stale: z.boolean(),
  }),
  rejections: [],
  summary: 'What the customer’s cash and shares were worth over time, from the journal and recorded prices.',
})

export const ticket = defineCall({
  name: 'read-stock-ticket',
  method: 'GET',
  path: '/stock/order/ticket',
  ...own,
  request: z.object({ symbol: field.symbol }),
  reply: z.object({
    rules: tradingRulesShape,
    fees: feeScheduleShape,
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
    /** Of shares bought now. */
    sellableAt: field.at,
    settlesOn: z.string(),
    buyingPower: z.array(buyingPowerShape),
    position: z.object({
      quantity: field.decimal,
      sellable: field.decimal,
      held: field.decimal,
      locks: z.array(z.object({ quantity: field.decimal, sellableAt: field.at })),
      averageCost: z.optional(field.decimal),
    }),
    tradePasswordSet: z.boolean(),
    /** Until when orders of this session need no trade password. */
    authorisedUntil: z.optional(field.at),
    vipMissing: z.boolean(),
    fx: z.optional(z.object({ mid: field.decimal, spreadBps: z.number(), at: field.at, stale: z.boolean() })),
  }),
  rejections: [r.instrumentUnknown, r.notTradable],
  summary: 'What an order form needs: rules, fees, buying power, what may be sold, session, unlock and settlement.',
})

export const authorise = defineCall({
  name: 'authorise-stock-orders',
  method: 'POST',
  path: '/stock/order/authorise',
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

const currencyCode = field.oneOf(['MXN', 'USD'])

export const quoteConversion = defineCall({
  name: 'quote-conversion',
  method: 'POST',
  path: '/stock/order/convert/quote',
  audience: 'customer',
  needs: [],
  effect: 'write',
  request: z.object({ sourceCurrency: currencyCode, targetCurrency: currencyCode, targetAmount: field.decimal }),
  reply: conversionShape,
  rejections: [r.conversionSame, r.conversionAmount, r.conversionUnavailable],
  summary: 'Offers a conversion that gives exactly an amount of the currency that is short. Good for ten seconds.',
})

export const convert = defineCall({
  name: 'execute-conversion',
  method: 'POST',
  path: '/stock/order/convert',
  audience: 'customer',
  needs: [],
  effect: 'write',
  request: z.object({ quoteId: field.id('fxq') }),
  reply: z.object({ conversion: conversionShape, entryId: z.string(), buyingPower: z.array(buyingPowerShape) }),
  rejections: [r.conversionUnknown, r.conversionExpired, r.conversionFunds],
  summary: 'Executes a quoted conversion at exactly its amounts, as one journal entry.',
})
