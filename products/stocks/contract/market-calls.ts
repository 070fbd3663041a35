import { defineCall, field, z } from '@bolsillo/contract'
import {
  bookCall,
  candlesCall,
  followCall,
  generatedFigures,
  listSorts,
  readingMarket as reading,
  tradesCall,
  unfollowCall,
} from '@bolsillo/market/contract'
import { readingOwn as own } from '@bolsillo/trading/contract'
import { stocksRejections as r } from './rejections.ts'
import {
  feeScheduleShape,
  instrumentRowShape,
  sectorShape,
  sessionStates,
  stockCountries,
  tradingRulesShape,
} from './wire-shapes.ts'

const country = field.optional(field.oneOf(stockCountries))

// ---- The market: public, without a session. A session, when there is one, only adds what the customer follows. ----

const instrument = { of: 'an instrument', unknown: r.instrumentUnknown } as const

export const candles = candlesCall({ name: 'read-stock-candles', path: '/stock/index/candles', ...instrument })
export const trades = tradesCall({ name: 'read-stock-trades', path: '/stock/index/trades', ...instrument })
export const books = bookCall({ name: 'read-stock-book', path: '/stock/index/books', ...instrument })

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
    ...field.pageFields(field.placeLike(/^(0|[1-9][0-9]{0,4})$/)),
  }),
  reply: z.object({
    rows: z.array(instrumentRowShape),
    next: z.optional(z.string()),
    /** The sectors of the market with their mean change today, weighted by turnover, in percent. */
    sectors: z.array(
      z.object({
        sector: sectorShape,
        instruments: z.number(),
        changePercent: field.signedDecimal,
        /** How many of the changes behind the mean are from a price that was generated: all, or some. */
        generated: z.optional(generatedFigures),
      }),
    ),
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
    /** The weeks behind `high52` and `low52` that were generated: all, or some. */
    generated52: z.optional(generatedFigures),
    fees: z.optional(feeScheduleShape),
    followed: z.boolean(),
  }),
  rejections: [r.instrumentUnknown],
  summary: 'Everything of one instrument: quote, rules, session, year range, fees.',
})

export const follow = followCall({ name: 'follow-stock', path: '/stock/collect/add', ...instrument }, r.watchlistFull)
export const unfollow = unfollowCall({ name: 'unfollow-stock', path: '/stock/collect/del', ...instrument })

export const followed = defineCall({
  name: 'list-followed-stocks',
  method: 'POST',
  path: '/stock/collect/list',
  ...own,
  request: z.object({ stockCountry: country }),
  reply: z.object({ rows: z.array(instrumentRowShape) }),
  rejections: [],
  summary: 'What the customer follows, in the order of their first watchlist.',
})
