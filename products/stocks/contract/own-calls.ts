import { defineCall, field, z } from '@bolsillo/contract'
import { tradePasswordRejections } from '@bolsillo/identity/contract'
import { authoriseOrdersCall, orderFormFields, readingOwn as own } from '@bolsillo/trading/contract'
import { stocksRejections as r } from './rejections.ts'
import { buyingPowerShape, conversionShape } from './wire-shapes.ts'

// ---- Calls of ours, in the same style. ----

export const ticket = defineCall({
  name: 'read-stock-ticket',
  method: 'GET',
  path: '/stock/order/ticket',
  ...own,
  request: z.object({ symbol: field.symbol }),
  reply: z.object({
    ...orderFormFields,
    /** Of shares bought now. */
    sellableAt: field.at,
    settlesOn: z.string(),
    vipMissing: z.boolean(),
    fx: z.optional(z.object({ mid: field.decimal, spreadBps: z.number(), at: field.at, stale: z.boolean() })),
  }),
  rejections: [r.instrumentUnknown, r.notTradable],
  summary: 'What an order form needs: rules, fees, buying power, what may be sold, session, unlock and settlement.',
})

export const authorise = authoriseOrdersCall(
  { name: 'authorise-stock-orders', path: '/stock/order/authorise' },
  tradePasswordRejections,
)

/** The practice market's "let a day pass for me": the market's clock and everybody else's locks stay. */
export const passPracticeDay = defineCall({
  name: 'pass-practice-day',
  method: 'POST',
  path: '/user/practice/day',
  audience: 'customer',
  needs: ['practice-market'],
  request: z.object({}),
  reply: z.object({
    /** How many holdings may be sold now. */
    holdings: z.number(),
  }),
  rejections: [r.nothingLocked],
  summary:
    'Practice market: lifts the sell lock of the shares this customer bought; what is bought later is locked again.',
  effect: 'write',
  commits: 'use-case',
  // It pauses the desk, and a day that passes often is of no use to anybody.
  limit: { times: 6, perMs: 3_600_000 },
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
  rejections: [r.conversionUnknown, r.conversionExpired, r.conversionFunds, r.conversionWaits],
  summary: 'Executes a quoted conversion at exactly its amounts, as one journal entry.',
})
