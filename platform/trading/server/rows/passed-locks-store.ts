import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** What of a lock, called `lock` in the query, still holds: less what its owner lifted in the practice market. */
export const lockedOf = (db: Db) => db`
  lock.quantity - (
    select coalesce(sum(passed.quantity), 0) from position_lock_passed passed
    where passed.customer_id = lock.customer_id and passed.instrument_id = lock.instrument_id
      and passed.sellable_at = lock.sellable_at
  )::bigint`

/** Whether a customer has a lock to lift. */
export async function hasLocks(db: Db, customerId: Id<'cus'>, at: Instant): Promise<boolean> {
  const rows = await db`
    select 1 from position_lock lock
    where customer_id = ${customerId} and sellable_at > ${at} and ${lockedOf(db)} > 0 limit 1`
  return rows.length > 0
}

/** Lifts a customer's locks as they are now. @returns the instruments. Who presses twice at once lifts once. */
export async function insertPassedLocks(tx: Tx, customerId: Id<'cus'>, at: Instant): Promise<readonly string[]> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`practice day ${customerId}`}, 0))`
  const lifted = await tx<{ instrument_id: string }[]>`
    insert into position_lock_passed (customer_id, instrument_id, sellable_at, passed_at, quantity)
    select customer_id, instrument_id, sellable_at, ${at}, held from (
      select lock.*, ${lockedOf(tx)} as held from position_lock lock
      where customer_id = ${customerId} and sellable_at > ${at}
    ) as own where held > 0
    returning instrument_id`
  return [...new Set(lifted.map(({ instrument_id }) => instrument_id))]
}
