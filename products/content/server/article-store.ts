import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { ArticleKind, Audience, Version, Words } from '../domain/index.ts'

/** A version that is public, or was decided to be. */
export interface Published extends Version {
  readonly publishAt: number
  readonly firstAt: number
}

interface VersionColumns {
  article_id: `art_${string}`
  number: number
  kind: ArticleKind
  audience: Audience
  is_pinned: boolean
  symbols: string[]
  words: Words
  written_at: bigint
  written_by: string
}

const versionOf = (row: VersionColumns): Version => ({
  articleId: row.article_id,
  number: row.number,
  kind: row.kind,
  audience: row.audience,
  isPinned: row.is_pinned,
  symbols: row.symbols,
  words: row.words,
  writtenAt: Number(row.written_at),
  writtenBy: row.written_by,
})

/** A new article. */
export async function insertArticle(tx: Tx, id: Id<'art'>, kind: ArticleKind): Promise<void> {
  await tx`insert into content_article (id, kind) values (${id}, ${kind})`
}

/** The kind of an article, and the number of its last version; both stay so until the transaction ends. */
export async function lockArticle(
  tx: Tx,
  id: Id<'art'>,
): Promise<{ readonly kind: ArticleKind; readonly last: number } | undefined> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`content ${id}`}, 0))`
  const [row] = await tx<{ kind: ArticleKind; last: number }[]>`
    select kind, coalesce((select max(number) from content_version where article_id = ${id}), 0) as last
    from content_article where id = ${id}`
  return row
}

/** Keeps a version for good. */
export async function insertVersion(tx: Tx, version: Version): Promise<void> {
  const { articleId, number, audience, isPinned, symbols, words, writtenAt, writtenBy } = version
  await tx`
    insert into content_version (article_id, number, audience, is_pinned, symbols, words, written_at, written_by)
    values (${articleId}, ${number}, ${audience}, ${isPinned}, ${[...symbols]}, ${JSON.stringify(words)}::text::jsonb,
      ${writtenAt}, ${writtenBy})`
}

/** A version with the time of its publication, if one was decided. */
export async function findVersion(
  db: Db,
  articleId: string,
  number: number,
): Promise<(Version & { readonly publishAt?: number }) | undefined> {
  const [row] = await db<(VersionColumns & { publish_at: bigint | null })[]>`
    select version.*, kind, publish_at from content_version as version
      join content_article on id = version.article_id
      left join content_publication using (article_id, number)
    where version.article_id = ${articleId} and version.number = ${number}`
  if (row === undefined) return undefined
  return { ...versionOf(row), ...(row.publish_at === null ? {} : { publishAt: Number(row.publish_at) }) }
}

/** The greatest number of an article that was decided to be public, and from when; the number is 0 when none was. */
export async function findLastDecided(
  db: Db,
  articleId: string,
): Promise<{ readonly number: number; readonly publishAt: number }> {
  const [row] = await db<{ number: number; publish_at: bigint }[]>`
    select number, publish_at from content_publication where article_id = ${articleId} order by number desc limit 1`
  return { number: row?.number ?? 0, publishAt: Number(row?.publish_at ?? 0n) }
}

/** Two people decided that a version is public from a time on. */
export async function insertPublication(
  tx: Tx,
  publication: {
    readonly approvalId: string
    readonly articleId: string
    readonly number: number
    readonly publishAt: number
    readonly decidedAt: Instant
    readonly maker: string
    readonly checker: string
  },
): Promise<void> {
  const { approvalId, articleId, number, publishAt, decidedAt, maker, checker } = publication
  await tx`
    insert into content_publication (approval_id, article_id, number, publish_at, decided_at, maker, checker)
    values (${approvalId}, ${articleId}, ${number}, ${publishAt}, ${decidedAt}, ${maker}, ${checker})`
}

/** What is asked of the public articles. */
interface Wanted {
  readonly kind: ArticleKind
  readonly audiences: readonly Audience[]
  readonly now: Instant
  readonly limit: number
  readonly id?: string | undefined
  readonly symbol?: string | undefined
  readonly after?: { readonly isPinned: boolean; readonly publishAt: number; readonly id: string } | undefined
}

/** Public articles, each as its last public version, pinned ones first, then the newest. */
export async function findPublished(db: Db, wanted: Wanted): Promise<readonly Published[]> {
  const { kind, audiences, now, limit, id = null, symbol = null, after } = wanted
  const rows = await db<(VersionColumns & { publish_at: bigint; first_at: bigint })[]>`
    with latest as (
      select distinct on (article_id) article_id, number, publish_at, min(publish_at) over (partition by article_id) as first_at
      from content_publication where publish_at <= ${now} order by article_id, number desc
    )
    select version.*, kind, publish_at, first_at from latest
      join content_version as version using (article_id, number) join content_article on id = article_id
    where kind = ${kind} and audience = any(${[...audiences]})
      and (${id}::text is null or article_id = ${id}) and (${symbol}::text is null or ${symbol} = any(symbols))
      and (${after === undefined} or (is_pinned::int, publish_at, article_id collate "C")
        < (${after?.isPinned === true ? 1 : 0}::int, ${after?.publishAt ?? 0}::bigint, ${after?.id ?? ''}))
    order by is_pinned desc, publish_at desc, article_id collate "C" desc limit ${limit}`
  return rows.map((row) => ({
    ...versionOf(row),
    publishAt: Number(row.publish_at),
    firstAt: Number(row.first_at),
  }))
}

/** The latest version of every article, the last written first; with `articleId` all versions of that one. */
export async function findWritten(
  db: Db,
  wanted: {
    readonly articleId?: string
    readonly limit: number
    readonly before?: { readonly writtenAt: number; readonly articleId: string } | undefined
    readonly below?: number | undefined
  },
): Promise<ReadonlyArray<Version & { readonly publishAt?: number }>> {
  const { articleId = null, limit, before, below } = wanted
  const rows = await db<(VersionColumns & { publish_at: bigint | null })[]>`
    select version.*, kind, publish_at from content_version as version
      join content_article on id = version.article_id
      left join content_publication using (article_id, number)
    where case when ${articleId}::text is null
      then not exists (
          select from content_version as later where later.article_id = version.article_id and later.number > version.number)
        and (${before === undefined} or (written_at, version.article_id)
          < (${before?.writtenAt ?? 0}::bigint, ${before?.articleId ?? ''}))
      else version.article_id = ${articleId} and version.number < ${below ?? 1000} end
    order by written_at desc, version.article_id desc, version.number desc limit ${limit}`
  return rows.map((row) => ({
    ...versionOf(row),
    ...(row.publish_at === null ? {} : { publishAt: Number(row.publish_at) }),
  }))
}
