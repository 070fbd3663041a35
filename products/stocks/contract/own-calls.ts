import { defineCall, field, z } from '@bolsillo/contract'
import { tradePasswordRejections } from '@bolsillo/identity/contract'
import { generatedFigures } from '@bolsillo/market/contract'
import { authoriseOrdersCall, orderFormFields, readingOwn as own } from '@bolsillo/trading/contract'
import { stocksRejections as r } from './rejections.ts'
import { buyingPowerShape, conversionShape } from './wire-shapes.ts'

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
    /**
     * Cash, shares and coins of every purse together, oldest first, at most 120; the last is now. `result`: its change since the first,
     * what came in or went out taken off.
     */
    points: z.array(
      z.object({
        at: field.at,
        value: field.decimal,
        result: field.signedDecimal,
        /** Valued at a price that was generated. Left out: at recorded ones. */
        generated: z.optional(z.boolean()),
      }),
    ),
    /** What came in from outside less what went out, over the range. */
    flow: field.signedDecimal,
    /** Over the range, what came in or went out taken off: the last point's result. */
    change: field.signedDecimal,
    changePercent: field.signedDecimal,
    /** How many of the points, between which the change is, are generated: all, or some. */
    generated: z.optional(generatedFigures),
    stale: z.boolean(),
  }),
  rejections: [],
  summary: 'What the customer’s cash, shares and coins were worth over time, from the journal and recorded prices.',
})

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
