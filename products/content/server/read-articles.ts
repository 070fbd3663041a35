import { type Id, type Instant, isId, reject } from '@bolsillo/kernel'
import { type Db, type Language, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { type Block, plainText, readText } from '../domain/index.ts'
import { findPublished, type Published } from './article-store.ts'
import type { ContentDeps } from './deps.ts'
import { findUnread, saveRead } from './read-store.ts'

const pageSize = 20
const leadLength = 160

export const listNotices = useCase(calls.listNotices, async ({ id, ...page }, { db, now, caller }) =>
  pageOf(
    page,
    (wanted) => findPublished(db, { kind: 'notice', audiences: ['everybody'], now, id, ...wanted }),
    (row) => wholeOf(row, caller.language),
  ),
)

export const listOwnNotices = useCase(calls.listOwnNotices, async ({ id, ...page }, context, deps: ContentDeps) => {
  const { db, now, caller, customer } = context
  const unread = await unreadOf(deps, db, customer.customerId, now)
  const isUnread = ({ articleId, number }: Published) =>
    unread.some((one) => one.articleId === articleId && one.number === number)
  const found = await pageOf(
    page,
    (wanted) => findPublished(db, { kind: 'notice', audiences: ['everybody', 'customers'], now, id, ...wanted }),
    (row) => ({ ...wholeOf(row, caller.language), isUnread: isUnread(row) }),
  )
  return { ...found, unread: unread.length }
})

export const readNotice = useCase(calls.readNotice, async ({ id, number }, context, deps: ContentDeps) => {
  const { tx, now, customer } = context
  const unread = await unreadOf(deps, tx, customer.customerId, now)
  if (id !== undefined) {
    const known = await findPublished(tx, { kind: 'notice', audiences: ['everybody', 'customers'], now, id, limit: 1 })
    if (known.length === 0) return reject(calls.contentRejections.articleUnknown, { field: 'id' })
  }
  const read = unread.filter(
    (one) => (id === undefined || one.articleId === id) && (number === undefined || one.number === number),
  )
  await saveRead(tx, customer.customerId, read)
  return { unread: unread.length - read.length }
})

export const listNews = useCase(calls.listNews, async ({ symbol, ...page }, context, deps: ContentDeps) => {
  const { db, now, caller, customer } = context
  if (symbol !== undefined && !deps.instruments.some(({ id }) => id === symbol))
    return reject(calls.contentRejections.newsSymbol, { field: 'symbol' })
  return await pageOf(
    page,
    (wanted) => findPublished(db, { kind: 'news', audiences: seenBy(customer), now, symbol, ...wanted }),
    (row) => headOf(row, caller.language),
  )
})

export const readNews = useCase(calls.readNews, async ({ id }, { db, now, caller, customer }) => {
  const [found] = await findPublished(db, { kind: 'news', audiences: seenBy(customer), now, id, limit: 1 })
  return found === undefined
    ? reject(calls.contentRejections.articleUnknown, { field: 'id' })
    : wholeOf(found, caller.language)
})

/** Whoever is signed in also sees what is for customers. */
const seenBy = (customer: object | undefined) =>
  customer === undefined ? (['everybody'] as const) : (['everybody', 'customers'] as const)

/** What was public before somebody became a customer is not new to them. */
async function unreadOf({ customers }: ContentDeps, db: Db, customerId: Id<'cus'>, now: Instant) {
  const since = (await customers.find(db, customerId))?.createdAt ?? now
  return findUnread(db, customerId, { since, now })
}

const blocksOf = (text: string): readonly Block[] => {
  const read = readText(text)
  return 'blocks' in read ? read.blocks : []
}

/** Where the first words end: at a space, or in the middle of what has none. */
function leadEnd(text: string): number {
  const space = text.lastIndexOf(' ', leadLength)
  return space > 0 ? space : leadLength
}

function headOf(article: Published, language: Language, blocks = blocksOf(article.words[language].text)) {
  const { articleId, number, kind, words, isPinned, symbols, publishAt, firstAt } = article
  const text = plainText(blocks)
  const lead = text.length <= leadLength ? text : `${text.slice(0, leadEnd(text))}…`
  return {
    ...{
      id: articleId,
      number,
      kind,
      title: words[language].title,
      lead,
      isPinned,
      symbols: [...symbols],
      publishedAt: publishAt,
    },
    ...(firstAt === publishAt ? {} : { firstAt }),
  }
}

function wholeOf(article: Published, language: Language) {
  const blocks = blocksOf(article.words[language].text)
  return {
    ...headOf(article, language, blocks),
    blocks: blocks.map(({ is, rows }) => ({ is, rows: rows.map((row) => [...row]) })),
  }
}

interface Page {
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

type Find = (wanted: {
  readonly limit: number
  readonly after: { readonly isPinned: boolean; readonly publishAt: number; readonly id: string } | undefined
}) => Promise<readonly Published[]>

/** A page of articles, and where the next begins. */
async function pageOf<Row>({ cursor, limit = pageSize }: Page, find: Find, rowOf: (one: Published) => Row) {
  const found = await find({ limit: limit + 1, after: placeOf(cursor) })
  const last = found.length > limit ? found[limit - 1] : undefined
  const rows = found.slice(0, limit).map(rowOf)
  if (last === undefined) return { rows }
  return { rows, next: `${last.isPinned ? 1 : 0}-${last.publishAt}-${last.articleId}` }
}

function placeOf(cursor: string | undefined) {
  const [pinned, publishAt, id = ''] = cursor?.split('-') ?? []
  return isId('art', id) ? { isPinned: pinned === '1', publishAt: Number(publishAt), id } : undefined
}
