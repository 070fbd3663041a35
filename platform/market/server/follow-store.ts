import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** How many instruments a customer may follow, of all products together. */
export const followedMax = 200

/** What a customer follows, latest first. */
export async function findFollowed(db: Db, customerId: Id<'cus'>): Promise<readonly string[]> {
  const rows = await db<{ symbol: string }[]>`
    select symbol from market_follow where customer_id = ${customerId} order by followed_at desc, symbol`
  return rows.map(({ symbol }) => symbol)
}

/** Whether a customer follows an instrument. */
export async function isFollowed(db: Db, customerId: Id<'cus'>, symbol: string): Promise<boolean> {
  const rows = await db`select from market_follow where customer_id = ${customerId} and symbol = ${symbol}`
  return rows.length === 1
}

/**
 * Follows an instrument; following it again changes nothing.
 * @returns whether it is followed now: false when the customer already follows `followedMax` others.
 */
export async function insertFollow(
  tx: Tx,
  follow: { readonly customerId: Id<'cus'>; readonly symbol: string; readonly at: Instant },
): Promise<boolean> {
  const { customerId, symbol, at } = follow
  // Two requests at once must not both take the last place: the customer's list is locked for the transaction.
  await tx`select pg_advisory_xact_lock(hashtextextended(${`market_follow ${customerId}`}, 0))`
  await tx`
    insert into market_follow (customer_id, symbol, followed_at)
    select ${customerId}, ${symbol}, ${at}
    where (select count(*) from market_follow where customer_id = ${customerId}) < ${followedMax}
    on conflict (customer_id, symbol) do nothing`
  return isFollowed(tx, customerId, symbol)
}

/** Stops following; what is not followed stays so. */
export async function deleteFollow(tx: Tx, customerId: Id<'cus'>, symbol: string): Promise<void> {
  await tx`delete from market_follow where customer_id = ${customerId} and symbol = ${symbol}`
}
