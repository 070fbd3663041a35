import { defineCall, field, z } from '@bolsillo/contract'
import { instrumentKinds } from '../domain/instrument.ts'
import { listSorts } from '../domain/market-lists.ts'
import { listId, watchlistRejections as r, readingLists } from './first-watchlist.ts'
import { readingMarket } from './market-calls.ts'
import { marketRowShape } from './wire-shapes.ts'

/** Lists of a customer, the first included; instruments of a list, of all products together; letters of a name. */
export const watchlistsMax = 20
export const followedMax = 200
export const watchlistNameMax = 30

const writing = { method: 'POST', audience: 'customer', needs: [], effect: 'write' } as const

const name = field.text(1, watchlistNameMax)

export const listWatchlists = defineCall({
  name: 'list-watchlists',
  path: '/user/watchlists',
  ...readingLists,
  request: z.object({
    /** Says of each list whether this is in it. */
    symbol: field.optional(field.symbol),
  }),
  reply: z.object({
    /** The first list, then the others in the order they were made. */
    rows: z.array(
      z.object({
        listId: z.string(),
        /** Absent of the first list until its owner names it. */
        name: z.optional(z.string()),
        entries: z.number(),
        has: z.boolean(),
      }),
    ),
    listsMax: z.number(),
    entriesMax: z.number(),
  }),
  rejections: [],
  summary: 'The customer’s watchlists, with how much is in each, and which of them an instrument is in.',
})

export const saveWatchlist = defineCall({
  name: 'save-watchlist',
  path: '/user/watchlist/save',
  ...writing,
  request: z.object({ listId: field.optional(listId), name }),
  reply: z.object({ listId: z.string(), name: z.string() }),
  rejections: [r.listUnknown, r.nameTaken, r.listsTooMany],
  summary: 'Makes a watchlist, or gives one another name.',
})

export const removeWatchlist = defineCall({
  name: 'remove-watchlist',
  path: '/user/watchlist/remove',
  ...writing,
  request: z.object({ listId }),
  reply: z.object({ listId: z.string() }),
  rejections: [r.firstKept, r.listUnknown],
  summary: 'Removes a watchlist with what is in it. The first one stays.',
})

export const changeWatchlist = defineCall({
  name: 'change-watchlist',
  path: '/user/watchlist/entry',
  ...writing,
  request: z.object({ listId, symbol: field.symbol, listed: field.flag }),
  reply: z.object({ listId: z.string(), symbol: z.string(), listed: z.boolean() }),
  rejections: [r.listUnknown, r.listFull],
  summary: 'Puts an instrument of any product at the top of a watchlist, or takes it out.',
})

export const moveInWatchlist = defineCall({
  name: 'move-in-watchlist',
  path: '/user/watchlist/move',
  ...writing,
  request: z.object({
    listId,
    symbol: field.symbol,
    /** The entry it precedes afterwards; left out: it goes to the end. */
    before: field.optional(field.symbol),
  }),
  reply: z.object({ listId: z.string(), symbols: z.array(z.string()) }),
  rejections: [r.listUnknown, r.entryUnknown],
  summary: 'Moves an instrument of a watchlist in front of another one, or to the end.',
})

/** Everything with a price here, of every product. */
export const listInstruments = defineCall({
  name: 'list-instruments',
  method: 'GET',
  path: '/common/instruments',
  ...readingMarket,
  request: z.object({
    kind: field.optional(field.oneOf(instrumentKinds)),
    sort: field.optional(field.oneOf(listSorts)),
    ...field.pageFields(field.placeLike(/^(0|[1-9][0-9]{0,4})$/)),
  }),
  reply: field.pageOf(marketRowShape),
  rejections: [],
  summary: 'Instruments of every product or of one kind: by what traded today in dollars, gainers, losers or name.',
})
