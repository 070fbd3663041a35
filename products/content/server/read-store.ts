import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** Notices that are new to a customer: public since they are one, and this version not read. `article number`. */
export async function findUnread(
  db: Db,
  customerId: Id<'cus'>,
  { since, now }: { readonly since: number; readonly now: Instant },
): Promise<ReadonlyArray<{ readonly articleId: string; readonly number: number }>> {
  const rows = await db<{ article_id: string; number: number }[]>`
    with latest as (
      select distinct on (article_id) article_id, number, publish_at from content_publication
      where publish_at <= ${now} order by article_id, number desc
    )
    select article_id, number from latest join content_article on id = article_id
    where kind = 'notice' and publish_at >= ${since} and not exists (
      select from content_read as own where own.customer_id = ${customerId}
        and own.article_id = latest.article_id and own.number = latest.number)`
  return rows.map(({ article_id, number }) => ({ articleId: article_id, number }))
}

/** The customer has read these versions; twice is once. */
export async function saveRead(
  tx: Tx,
  customerId: Id<'cus'>,
  read: ReadonlyArray<{ readonly articleId: string; readonly number: number }>,
): Promise<void> {
  await tx`
    insert into content_read (customer_id, article_id, number)
    select ${customerId}, article_id, number
    from unnest(${read.map(({ articleId }) => articleId)}::text[], ${read.map(({ number }) => number)}::int[])
      as seen (article_id, number)
    on conflict do nothing`
}
