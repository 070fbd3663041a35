import type { Id } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { HappeningPlace } from '../../domain/index.ts'

/** Up to where a customer has seen what happened; from the beginning while they never looked. */
export async function findSeen(db: Db, customerId: Id<'cus'>): Promise<HappeningPlace> {
  const [row] = await db<{ entry: bigint; act: bigint }[]>`
    select entry, act from happening_seen where customer_id = ${customerId}`
  return row ?? { entry: 0n, act: 0n }
}

/**
 * They have seen up to here. Two phones may say so in any order; beyond the newest there is nothing to be seen, and what was
 * kept beyond it comes back to it.
 */
export async function saveSeen(
  tx: Tx,
  customerId: Id<'cus'>,
  { entry, act }: HappeningPlace,
  newest: HappeningPlace,
): Promise<void> {
  await tx`
    insert into happening_seen (customer_id, entry, act)
    values (${customerId}, least(${entry}::bigint, ${newest.entry}::bigint), least(${act}::bigint, ${newest.act}::bigint))
    on conflict (customer_id) do update
    set entry = least(greatest(happening_seen.entry, excluded.entry), ${newest.entry}::bigint),
      act = least(greatest(happening_seen.act, excluded.act), ${newest.act}::bigint)`
}
