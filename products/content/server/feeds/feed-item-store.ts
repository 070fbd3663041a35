import type { Db, Tx } from '@bolsillo/server-kit'
import type { FeedEntry, FeedTerms } from '../../domain/index.ts'

/** A version of an item, as it was fetched. */
export interface FeedVersion extends Omit<FeedEntry, 'guid'> {
  readonly number: number
  readonly symbols: readonly string[]
  readonly fetchedAt: number
  readonly fetchedFrom: string
  /** SHA-256 of the document it was in. */
  readonly bodyHash: string
}

/** An item as it was fetched last, with whose it is. */
export interface FeedItem extends FeedVersion, Pick<FeedTerms, 'language'> {
  readonly itemId: `art_${string}`
  /** What the feed said, or when it was first fetched. */
  readonly publishedAt: number
  /** The name of the feed when this was fetched. */
  readonly source: string
}

interface VersionColumns {
  number: number
  title: string
  summary: string
  link: string
  said_at: bigint | null
  symbols: string[]
  fetched_at: bigint
  fetched_from: string
  body_hash: string
}

const versionOf = (row: VersionColumns): FeedVersion => ({
  number: row.number,
  title: row.title,
  summary: row.summary,
  link: row.link,
  symbols: row.symbols,
  fetchedAt: Number(row.fetched_at),
  fetchedFrom: row.fetched_from,
  bodyHash: row.body_hash,
  ...(row.said_at === null ? {} : { saidAt: Number(row.said_at) }),
})

/** What is kept already of items of a feed, by what the feed knows them by: the last version of each. */
export async function findKept(
  db: Db,
  feedId: string,
  guids: readonly string[],
): Promise<ReadonlyMap<string, FeedVersion & { readonly itemId: string }>> {
  const rows = await db<(VersionColumns & { guid: string; item_id: string })[]>`
    select distinct on (item_id) guid, version.* from content_feed_item as item
      join content_feed_version as version on item_id = id
    where item.feed_id = ${feedId} and guid = any(${[...guids]}::text[]) order by item_id, number desc`
  return new Map(rows.map((row) => [row.guid, { ...versionOf(row), itemId: row.item_id }]))
}

/** How many versions of items of a feed were kept from a time on. */
export async function countVersions(db: Db, feedId: string, since: number): Promise<number> {
  const [row] = await db<{ count: bigint }[]>`
    select count(*) from content_feed_version where feed_id = ${feedId} and fetched_at >= ${since}`
  return Number(row?.count ?? 0n)
}

/** An item that is new. */
export async function insertItem(
  tx: Tx,
  item: { readonly id: string; readonly feedId: string; readonly guid: string; readonly publishedAt: number },
): Promise<void> {
  const { id, feedId, guid, publishedAt } = item
  await tx`
    insert into content_feed_item (id, feed_id, guid, published_at) values (${id}, ${feedId}, ${guid}, ${publishedAt})`
}

/** Keeps a version for good. */
export async function insertItemVersion(
  tx: Tx,
  of: { readonly itemId: string; readonly feedId: string; readonly termsNumber: number },
  version: FeedVersion,
): Promise<void> {
  const { number, title, summary, link, saidAt = null, symbols, fetchedAt, fetchedFrom, bodyHash } = version
  await tx`
    insert into content_feed_version (item_id, number, feed_id, terms_number, title, summary, link, said_at, symbols, fetched_at,
      fetched_from, body_hash)
    values (${of.itemId}, ${number}, ${of.feedId}, ${of.termsNumber}, ${title}, ${summary}, ${link}, ${saidAt}, ${[...symbols]},
      ${fetchedAt}, ${fetchedFrom}, ${bodyHash})`
}

/** Items of feeds that are not paused, each as it was fetched last, the newest first. */
export async function findFeedItems(
  db: Db,
  wanted: {
    readonly limit: number
    readonly id?: string | undefined
    /** Of any of these instruments. */
    readonly symbols?: readonly string[] | undefined
    readonly before?: { readonly at: number; readonly id: string } | undefined
  },
): Promise<readonly FeedItem[]> {
  const { limit, id = null, symbols, before } = wanted
  const rows = await db<
    (VersionColumns & { id: `art_${string}`; published_at: bigint; name: string; language: FeedTerms['language'] })[]
  >`
    with shown as (
      select feed_id from (select distinct on (feed_id) feed_id, number from content_feed_terms order by feed_id, number desc)
        as latest
      where not exists (
        select from content_feed_pause as pause where pause.feed_id = latest.feed_id and pause.number = latest.number)
    )
    select item.id, published_at, version.*, name, language from content_feed_item as item
      join shown using (feed_id)
      join lateral (select * from content_feed_version where item_id = item.id order by number desc limit 1) as version on true
      join content_feed_terms as terms on terms.feed_id = item.feed_id and terms.number = version.terms_number
    where (${id}::text is null or item.id = ${id})
      and (${symbols === undefined} or version.symbols && ${[...(symbols ?? [])]}::text[])
      and (${before === undefined} or (published_at, item.id collate "C")
        < (${before?.at ?? 0}::bigint, ${before?.id ?? ''}))
    order by published_at desc, item.id collate "C" desc limit ${limit}`
  return rows.map((row) => ({
    ...versionOf(row),
    itemId: row.id,
    publishedAt: Number(row.published_at),
    source: row.name,
    language: row.language,
  }))
}

/** What an item said before, the last first. */
export async function findVersionsBefore(db: Db, itemId: string, number: number): Promise<readonly FeedVersion[]> {
  const rows = await db<VersionColumns[]>`
    select * from content_feed_version where item_id = ${itemId} and number < ${number} order by number desc`
  return rows.map(versionOf)
}
