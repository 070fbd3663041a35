import { createHash } from 'node:crypto'
import {
  entriesMax,
  entrySummaryMax,
  entryTitleMax,
  type FeedEntry,
  type FeedProblem,
  plainWords,
  readFeedTime,
} from '../../domain/index.ts'
import { decodeBytes } from './decode-bytes.ts'
import { readLink } from './feed-address.ts'
import { childrenOf, type Element, readXml, textOf } from './read-xml.ts'

/** What a fetched document comes to: its items, or why it is not read. All of it or nothing. */
type ReadFeed =
  | {
      readonly entries: readonly FeedEntry[]
      /** Items that have no title, no address over https, or nothing they are known by; and those after the first ones. */
      readonly leftOut: number
    }
  | { readonly problem: FeedProblem }

const atom = 'http://www.w3.org/2005/Atom'
const guidMax = 300

/** Reads RSS 2.0 or Atom 1.0. `address`: where the document was fetched from. */
export function readFeed(
  bytes: Uint8Array,
  { charset, address }: { readonly charset: string | undefined; readonly address: string },
): ReadFeed {
  const text = decodeBytes(bytes, charset)
  if (text === undefined) return { problem: 'encoding' }
  const read = readXml(text)
  if ('problem' in read) return read
  const items = itemsOf(read.root)
  if (items === undefined) return { problem: 'no-feed' }
  const byGuid = new Map<string, FeedEntry>()
  for (const item of items.slice(0, entriesMax)) {
    const entry = item.space === atom ? ofAtom(item, address) : ofRss(item, address)
    if (entry !== undefined && !byGuid.has(entry.guid)) byGuid.set(entry.guid, entry)
  }
  return { entries: [...byGuid.values()], leftOut: items.length - byGuid.size }
}

function itemsOf(root: Element): readonly Element[] | undefined {
  if (root.space === atom && root.name === 'feed') {
    return childrenOf(root, atom, 'entry')
  }
  if (root.space !== '' || root.name !== 'rss' || !/^2(?:\.|$)/.test(root.attributes.version ?? '')) return undefined
  const [channel] = childrenOf(root, '', 'channel')
  return channel === undefined ? undefined : childrenOf(channel, '', 'item')
}

function ofRss(item: Element, address: string): FeedEntry | undefined {
  const said = (name: string): string => {
    const [found] = childrenOf(item, '', name)
    return found === undefined ? '' : textOf(found)
  }
  const link = readLink(said('link'), address)
  return entryOf({ guid: said('guid').trim() || (link ?? ''), link, at: said('pubDate') }, said('title'), [
    said('description'),
  ])
}

function ofAtom(entry: Element, address: string): FeedEntry | undefined {
  const find = (name: string): Element | undefined => childrenOf(entry, atom, name)[0]
  const said = (name: string): string => {
    const found = find(name)
    return found === undefined ? '' : textOf(found)
  }
  const links = childrenOf(entry, atom, 'link')
  const own = links.find(({ attributes: { rel = 'alternate' } }) => rel === 'alternate')
  const link = readLink(own?.attributes.href ?? '', address)
  const at = said('published') || said('updated')
  return entryOf({ guid: said('id').trim(), link, at }, said('title'), [said('summary'), said('content')])
}

/** An item in plain words; undefined where it has no title, leads nowhere, or cannot be known again. */
function entryOf(
  { guid, link, at }: { readonly guid: string; readonly link: string | undefined; readonly at: string },
  titled: string,
  texts: readonly string[],
): FeedEntry | undefined {
  const title = plainWords(titled, entryTitleMax)
  if (title === '' || link === undefined || guid === '') return undefined
  const summary = texts.map((one) => plainWords(one, entrySummaryMax)).find((one) => one !== '' && one !== title) ?? ''
  const saidAt = readFeedTime(at)
  return { guid: shortGuid(guid), title, summary, link, ...(saidAt === undefined ? {} : { saidAt }) }
}

/** What an item is known by, as it is or, where it is long or no plain text, by its hash. */
function shortGuid(guid: string): string {
  const isPlain = guid.length <= guidMax && /^[\x20-\x7e]+$/.test(guid)
  return isPlain ? guid : `sha256:${createHash('sha256').update(guid).digest('hex')}`
}
