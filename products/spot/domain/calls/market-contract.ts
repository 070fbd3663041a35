import { defineCall, field, z } from '@bolsillo/contract'
import {
  bookRequest,
  bookShape,
  candlesReplyShape,
  candlesRequest,
  followReplyShape,
  followRequest,
  listSorts,
  tradesReplyShape,
  tradesRequest,
} from '@bolsillo/market/contract'
import { coinMarketRejections } from './market-rejections.ts'
import { coinInfoShape, coinProducts, coinQuotes, coinRowShape, coinTickerShape } from './market-shapes.ts'
import { spotRejections as r } from './rejections.ts'

const reading = { audience: 'public', needs: [], effect: 'read' } as const

// Public, without a session; a session, when there is one, only adds what the customer follows. Contracts answer here too.

const which = { product: field.optional(field.oneOf(coinProducts)), currency: field.optional(field.oneOf(coinQuotes)) }

export const coinInfos = defineCall({
  name: 'list-coin-infos',
  method: 'POST',
  path: '/coin/infos',
  ...reading,
  request: z.object(which),
  reply: z.object({ rows: z.array(coinInfoShape) }),
  rejections: [],
  summary: 'All coins and contracts with the rules they trade by: ticks, steps, smallest and largest order.',
})

export const coinTickers = defineCall({
  name: 'list-coin-tickers',
  method: 'POST',
  path: '/coin/tickers',
  ...reading,
  request: z.object({
    ...which,
    sort: field.optional(field.oneOf(listSorts)),
    /** Ticker or name; with it the best match comes first, whatever the sort. */
    keyword: field.optional(field.text(1, 40)),
    /** Only what the customer follows, latest first; nothing without a session. */
    followed: field.optional(field.flag),
    ...field.pageFields,
  }),
  reply: z.object({ rows: z.array(coinRowShape), next: z.optional(z.string()) }),
  rejections: [],
  summary:
    'Coins or contracts with price and the last 24 hours: by turnover, gainers, losers or name; search; favourites.',
})

export const coinTicker = defineCall({
  name: 'read-coin-ticker',
  method: 'POST',
  path: '/coin/ticker',
  ...reading,
  request: z.object({ symbol: field.symbol }),
  reply: coinTickerShape,
  rejections: [r.coinUnknown],
  summary: 'One coin or contract: quote, last 24 hours, rules, whether the caller follows it.',
})

export const coinCandles = defineCall({
  name: 'read-coin-candles',
  method: 'POST',
  path: '/coin/candles',
  ...reading,
  request: candlesRequest,
  reply: candlesReplyShape,
  rejections: [r.coinUnknown],
  summary: 'Candles of a coin or contract, every coarser one the exact fold of the finer ones.',
})

export const coinTrades = defineCall({
  name: 'read-coin-trades',
  method: 'POST',
  path: '/coin/trades',
  ...reading,
  request: tradesRequest,
  reply: tradesReplyShape,
  rejections: [r.coinUnknown],
  summary: 'The latest trades of a coin or contract, newest first.',
})

export const coinBooks = defineCall({
  name: 'read-coin-book',
  method: 'POST',
  path: '/coin/books',
  ...reading,
  request: bookRequest,
  reply: bookShape,
  rejections: [r.coinUnknown],
  summary: 'The order book of a coin or contract, best prices first.',
})

export const followCoin = defineCall({
  name: 'follow-coin',
  method: 'POST',
  path: '/coin/collect/add',
  audience: 'customer',
  needs: [],
  effect: 'write',
  request: followRequest,
  reply: followReplyShape,
  rejections: [r.coinUnknown, coinMarketRejections.followedFull],
  summary: 'Adds a coin or contract to what the customer follows.',
})

export const unfollowCoin = defineCall({
  name: 'unfollow-coin',
  method: 'POST',
  path: '/coin/collect/del',
  audience: 'customer',
  needs: [],
  effect: 'write',
  request: followRequest,
  reply: followReplyShape,
  rejections: [r.coinUnknown],
  summary: 'Takes a coin or contract from what the customer follows.',
})
