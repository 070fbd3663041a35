import type { Approvals, PersonalDataViews } from '@bolsillo/approvals/server'
import type { Audit } from '@bolsillo/audit/server'
import type { createCaseTimes } from '@bolsillo/cases/server'
import type { Files } from '@bolsillo/files/server'
import type { CustomerRecords } from '@bolsillo/identity/server'
import type { Id } from '@bolsillo/kernel'
import type { HeldMoney, OwnLimits, VerifiedPeople } from '@bolsillo/kyc/server'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Destination } from '@bolsillo/payments/domain'
import type { Payments } from '@bolsillo/payments/server'
import type { Db, Publisher, Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'

/** What this room is given by the composition root. */
export interface DepositsDeps {
  readonly services: Services
  readonly audit: Audit
  readonly settings: Settings
  readonly ledger: Ledger
  readonly payments: Payments
  readonly people: VerifiedPeople
  readonly customers: Pick<CustomerRecords, 'find' | 'findByNumber' | 'notify'>
  readonly files: Pick<Files, 'use' | 'opened'>
  readonly approvals: Approvals
  readonly views: PersonalDataViews
  readonly publisher: Publisher
  /** Names under which customers have an account as their destination, whether they were paid there or not. */
  readonly holdersOf?: ((db: Db, destination: Destination) => Promise<readonly string[]>) | undefined
  /** What people of the staff are called. */
  readonly staffNames?: ((db: Db, ids: readonly Id<'opr'>[]) => Promise<ReadonlyMap<string, string>>) | undefined
  /** Limits of customers and of their level: what came in beyond them is set aside. None where there are none. */
  readonly ownLimits?: (HeldMoney & OwnLimits) | undefined
}

/** That, with what the room measures. */
export interface TimedDepositsDeps extends DepositsDeps {
  readonly times: ReturnType<typeof createCaseTimes>
}
