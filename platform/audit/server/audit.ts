import type { Db, Tx } from '@bolsillo/server-kit'
import type { AuditEntry, AuditRecord } from '../domain/index.ts'

/** The journal of acts. Insert-only and hash-chained; written in the transaction of the act. */
export interface Audit {
  /**
   * Records acts, in order. They are numbered and chained when the transaction commits, so recording takes no lock
   * before that and may stand anywhere in a use case.
   */
  readonly record: (tx: Tx, ...entries: readonly AuditEntry[]) => Promise<void>
  /** Records a customer caused or that concern them, newest first, with a number below `before`. */
  readonly aboutCustomer: (
    db: Db,
    customerId: string,
    page: { readonly before?: bigint; readonly limit: number },
  ) => Promise<readonly AuditRecord[]>
}
