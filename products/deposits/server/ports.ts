import type { ApprovalKind, Approvals, PersonalDataViews } from '@bolsillo/approvals/server'
import type { Audit } from '@bolsillo/audit/server'
import type { Files } from '@bolsillo/files/server'
import type { CustomerRecords } from '@bolsillo/identity/server'
import type { HeldMoney, OwnLimits, VerifiedPeople } from '@bolsillo/kyc/server'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Payments } from '@bolsillo/payments/server'
import type { Publisher, Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'

/** What this room is given by the composition root. */
export interface DepositsPorts {
  readonly services: Services
  readonly audit: Audit
  readonly settings: Settings
  readonly ledger: Ledger
  readonly payments: Payments
  readonly people: VerifiedPeople
  readonly customers: Pick<CustomerRecords, 'find' | 'findByNumber' | 'notify'>
  readonly files: Pick<Files, 'use'>
  readonly approvals: Approvals
  readonly views: PersonalDataViews
  readonly publisher: Publisher
  /** Limits of customers and of their level: what came in beyond them is set aside. None where there are none. */
  readonly ownLimits?: (HeldMoney & OwnLimits) | undefined
}

export type { ApprovalKind }
