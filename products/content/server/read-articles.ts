import { type Id, type Instant, reject } from '@bolsillo/kernel'
import { type Db, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import { pageOf, publishedPlace, wholeOf } from './article-rows.ts'
import { findPublished, type Published } from './article-store.ts'
import type { ContentDeps } from './deps.ts'
import { findUnread, saveRead } from './read-store.ts'

export const listNotices = useCase(calls.listNotices, async ({ id, ...page }, { db, now, caller }) =>
  pageOf(page, (wanted) => findPublished(db, { kind: 'notice', audiences: ['everybody'], now, id, ...wanted }), {
    placeOf: publishedPlace,
    rowOf: (row) => wholeOf(row, caller.language),
  }),
)

export const listOwnNotices = useCase(calls.listOwnNotices, async ({ id, ...page }, context, deps: ContentDeps) => {
  const { db, now, caller, customer } = context
  const unread = await unreadOf(deps, db, customer.customerId, now)
  const isUnread = ({ articleId, number }: Published) =>
    unread.some((one) => one.articleId === articleId && one.number === number)
  const found = await pageOf(
    page,
    (wanted) => findPublished(db, { kind: 'notice', audiences: ['everybody', 'customers'], now, id, ...wanted }),
    { placeOf: publishedPlace, rowOf: (row) => ({ ...wholeOf(row, caller.language), isUnread: isUnread(row) }) },
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

/** How many notices are unread, as their list says: for the bell. */
export async function countUnreadNotices(
  deps: Pick<ContentDeps, 'customers'>,
  db: Db,
  customerId: Id<'cus'>,
  now: Instant,
): Promise<number> {
  return (await unreadOf(deps, db, customerId, now)).length
}

/** What was public before somebody became a customer is not new to them. */
async function unreadOf({ customers }: Pick<ContentDeps, 'customers'>, db: Db, customerId: Id<'cus'>, now: Instant) {
  const since = (await customers.find(db, customerId))?.createdAt ?? now
  return findUnread(db, customerId, { since, now })
}
