import type { Db, Tx } from '@bolsillo/server-kit'
import type { MarketNews, MarketNewsFacts } from '../domain/index.ts'

interface NewsRow {
  readonly id: `art_${string}`
  readonly kind: MarketNews['kind']
  readonly symbol: string
  readonly session: string
  readonly happened_at: bigint
  readonly written_at: bigint
  readonly facts: MarketNews['facts']
}

const newsOf = (row: NewsRow): MarketNews => ({
  articleId: row.id,
  symbol: row.symbol,
  session: row.session,
  happenedAt: Number(row.happened_at),
  writtenAt: Number(row.written_at),
  // The table keeps the facts under the kind they were written with.
  ...({ kind: row.kind, facts: row.facts } as MarketNewsFacts),
})

/** Keeps news for good. What there is already of the kind, instrument and session stays as it is. */
export async function insertMarketNews(tx: Tx, news: MarketNews): Promise<void> {
  const { articleId, kind, symbol, session, happenedAt, writtenAt, facts } = news
  await tx`
    insert into content_market_news (id, kind, symbol, session, happened_at, written_at, facts)
    values (${articleId}, ${kind}, ${symbol}, ${session}, ${happenedAt}, ${writtenAt},
      ${JSON.stringify(facts)}::text::jsonb)
    on conflict (kind, symbol, session) do nothing`
}

/** Of which instruments and sessions there are news of a kind already, among these: `symbol session`. */
export async function findWrittenOf(
  db: Db,
  kind: MarketNews['kind'],
  sessions: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db<{ name: string }[]>`
    select symbol || ' ' || session as name from content_market_news
    where kind = ${kind} and session = any(${[...sessions]}::text[])`
  return new Set(rows.map(({ name }) => name))
}

/** Market news, the newest first. */
export async function findMarketNews(
  db: Db,
  wanted: {
    readonly limit: number
    readonly id?: string | undefined
    /** Of any of these instruments. */
    readonly symbols?: readonly string[] | undefined
    readonly before?: { readonly at: number; readonly id: string } | undefined
  },
): Promise<readonly MarketNews[]> {
  const { limit, id = null, symbols, before } = wanted
  const rows = await db<NewsRow[]>`
    select id, kind, symbol, session, happened_at, written_at, facts from content_market_news
    where (${id}::text is null or id = ${id})
      and (${symbols === undefined} or symbol = any(${[...(symbols ?? [])]}::text[]))
      and (${before === undefined} or (written_at, id collate "C")
        < (${before?.at ?? 0}::bigint, ${before?.id ?? ''}))
    order by written_at desc, id collate "C" desc limit ${limit}`
  return rows.map(newsOf)
}
