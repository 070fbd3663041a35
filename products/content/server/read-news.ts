import { reject } from '@bolsillo/kernel'
import type { Instrument } from '@bolsillo/market/domain'
import { type Language, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import type { MarketNews } from '../domain/index.ts'
import { type ArticlePlace, headOf, pageOf, publishedPlace, wholeOf } from './article-rows.ts'
import { findPublished, type Published } from './article-store.ts'
import type { ContentDeps } from './deps.ts'
import { type FeedItem, findFeedItems, findVersionsBefore } from './feeds/feed-item-store.ts'
import { feedHeadOf, feedWholeOf, mayBeShown } from './feeds/feed-rows.ts'
import { findMarketNews } from './market-news-store.ts'
import { marketHeadOf, marketWholeOf } from './market-news-words.ts'
import { isMainMarket } from './write-market-news.ts'

export const listNews = useCase(calls.listNews, async ({ symbol, ...page }, context, deps: ContentDeps) => {
  const { db, now, caller, customer } = context
  const about = deps.instruments.find(({ id }) => id === symbol)
  if (symbol !== undefined && about === undefined)
    return reject(calls.contentRejections.newsSymbol, { field: 'symbol' })
  const symbols = about === undefined ? undefined : marketsOf(about, deps.instruments)
  return await pageOf(
    page,
    async ({ after, limit }) => {
      const written = await findPublished(db, {
        ...{ kind: 'news', audiences: seenBy(customer), now, symbol, after, limit },
      })
      const place = unpinnedPlace(after)
      const before = place === undefined ? undefined : { at: place.publishAt, id: place.id }
      const market = await findMarketNews(db, { limit, symbols, before })
      const fed = hasFeeds(deps) ? await findFeedItems(db, { limit, symbols, before }) : []
      return merged({ written, market, fed }, limit)
    },
    { placeOf, rowOf: (one) => rowOf(one, caller.language, deps) },
  )
})

export const readNews = useCase(calls.readNews, async ({ id }, { db, now, caller, customer }, deps: ContentDeps) => {
  const [found] = await findPublished(db, { kind: 'news', audiences: seenBy(customer), now, id, limit: 1 })
  if (found !== undefined) return wholeOf(found, caller.language)
  const [market] = await findMarketNews(db, { id, limit: 1 })
  if (market !== undefined) return marketWholeOf(market, caller.language, deps.instruments)
  const [item] = hasFeeds(deps) ? await findFeedItems(db, { id, limit: 1 }) : []
  return item === undefined || !mayBeShown(item)
    ? reject(calls.contentRejections.articleUnknown, { field: 'id' })
    : feedWholeOf(item, await findVersionsBefore(db, item.itemId, item.number))
})

/** A practice market shows nothing of feeds either, whatever is written into its database. */
const hasFeeds = ({ services }: ContentDeps): boolean => services.mode === 'LIVE'

/** Whoever is signed in also sees what is for customers. */
const seenBy = (customer: object | undefined) =>
  customer === undefined ? (['everybody'] as const) : (['everybody', 'customers'] as const)

/** An instrument, and those whose news are its own, too: the main market of its coin, and what a contract follows. */
function marketsOf(about: Instrument, instruments: readonly Instrument[]): readonly string[] {
  if (about.kind !== 'coin' && about.kind !== 'perpetual') return [about.id]
  const main = instruments.filter((one) => isMainMarket(one) && one.ticker === about.ticker).map(({ id }) => id)
  return [...new Set([about.id, ...main, ...(about.underlying === undefined ? [] : [about.underlying])])]
}

type News = { readonly written: Published } | { readonly market: MarketNews } | { readonly fed: FeedItem }

function placeOf(one: News): ArticlePlace {
  if ('written' in one) return publishedPlace(one.written)
  return 'market' in one
    ? { isPinned: false, publishAt: one.market.writtenAt, id: one.market.articleId }
    : { isPinned: false, publishAt: one.fed.publishedAt, id: one.fed.itemId }
}

function rowOf(one: News, language: Language, { instruments }: ContentDeps) {
  if ('written' in one) return headOf(one.written, language)
  return 'market' in one ? marketHeadOf(one.market, language, instruments) : feedHeadOf(one.fed)
}

/** Only what staff wrote is pinned: all else comes after what is. */
const unpinnedPlace = (after: ArticlePlace | undefined) => (after === undefined || after.isPinned ? undefined : after)

/** The lists in the order of their places as one. */
function merged(
  lists: {
    readonly written: readonly Published[]
    readonly market: readonly MarketNews[]
    readonly fed: readonly FeedItem[]
  },
  limit: number,
): readonly News[] {
  const all: readonly News[] = [
    ...lists.written.map((one) => ({ written: one })),
    ...lists.market.map((one) => ({ market: one })),
    ...lists.fed.filter(mayBeShown).map((one) => ({ fed: one })),
  ]
  return all.toSorted((a, b) => comparePlaces(placeOf(a), placeOf(b))).slice(0, limit)
}

function comparePlaces(a: ArticlePlace, b: ArticlePlace): number {
  if (a.isPinned !== b.isPinned) return a.isPinned ? -1 : 1
  if (a.publishAt !== b.publishAt) return b.publishAt - a.publishAt
  return a.id < b.id ? 1 : -1
}
