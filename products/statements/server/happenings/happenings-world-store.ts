import type { Id } from '@bolsillo/kernel'
import type { Sql } from '@bolsillo/server-kit'

/** Keeps by plain SQL how far a customer of a test has looked: as far in both lists. */
export async function keepSeen(owner: Sql, customerId: Id<'cus'>, upTo: bigint): Promise<void> {
  await owner`
    insert into happening_seen (customer_id, entry, act) values (${customerId}, ${upTo}, ${upTo})
    on conflict (customer_id) do update set entry = ${upTo}, act = ${upTo}`
}
