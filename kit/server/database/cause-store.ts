import { assert, present } from '@bolsillo/kernel'
import type { Db, Tx } from '../room.ts'

/** The role of a transaction of a customer's call: it sees only that customer's rows (`guard_rows`). */
export const customerRole = 'bolsillo_customer'

/** The cause of a transaction that writes rows that decide something, if it has no audit record. */
export interface Cause {
  /** `job:remove-freeze-links`: what kind of process, and its name. */
  readonly cause: string
  /** Who caused it: a customer, a member of staff, or `system`. */
  readonly actor?: string
  /** The customer whose call it is: of guarded tables the transaction sees and writes only their rows (decision 85). */
  readonly only?: string | undefined
}

/**
 * Sets the cause of the transaction's later writes. An audit record in the same transaction replaces it (decision
 * 70).
 */
export async function nameCause(tx: Tx, { cause, actor = 'system', only }: Cause): Promise<void> {
  await tx`
    select set_config('bolsillo.cause', ${cause}, true), set_config('bolsillo.actor', ${actor}, true)
      ${only === undefined ? tx`` : ofCustomer(tx, only)}`
}

const ofCustomer = (tx: Tx, customerId: string) =>
  tx`, set_config('bolsillo.customer', ${customerId}, true), set_config('role', ${customerRole}, true)`

/**
 * Runs a part of a customer's call that reads rows of other customers: totals over all of them, or a check for
 * uniqueness. Outside of it, row security hides those rows. `reason` documents the purpose for readers of the code.
 * On a pool, which sees all rows, it only runs the work.
 */
export async function everyone<T>(db: Db, reason: string, work: () => Promise<T>): Promise<T> {
  assert(reason !== '', 'who needs the rows of others says what for')
  if ('begin' in db) return await work()
  const [was] = await db<{ role: string }[]>`
    select current_setting('role') as role, set_config('role', 'none', true)`
  const outcome = await work()
  await db`select set_config('role', ${present(was, 'a role').role}, true)`
  return outcome
}

/**
 * Runs the work of a transaction with a cause. The statement that sets it is sent before the work on the same
 * connection and not awaited separately.
 */
export async function withCause<T>(tx: Tx, cause: Cause, work: () => Promise<T>): Promise<T> {
  const naming = nameCause(tx, cause)
  // If the work throws, its error is reported, not this one.
  naming.catch(() => undefined)
  const outcome = await work()
  await naming
  return outcome
}

/**
 * After migrations: commits again to the rows of tables whose columns changed. Runs as the owner; does nothing in a
 * database without tables whose rows leave acts.
 */
export async function commitChangedTables(tx: Tx): Promise<void> {
  const [keeping] = await tx<{ there: boolean }[]>`select to_regclass('public.row_keeping') is not null as there`
  if (keeping?.there === true) await tx`select commit_changed_tables()`
}
