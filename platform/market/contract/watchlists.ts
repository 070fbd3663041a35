import { defineCall, field, z } from '@bolsillo/contract'
import { rejectionSpec } from '@bolsillo/kernel'
import { marketRowShape } from './wire-shapes.ts'

/** The list the star adds to, and that the products' calls about what is followed mean. Everybody has it. */
export const firstList = 'first'
/** Lists of a customer, the first included; instruments of a list, of all products together; letters of a name. */
export const watchlistsMax = 20
export const followedMax = 200
export const watchlistNameMax = 30

/** Refusals of this room: 28000 to 28999. */
export const watchlistRejections = {
  listUnknown: rejectionSpec('watchlist-unknown', 28_001, 404),
  nameTaken: rejectionSpec('watchlist-name-taken', 28_002, 409),
  listsTooMany: rejectionSpec('watchlists-too-many', 28_003, 409),
  listFull: rejectionSpec('watchlist-list-full', 28_004, 409),
  firstKept: rejectionSpec('watchlist-first-kept', 28_005, 409),
  entryUnknown: rejectionSpec('watchlist-entry-unknown', 28_006, 404),
} as const
const r = watchlistRejections

const reading = { method: 'GET', audience: 'restricted', needs: [], effect: 'read' } as const
const writing = { method: 'POST', audience: 'customer', needs: [], effect: 'write' } as const

/** `first`, or the id of a list. */
const listId = field.text(1, 40)
const name = field.text(1, watchlistNameMax)

export const listWatchlists = defineCall({
  name: 'list-watchlists',
  path: '/user/watchlists',
  ...reading,
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

export const readWatchlist = defineCall({
  name: 'read-watchlist',
  path: '/user/watchlist',
  ...reading,
  request: z.object({ listId: field.optional(listId) }),
  reply: z.object({
    listId: z.string(),
    name: z.optional(z.string()),
    /** In the order their owner put them in. */
    rows: z.array(marketRowShape),
  }),
  rejections: [r.listUnknown],
  summary: 'One watchlist, the first when none is named: instruments of every product, in their owner’s order.',
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
    /** What it then stands in front of; left out: it goes to the end. */
    before: field.optional(field.symbol),
  }),
  reply: z.object({ listId: z.string(), symbols: z.array(z.string()) }),
  rejections: [r.listUnknown, r.entryUnknown],
  summary: 'Moves an instrument of a watchlist in front of another one, or to the end.',
})
