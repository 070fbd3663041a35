import type { PersonalDataViews } from '@bolsillo/approvals/server'
import type { Audit } from '@bolsillo/audit/server'
import type { Files } from '@bolsillo/files/server'
import type { CustomerRecords } from '@bolsillo/identity/server'
import type { Id } from '@bolsillo/kernel'
import { createSealer, type Db, type Publisher, type Sealer, type Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import type { TradedProduct } from '@bolsillo/trading/domain'
import type { Trading } from '@bolsillo/trading/server'

/** What this room is given by the composition root. */
export interface SupportGiven {
  readonly services: Services
  readonly settings: Settings
  readonly publisher: Publisher
  readonly audit: Pick<Audit, 'record'>
  readonly customers: Pick<CustomerRecords, 'find' | 'notify'>
  readonly views: PersonalDataViews
  readonly files: Pick<Files, 'use' | 'find' | 'digest'>
  readonly tradingOf: (product: TradedProduct) => Pick<Trading, 'findOrder'>
  /** Whether a deposit or a withdrawal is this customer's. */
  readonly isOwnPayment: (db: Db, customerId: Id<'cus'>, id: string) => Promise<boolean>
}

/** That, with what seals messages. */
export interface SupportDeps extends SupportGiven {
  readonly sealer: Sealer
}

/** The key of the messages is not in the database: who reads that alone reads no message. */
export const depsOf = (given: SupportGiven): SupportDeps => ({
  ...given,
  sealer: createSealer(given.services.secret('support-messages'), given.services.rng),
})
