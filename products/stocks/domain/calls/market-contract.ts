import { defineCall, field, z } from '@bolsillo/contract'
import {
  bookRequest,
  candlesReplyShape,
  candlesRequest,
  followReplyShape,
  followRequest,
  listSorts,
  tradesReplyShape,
  tradesRequest,
} from '@bolsillo/market/contract'
import { stocksRejections } from './rejections.ts'
import {
  bookShape,
  feeScheduleShape,
  instrumentRowShape,
  sectorShape,
  sessionStates,
  stockCountries,
  tradingRulesShape,
} from './wire-shapes.ts'

const r = stocksRejections
const country = field.optional(field.oneOf(stockCountries))
const reading = { audience: 'public', needs: [], effect: 'read' } as const
const own = { audience: 'restricted', needs: [], effect: 'read' } as const

// ---- The market: public, without a session. A session, when there is one, only adds what the customer follows. ----

export const candles = defineCall({
  name: 'read-stock-candles',
  method: 'POST',
  path: '/stock/index/candles',
  ...reading,
  request: candlesRequest,
  reply: candlesReplyShape,
  rejections: [r.instrumentUnknown],
  summary: 'Candles of an instrument, every coarser one the exact fold of the finer ones.',
})

export const trades = defineCall({
  name: 'read-stock-trades',
  method: 'POST',
  path: '/stock/index/trades',
  ...reading,
  request: tradesRequest,
  reply: tradesReplyShape,
  rejections: [r.instrumentUnknown],
  summary: 'The latest trades of an instrument, newest first.',
})

export const books = defineCall({
  name: 'read-stock-book',
  method: 'POST',
  path: '/stock/index/books',
  ...reading,
  request: bookRequest,
  reply: bookShape,
  rejections: [r.instrumentUnknown],
  summary: 'The order book of an instrument, best prices first.',
})

export const indices = defineCall({
  name: 'list-stock-indices',
  method: 'GET',
  path: '/stock/index/indices/list',
  ...reading,
  request: z.object({ stockCountry: country }),
  reply: z.object({ rows: z.array(instrumentRowShape) }),
  rejections: [],
  summary: 'The indices, of one market or of all.',
})

export const countries = defineCall({
  name: 'list-stock-countries',
  method: 'GET',
  path: '/stock/index/country/list',
  ...reading,
  request: z.object({}),
  reply: z.object({
    rows: z.array(
      z.object({
        stockCountry: z.enum(stockCountries),
        currency: z.string(),
        exchange: z.string(),
        session: z.enum(sessionStates),
        /** When it closes, or opens next, if that is known. */
        changesAt: z.optional(field.at),
        needsVip: z.boolean(),
        instruments: z.number(),
      }),
    ),
  }),
  rejections: [],
  summary: 'The markets: the home market (IN) and the United States (US).',
})

export const hot = defineCall({
  name: 'list-hot-stocks',
  method: 'GET',
  path: '/stock/index/list/hot',
  ...reading,
  request: z.object({ stockCountry: country, limit: field.optional(field.whole(1, 50)) }),
  reply: z.object({ rows: z.array(instrumentRowShape) }),
  rejections: [],
  summary: 'The most traded shares of a market today, by turnover.',
})

export const list = defineCall({
  name: 'list-stocks',
  method: 'GET',
  path: '/stock/index/list',
  ...reading,
  request: z.object({
    stockCountry: country,
    sort: field.optional(field.oneOf(listSorts)),
    sector: field.optional(field.text(1, 32)),
    ...field.pageFields,
  }),
  reply: z.object({
    rows: z.array(instrumentRowShape),
    next: z.optional(z.string()),
    /** The sectors of the market with their mean change today, weighted by turnover, in percent. */
    sectors: z.array(z.object({ sector: sectorShape, instruments: z.number(), changePercent: field.signedDecimal })),
  }),
  rejections: [],
  summary: 'The shares of a market: by turnover, gainers, losers or name; of one sector or of all.',
})

export const search = defineCall({
  name: 'search-stocks',
  method: 'GET',
  path: '/stock/index/search',
  ...reading,
  request: z.object({
    keyword: field.text(1, 40),
    stockCountry: country,
    limit: field.optional(field.whole(1, 50)),
  }),
  reply: z.object({ rows: z.array(instrumentRowShape) }),
  rejections: [],
  summary: 'Instruments by ticker or name, accents and case aside, best match first.',
})

export const info = defineCall({
  name: 'read-stock-info',
  method: 'GET',
  path: '/stock/index/info',
  ...reading,
  request: z.object({ symbol: field.symbol }),
  reply: z.object({
    ...instrumentRowShape.shape,
    exchange: z.string(),
    zone: z.string(),
    rules: z.optional(tradingRulesShape),
    session: z.enum(sessionStates),
    opensAt: z.optional(field.at),
    closesAt: z.optional(field.at),
    high52: z.optional(field.decimal),
    low52: z.optional(field.decimal),
    fees: z.optional(feeScheduleShape),
    followed: z.boolean(),
  }),
  rejections: [r.instrumentUnknown],
  summary: 'Everything of one instrument: quote, rules, session, year range, fees.',
})

export const follow = defineCall({
  name: 'follow-stock',
  method: 'POST',
  path: '/stock/collect/add',
  audience: 'customer',
  needs: [],
  effect: 'write',
  request: followRequest,
  reply: followReplyShape,
  rejections: [r.instrumentUnknown, r.watchlistFull],
  summary: 'Adds an instrument to what the customer follows.',
})

export const unfollow = defineCall({
  name: 'unfollow-stock',
  method: 'POST',
  path: '/stock/collect/del',
  audience: 'customer',
  needs: [],
  effect: 'write',
  request: followRequest,
  reply: followReplyShape,
  rejections: [r.instrumentUnknown],
  summary: 'Takes an instrument from what the customer follows.',
})

export const followed = defineCall({
  name: 'list-followed-stocks',
  method: 'POST',
  path: '/stock/collect/list',
  ...own,
  request: z.object({ stockCountry: country }),
  reply: z.object({ rows: z.array(instrumentRowShape) }),
  rejections: [],
  summary: 'What the customer follows, latest first.',
})
