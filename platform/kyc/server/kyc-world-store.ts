import type { Id } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import type { TestApp } from '@bolsillo/test-kit'

/** A customer of a test, as the database must have them. */
export async function insertCustomer({ database: { owner } }: TestApp, customerId: Id<'cus'>): Promise<void> {
  const number = Number(customerId.slice(-6))
  await owner`
    insert into customer (id, display_number, phone, password_hash, language, invite_code, disclaimer_agreed_at,
      privacy_agreed_at, created_at)
    values (${customerId}, ${10_000_000 + number}, ${`+5255${String(55_550_000 + number)}`}, '', 'es-ES',
      ${`I${number}`}, 0, 0, 0)`
}

/** What identity does for this room. */
export async function saveState(tx: Tx, customerId: Id<'cus'>, state: string): Promise<void> {
  await tx`update customer set identity_state = ${state} where id = ${customerId}`
}
