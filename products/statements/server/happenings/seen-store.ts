import type { Id } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { HappeningPlace } from '../../domain/index.ts'

/** Up to where a customer has seen what happened; from the beginning while they never looked. */
export async function findSeen(db: Db, customerId: Id<'cus'>): Promise<HappeningPlace> {
  const [row] = await db<{ entry: bigint; act: bigint }[]>`
    select entry, act from happening_seen where customer_id = ${customerId}`
  return row ?? { entry: 0n, act: 0n }
}

/** They have seen up to here. Two phones may say so in any order. */
export async function saveSeen(tx: Tx, customerId: Id<'cus'>, { entry, act }: HappeningPlace): Promise<void> {
  await tx`
    insert into happening_seen (customer_id, entry, act) values (${customerId}, ${entry}, ${act})
    on conflict (customer_id) do update
    set entry = greatest(happening_seen.entry, excluded.entry), act = greatest(happening_seen.act, excluded.act)`
}
