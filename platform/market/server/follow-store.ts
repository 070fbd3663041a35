import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import { firstList, followedMax } from '../contract/index.ts'

/** What a customer follows in one list, in its owner's order. */
export async function findFollowed(
  db: Db,
  customerId: Id<'cus'>,
  listId: string = firstList,
): Promise<readonly string[]> {
  const rows = await db<{ symbol: string }[]>`
    select symbol from market_follow where customer_id = ${customerId} and list_id = ${listId}
    order by place, followed_at desc, symbol`
  return rows.map(({ symbol }) => symbol)
}

/** Whether an instrument is in a list of a customer. */
export async function isFollowed(
  db: Db,
  customerId: Id<'cus'>,
  symbol: string,
  listId: string = firstList,
): Promise<boolean> {
  const rows = await db`
    select from market_follow where customer_id = ${customerId} and list_id = ${listId} and symbol = ${symbol}`
  return rows.length === 1
}

/** Two requests at once must not both take the last place: the customer's lists are locked for the transaction. */
export async function lockWatchlists(tx: Tx, customerId: Id<'cus'>): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`market_follow ${customerId}`}, 0))`
}

/**
 * Puts an instrument at the top of a list; one that is there already stays where it is.
 * @returns whether it is there now: false when the list already has `followedMax` others.
 */
export async function insertFollow(
  tx: Tx,
  follow: {
    readonly customerId: Id<'cus'>
    readonly symbol: string
    readonly at: Instant
    readonly listId?: string
  },
): Promise<boolean> {
  const { customerId, symbol, at, listId = firstList } = follow
  await lockWatchlists(tx, customerId)
  await tx`
    insert into market_follow (customer_id, list_id, symbol, followed_at, place)
    select ${customerId}, ${listId}, ${symbol}, ${at}, coalesce(min(place), 0) - 1
    from market_follow where customer_id = ${customerId} and list_id = ${listId}
    having count(*) < ${followedMax}
    on conflict (customer_id, list_id, symbol) do nothing`
  return isFollowed(tx, customerId, symbol, listId)
}

/** Takes an instrument out of a list; what is not there stays so. */
export async function deleteFollow(
  tx: Tx,
  customerId: Id<'cus'>,
  symbol: string,
  listId: string = firstList,
): Promise<void> {
  await tx`
    delete from market_follow where customer_id = ${customerId} and list_id = ${listId} and symbol = ${symbol}`
}

/** Writes the order of a list anew. */
export async function updatePlaces(
  tx: Tx,
  customerId: Id<'cus'>,
  listId: string,
  symbols: readonly string[],
): Promise<void> {
  await tx`
    update market_follow set place = ordered.place
    from unnest(${[...symbols]}::text[]) with ordinality as ordered (symbol, place)
    where customer_id = ${customerId} and list_id = ${listId} and market_follow.symbol = ordered.symbol`
}
