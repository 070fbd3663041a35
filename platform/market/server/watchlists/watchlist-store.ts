import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { firstList } from '../../contract/index.ts'

/** A list as its owner made it. The first is there without a row until it is named. */
export interface Watchlist {
  readonly listId: string
  readonly name: string | undefined
}

/** A customer's lists: the first, then the others in the order they were made. */
export async function findWatchlists(db: Db, customerId: Id<'cus'>): Promise<readonly Watchlist[]> {
  const rows = await db<{ list_id: string; name: string }[]>`
    select list_id, name from market_watchlist where customer_id = ${customerId} order by created_at, list_id`
  const named = rows.map((row): Watchlist => ({ listId: row.list_id, name: row.name }))
  const first = named.find(({ listId }) => listId === firstList) ?? { listId: firstList, name: undefined }
  return [first, ...named.filter(({ listId }) => listId !== firstList)]
}

/** How much is in each list of a customer that has anything, and whether an instrument is among it. */
export async function findListed(
  db: Db,
  customerId: Id<'cus'>,
  symbol: string | undefined,
): Promise<ReadonlyMap<string, { readonly entries: number; readonly has: boolean }>> {
  const rows = await db<{ list_id: string; entries: number; has: boolean }[]>`
    select list_id, count(*)::int as entries, bool_or(symbol = ${symbol ?? ''}) as has
    from market_follow where customer_id = ${customerId} group by list_id`
  return new Map(rows.map(({ list_id, entries, has }) => [list_id, { entries, has }]))
}

/** Makes a list, or gives one another name. */
export async function saveName(
  tx: Tx,
  list: { readonly customerId: Id<'cus'>; readonly listId: string; readonly name: string; readonly at: Instant },
): Promise<void> {
  await tx`
    insert into market_watchlist (customer_id, list_id, name, created_at)
    values (${list.customerId}, ${list.listId}, ${list.name}, ${list.at})
    on conflict (customer_id, list_id) do update set name = excluded.name`
}

/** Removes a list with what is in it. */
export async function deleteWatchlist(tx: Tx, customerId: Id<'cus'>, listId: string): Promise<void> {
  await tx`delete from market_follow where customer_id = ${customerId} and list_id = ${listId}`
  await tx`delete from market_watchlist where customer_id = ${customerId} and list_id = ${listId}`
}
