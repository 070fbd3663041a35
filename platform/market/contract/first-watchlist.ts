import { defineCall, field, z } from '@bolsillo/contract'
import { rejectionSpec } from '@bolsillo/kernel'
import { marketRowShape } from './wire-shapes.ts'

// What home needs of watchlists, apart: the rest comes with their page.

/** The list the star adds to, and that the products' calls about what is followed mean. Everybody has it. */
export const firstList = 'first'

/** Refusals of this room: 28000 to 28999. */
export const watchlistRejections = {
  listUnknown: rejectionSpec('watchlist-unknown', 28_001, 404),
  nameTaken: rejectionSpec('watchlist-name-taken', 28_002, 409),
  listsTooMany: rejectionSpec('watchlists-too-many', 28_003, 409),
  listFull: rejectionSpec('watchlist-list-full', 28_004, 409),
  firstKept: rejectionSpec('watchlist-first-kept', 28_005, 409),
  entryUnknown: rejectionSpec('watchlist-entry-unknown', 28_006, 404),
} as const

export const readingLists = { method: 'GET', audience: 'restricted', needs: [], effect: 'read' } as const
/** `first`, or the id of a list. */
export const listId = field.text(1, 40)

export const readWatchlist = defineCall({
  name: 'read-watchlist',
  path: '/user/watchlist',
  ...readingLists,
  request: z.object({ listId: field.optional(listId) }),
  reply: z.object({
    listId: z.string(),
    name: z.optional(z.string()),
    /** In the order their owner put them in. */
    rows: z.array(marketRowShape),
  }),
  rejections: [watchlistRejections.listUnknown],
  summary: 'One watchlist, the first when none is named: instruments of every product, in their owner’s order.',
})
