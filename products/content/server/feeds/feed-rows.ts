import { leadsOutside } from '../../domain/index.ts'
import { hostOf } from './feed-address.ts'
import type { FeedItem, FeedVersion } from './feed-item-store.ts'

/** An item of a feed as lists have it: the words of its source, in the language of its source. */
export function feedHeadOf(item: FeedItem) {
  const { itemId, number, title, summary, symbols, publishedAt, source, language, link, saidAt, fetchedAt } = item
  return {
    ...{ id: itemId, number, kind: 'news' as const, title, lead: summary, isPinned: false },
    ...{ symbols: [...symbols], publishedAt },
    feed: {
      ...{ source, language, href: link, host: hostOf(link) },
      ...{ fetchedAt, fetchedFrom: item.fetchedFrom, bodyHash: item.bodyHash },
      ...(saidAt === undefined ? {} : { saidAt }),
    },
  }
}

/** The same with its text, and what it said before. */
export function feedWholeOf(item: FeedItem, before: readonly FeedVersion[]) {
  const head = feedHeadOf(item)
  const blocks = item.summary === '' ? [] : [{ is: 'paragraph' as const, rows: [[{ text: item.summary }]] }]
  const versions = before.map(({ number, title, summary, fetchedAt }) => ({ number, title, lead: summary, fetchedAt }))
  return { ...head, blocks, feed: { ...head.feed, before: versions } }
}

/** Whether an item may be shown: what somebody wrote into the database past the reader leads nowhere else. */
export const mayBeShown = ({ link }: FeedItem): boolean => leadsOutside(link)
