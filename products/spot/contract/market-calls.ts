import { defineCall, field, z } from '@bolsillo/contract'
import {
  bookCall,
  candlesCall,
  followCall,
  listSorts,
  readingMarket as reading,
  tradesCall,
  unfollowCall,
} from '@bolsillo/market/contract'
import { coinMarketRejections, spotRejections as r } from './rejections.ts'
import { coinInfoShape, coinProducts, coinQuotes, coinRowShape, coinTickerShape } from './wire-shapes.ts'

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
    /** Only what the customer follows, in the order of their first watchlist; nothing without a session. */
    followed: field.optional(field.flag),
    ...field.pageFields(field.placeLike(/^(0|[1-9][0-9]{0,4})$/)),
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

const coin = { of: 'a coin or contract', unknown: r.coinUnknown } as const

export const coinCandles = candlesCall({ name: 'read-coin-candles', path: '/coin/candles', ...coin })
export const coinTrades = tradesCall({ name: 'read-coin-trades', path: '/coin/trades', ...coin })
export const coinBooks = bookCall({ name: 'read-coin-book', path: '/coin/books', ...coin })

export const followCoin = followCall(
  { name: 'follow-coin', path: '/coin/collect/add', ...coin },
  coinMarketRejections.followedFull,
)
export const unfollowCoin = unfollowCall({ name: 'unfollow-coin', path: '/coin/collect/del', ...coin })
