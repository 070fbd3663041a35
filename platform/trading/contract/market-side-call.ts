import { defineCall, field, z } from '@bolsillo/contract'

/** How many exchange days are published, today included. */
export const sideDays = 10

const won = z.array(z.object({ asset: z.string(), scale: z.number(), result: field.signedDecimal }))

/** What the market of this server won or lost against customers, by day. */
export const readMarketSide = defineCall({
  name: 'read-market-side',
  method: 'GET',
  path: '/index/market/side',
  audience: 'public',
  needs: [],
  request: z.object({}),
  reply: z.object({
    at: field.at,
    /** Newest first; days on which nothing was traded or held are left out. */
    days: z.array(
      z.object({
        date: z.string(),
        /** Not over yet: its closing prices are the latest ones. */
        isOpen: z.boolean(),
        /** Above zero: the market won, and customers lost as much. Customers of the demo are not in it. */
        assets: won,
        /** The same against the customers of the demo. */
        demo: won,
        /** Instruments that are in no sum: something of them is held, and there is no price. */
        unpriced: z.number(),
        parts: z.array(
          z.object({
            symbol: z.string(),
            ticker: z.string(),
            asset: z.string(),
            demo: z.boolean(),
            /** Units the customers bought from it and sold to it, and the money of each. */
            bought: field.decimal,
            sold: field.decimal,
            received: field.decimal,
            paid: field.decimal,
            /** Funding and losses it bore, from its side. */
            other: field.signedDecimal,
            /** What it held or, below zero, owed, and the closing prices that is valued at. */
            unitsBefore: field.signedDecimal,
            unitsAfter: field.signedDecimal,
            closeBefore: z.optional(field.decimal),
            close: z.optional(field.decimal),
            result: z.optional(field.signedDecimal),
          }),
        ),
      }),
    ),
  }),
  rejections: [],
  summary:
    'What the practice market won or lost against customers by exchange day: money in less money out, plus the change of what it holds at closing prices.',
  effect: 'read',
  limit: { times: 60, perMs: 60_000 },
})
