import type { Tx } from '../room.ts'

/** What makes a transaction write rows that decide something, where no record of the audit says it. */
export interface Cause {
  /** `job:remove-freeze-links`: what kind of process, and its name. */
  readonly cause: string
  /** Who caused it: a customer, a member of staff, or `system`. */
  readonly actor?: string
}

/**
 * Names the cause of what the rest of the transaction writes. A record of the audit in the same transaction takes its
 * place (decision 70).
 */
export async function nameCause(tx: Tx, { cause, actor = 'system' }: Cause): Promise<void> {
  await tx`select set_config('bolsillo.cause', ${cause}, true), set_config('bolsillo.actor', ${actor}, true)`
}

/** Runs work of a transaction whose cause is named: sent ahead of the work on its connection, not waited for by itself. */
export async function withCause<T>(tx: Tx, cause: Cause, work: () => Promise<T>): Promise<T> {
  const naming = nameCause(tx, cause)
  // Should the work throw, its failure is that of the transaction.
  naming.catch(() => undefined)
  const outcome = await work()
  await naming
  return outcome
}

/**
 * After migrations: commits anew to the rows of tables whose columns changed. Run as the owner; a database without rows
 * that leave acts is left as it is.
 */
export async function commitChangedTables(tx: Tx): Promise<void> {
  const [keeping] = await tx<{ there: boolean }[]>`select to_regclass('public.row_keeping') is not null as there`
  if (keeping?.there === true) await tx`select commit_changed_tables()`
}
