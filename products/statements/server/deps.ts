import type { Audit } from '@bolsillo/audit/server'
import type { CustomerRecords } from '@bolsillo/identity/server'
import type { Id } from '@bolsillo/kernel'
import type { Ledger, LedgerHistory } from '@bolsillo/ledger/server'
import type { PricesOf } from '@bolsillo/portfolio/server'
import type { Db, Services } from '@bolsillo/server-kit'

/** What this room is given by the composition root. */
export interface StatementsDeps {
  readonly services: Services
  readonly audit: Pick<Audit, 'aboutCustomer'>
  readonly ledger: Pick<Ledger, 'head'>
  readonly history: LedgerHistory
  /** The scale of what an account counts. */
  readonly scaleOf: (asset: string) => number
  readonly customers: Pick<CustomerRecords, 'find'>
  /** How many notices of the firm a customer has not read. */
  readonly unreadNotices: (db: Db, customerId: Id<'cus'>) => Promise<number>
  readonly prices: Pick<PricesOf, 'before'>
}
