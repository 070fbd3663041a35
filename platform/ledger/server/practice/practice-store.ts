import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** The practice grant a customer took, or undefined. */
export async function findPracticeGrant(db: Db, customerId: Id<'cus'>): Promise<string | undefined> {
  const [row] = await db<{ entry_id: string }[]>`
    select entry_id from ledger_practice_grant where customer_id = ${customerId}`
  return row?.entry_id
}

/** Notes that a customer takes the grant. @returns false when they took it before; a second try at once waits here. */
export async function insertPracticeGrant(
  tx: Tx,
  grant: { readonly customerId: Id<'cus'>; readonly entryId: Id<'ent'>; readonly at: Instant },
): Promise<boolean> {
  const rows = await tx`
    insert into ledger_practice_grant (customer_id, entry_id, granted_at)
    values (${grant.customerId}, ${grant.entryId}, ${grant.at})
    on conflict (customer_id) do nothing returning 1`
  return rows.length === 1
}
