import { defineCall, field, z } from '@bolsillo/contract'
import { articleKinds, articleLanguages } from '../domain/article.ts'
import { marketNewsKinds } from '../domain/market-news.ts'
import { contentRejections as r } from './rejections.ts'

export { contentRejections } from './rejections.ts'

const span = z.object({
  text: z.string(),
  strong: z.optional(z.boolean()),
  emphasis: z.optional(z.boolean()),
  href: z.optional(z.string()),
})

/** A block of text, for parts of the page that draw text: nothing in it is markup. */
export const blockShape = z.object({
  is: z.enum(['paragraph', 'heading', 'quote', 'bullets', 'numbers']),
  rows: z.array(z.array(span)),
})

/** News written by what is recorded: of what, and every figure with the record it is from. */
const marketShape = z.object({
  kind: z.enum(marketNewsKinds),
  symbol: z.string(),
  /** What kind of instrument it is. */
  instrument: z.string(),
  currency: z.string(),
  happenedAt: field.at,
  /** The close of the quarter of an hour that begins at `quarterStart`, in the day `tradeDate`. */
  move: z.optional(
    z.object({
      tradeDate: z.string(),
      quarterStart: field.at,
      /** News are written of recorded prices alone. */
      generated: z.literal(false),
      previousClose: z.string(),
      price: z.string(),
      percent: z.string(),
      leastPercent: z.string(),
    }),
  ),
  /** The fills by which liquidations closed positions, from ≤ time < to. */
  wave: z.optional(
    z.object({
      from: field.at,
      to: field.at,
      accounts: z.string(),
      fills: z.string(),
      quantity: z.string(),
      low: z.string(),
      high: z.string(),
      leastAccounts: z.string(),
    }),
  ),
})

/** News of another publisher, as its feed had it: plain words of theirs, in their language. */
const feedShape = z.object({
  /** The publisher. */
  source: z.string(),
  language: z.enum(articleLanguages),
  /** Where the whole of it is, and the name of that site. */
  href: z.string(),
  host: z.string(),
  /** When the publisher says it was published; `publishedAt` is when we first fetched it where they do not say. */
  saidAt: z.optional(field.at),
  /** When this version was fetched, from where, and the SHA-256 of the document it was in. */
  fetchedAt: field.at,
  fetchedFrom: z.string(),
  bodyHash: z.string(),
  /** What it said before, the last first; of one article alone. */
  before: z.optional(
    z.array(z.object({ number: z.number(), title: z.string(), lead: z.string(), fetchedAt: field.at })),
  ),
})

const headShape = {
  id: z.string(),
  /** Its version. */
  number: z.number(),
  kind: z.enum(articleKinds),
  title: z.string(),
  /** The first words of the text. */
  lead: z.string(),
  isPinned: z.boolean(),
  symbols: z.array(z.string()),
  /** When this version became public. */
  publishedAt: field.at,
  /** When the article first was, where it was corrected since. */
  firstAt: z.optional(field.at),
}
const newsShape = {
  ...headShape,
  /** Left out of what staff wrote. */
  market: z.optional(marketShape),
  /** Present exactly in what another publisher wrote. */
  feed: z.optional(feedShape),
}
const textShape = { blocks: z.array(blockShape) }

const listFields = field.pageFields(field.placeLike(/^[01]-[0-9]{1,16}-art_[0-9a-zA-Z]{1,40}$/))

const noticeShape = z.object({ ...headShape, ...textShape })

/** Notices for everybody, pinned ones first, then the newest. */
export const listNotices = defineCall({
  name: 'list-notices',
  method: 'GET',
  path: '/index/notice',
  audience: 'public',
  needs: [],
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
  /** With an id only that one: its page can be opened by its address. */
  request: z.object({ ...listFields, id: field.optional(field.id('art')) }),
  reply: field.pageOf(noticeShape),
  rejections: [],
  summary: 'Notices of the firm for everybody, pinned ones first, in the language of the request.',
})

export const listOwnNotices = defineCall({
  name: 'list-own-notices',
  method: 'GET',
  path: '/user/notice',
  audience: 'restricted',
  needs: [],
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
  /** With an id only that one: its page can be opened by its address. */
  request: z.object({ ...listFields, id: field.optional(field.id('art')) }),
  reply: z.object({
    rows: z.array(z.object({ ...headShape, ...textShape, isUnread: z.boolean() })),
    next: z.optional(z.string()),
    /** How many of all are unread. */
    unread: z.number(),
  }),
  rejections: [],
  summary: 'Notices of the firm for a customer, with what is unread: a correction is unread again.',
})

export const readNotice = defineCall({
  name: 'read-notice',
  method: 'POST',
  path: '/user/notice/read',
  audience: 'restricted',
  needs: [],
  effect: 'write',
  /** Left out: all of them. */
  request: z.object({
    id: field.optional(field.id('art')),
    /** The version that was on the screen; one that came meanwhile stays unread. */
    number: field.optional(field.whole(1, 999)),
  }),
  reply: z.object({ unread: z.number() }),
  rejections: [r.articleUnknown],
  summary: 'The customer has read a notice, or all.',
})

export const listNews = defineCall({
  name: 'list-news',
  method: 'GET',
  path: '/index/news',
  audience: 'public',
  needs: [],
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
  request: z.object({ ...listFields, symbol: field.optional(field.symbol) }),
  reply: field.pageOf(z.object(newsShape)),
  rejections: [r.newsSymbol],
  summary:
    'News of staff, of the market and of other publishers, of all or of one instrument, pinned first. Ours are in the language of the request.',
})

export const readNews = defineCall({
  name: 'read-news',
  method: 'GET',
  path: '/index/news/info',
  audience: 'public',
  needs: [],
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
  request: z.object({ id: field.id('art') }),
  reply: z.object({ ...newsShape, ...textShape }),
  rejections: [r.articleUnknown],
  summary: 'One article of the news with its text.',
})

export const listAds = defineCall({
  name: 'list-ads',
  method: 'GET',
  path: '/index/ads',
  audience: 'public',
  needs: [],
  effect: 'read',
  limit: { times: 120, perMs: 60_000 },
  request: z.object({}),
  reply: z.object({
    rows: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        text: z.string(),
        /** The words of the link. */
        action: z.string(),
        /** A page of the app, of the closed list for ads. */
        href: z.string(),
      }),
    ),
  }),
  rejections: [],
  summary: 'Ads of our own pages, the last published first, in the language of the request.',
})

export const calls = [listNotices, listOwnNotices, readNotice, listNews, readNews, listAds] as const
