import type { Id, Instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'

/** Whether only a passkey opens a session of this customer. */
export async function isKeyOnly(db: Db, customerId: Id<'cus'>): Promise<boolean> {
  const rows = await db`select 1 from key_only where customer_id = ${customerId}`
  return rows.length > 0
}

/** @returns whether that changed anything. */
export async function saveKeyOnly(tx: Tx, customerId: Id<'cus'>, on: boolean, at: Instant): Promise<boolean> {
  const done = on
    ? await tx`insert into key_only (customer_id, since) values (${customerId}, ${at}) on conflict do nothing`
    : await tx`delete from key_only where customer_id = ${customerId}`
  return done.count === 1
}
