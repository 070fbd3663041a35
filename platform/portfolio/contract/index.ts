import { type Call, defineCall, field, z } from '@bolsillo/contract'
import { generatedFigures } from '@bolsillo/market/contract'

/** Also of a disabled customer: what they own stays theirs to see (decision 11). */
const own = { audience: 'restricted', needs: [], effect: 'read' } as const

export const valueRanges = ['1d', '1w', '1M', '1y', 'all'] as const

export const value = defineCall({
  name: 'read-portfolio-value',
  method: 'GET',
  path: '/stock/hold/value',
  ...own,
  request: z.object({ range: field.oneOf(valueRanges) }),
  reply: z.object({
    /** The range asked for: a figure of one range is never shown under the name of another. */
    range: z.enum(valueRanges),
    currency: z.string(),
    /**
     * Cash, shares and coins of every purse together, oldest first, at most 120; the last is now. `result`: its gain or loss since the first,
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

const kinds = ['cash', 'share', 'coin'] as const

export const portfolio = defineCall({
  name: 'read-portfolio',
  method: 'GET',
  path: '/user/portfolio',
  ...own,
  request: z.object({}),
  reply: z.object({
    at: field.at,
    /** What every amount is in, unless it says otherwise. */
    currency: z.string(),
    /** Absent while there is money without a rate. */
    total: z.optional(
      z.object({
        /** The same figure as the total of the assets. */
        value: field.decimal,
        /** Money paid in less money taken out, each at the close of the day it moved; today's at the live price. */
        paidIn: field.signedDecimal,
        /** The value less what was paid in. */
        result: field.signedDecimal,
        resultPercent: z.optional(field.signedDecimal),
      }),
    ),
    /** The total by kind, in the order of `kinds`; percents of the total. */
    allocation: z.array(z.object({ kind: z.enum(kinds), value: field.decimal, percent: field.decimal })),
    /** Everything owned in any purse, the largest value first; what was sold whole is there with its result. */
    holdings: z.array(
      z.object({
        kind: z.enum(kinds),
        asset: z.string(),
        /** The market it is valued in; absent for pesos. */
        symbol: z.optional(z.string()),
        name: z.string(),
        quantity: field.decimal,
        /** Absent without a price, and with it the percent of the total. */
        value: z.optional(field.decimal),
        percent: z.optional(field.decimal),
        /** What the part bought here cost, at the present rate of the money it was paid in. Cash has none. */
        cost: z.optional(field.decimal),
        /**
         * Of the part bought here, over all markets: what sales brought, less what purchases took, and what is left. In the
         * money of its markets, at the present rate: what rates did since is in the total's result alone.
         */
        result: z.optional(field.signedDecimal),
        /** How much of it came without a price (a deposit): its cost is not known, and it is in no result. */
        costUnknown: z.optional(field.decimal),
        /** Its price, or a rate on the way to pesos, is one nobody traded at. */
        generated: z.optional(z.boolean()),
      }),
    ),
    stale: z.boolean(),
    /** A price in it is one nobody traded at. */
    generated: z.boolean(),
  }),
  rejections: [],
  summary:
    'Everything the customer owns, of every product: value, own result, percent, and the result without what was paid in.',
})

const soldKinds = ['share', 'coin'] as const

export const results = defineCall({
  name: 'list-results',
  method: 'GET',
  path: '/user/portfolio/results',
  ...own,
  request: z.object({
    kind: field.optional(field.oneOf(soldKinds)),
    /** Sales from here on, and before there; left out: all. */
    since: field.optional(field.time),
    until: field.optional(field.time),
    ...field.pageFields(field.placeNumber),
  }),
  reply: z.object({
    /** Newest first: each fill that sold something for money. */
    rows: z.array(
      z.object({
        entrySeq: z.string(),
        at: field.at,
        kind: z.enum(soldKinds),
        asset: z.string(),
        /** The market it is valued in. */
        symbol: z.optional(z.string()),
        name: z.string(),
        quantity: field.decimal,
        currency: z.string(),
        /** What came in, fees and VAT taken off. */
        net: field.decimal,
        /** What the part bought here had cost, in the money it was paid in. */
        cost: z.array(z.object({ currency: z.string(), amount: field.decimal })),
        /** Absent where nothing of it was bought here, and where it was paid in another money. */
        result: z.optional(field.signedDecimal),
      }),
    ),
    next: z.optional(z.string()),
    /** Of every sale asked for, not only of these rows; by money. */
    sums: z.array(
      z.object({
        currency: z.string(),
        sales: z.number(),
        net: field.decimal,
        result: field.signedDecimal,
        /** Sales without a result: they are in the net alone. */
        without: z.number(),
      }),
    ),
  }),
  rejections: [],
  summary: 'What sales of shares and coins brought and gained, over all products and markets, newest first.',
})

/** Calls of customers. */
export const calls: readonly Call[] = [value, portfolio, results]
