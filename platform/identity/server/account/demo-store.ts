import { type Id, type Instant, idOf } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { AccountTag } from '../../contract/index.ts'

/** Marks a customer registered in this transaction as one of the demo's. The database refuses any other, and keeps it. */
export async function insertDemoAccount(tx: Tx, customerId: Id<'cus'>, at: Instant): Promise<void> {
  await tx`insert into demo_account (customer_id, at) values (${customerId}, ${at})`
}

/** The customers of the demo. */
export async function findDemoAccounts(db: Db): Promise<readonly Id<'cus'>[]> {
  const rows = await db<{ customer_id: string }[]>`select customer_id from demo_account order by customer_id`
  return rows.map(({ customer_id }) => idOf('cus', customer_id))
}

/** The customer accounts of people who work here. */
export async function findStaffAccounts(db: Db): Promise<readonly Id<'cus'>[]> {
  const rows = await db<{ customer_id: string }[]>`select customer_id from staff_account order by customer_id`
  return rows.map(({ customer_id }) => idOf('cus', customer_id))
}

/** What an account is besides a customer's. */
export async function findAccountTags(db: Db, customerId: Id<'cus'>): Promise<readonly AccountTag[]> {
  const rows = await db<{ tag: AccountTag }[]>`
    select 'demo' as tag from demo_account where customer_id = ${customerId}
    union all
    select 'staff' from staff_account where customer_id = ${customerId}`
  return rows.map(({ tag }) => tag)
}

/** Says in a query of `customer_id` that it is none of the demo's, whose made-up past is in no public figure (decision 88). */
export const isNotOfDemo = (db: Db) => db`customer_id not in (select customer_id from demo_account)`
