import type { Approvals, PersonalDataViews } from '@bolsillo/approvals/server'
import type { Audit } from '@bolsillo/audit/server'
import type { CustomerRecords, SecondFactors, WithdrawalPasswords } from '@bolsillo/identity/server'
import type { HeldMoney, VerifiedPeople } from '@bolsillo/kyc/server'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Payments } from '@bolsillo/payments/server'
import type { Publisher, Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'

/** What withdrawals ask of the rails. */
export type PayingOut = Pick<
  Payments,
  | 'channels'
  | 'channel'
  | 'isOwnAddress'
  | 'destinationProblem'
  | 'originsOf'
  | 'originDestination'
  | 'requestPayout'
  | 'returnsOf'
  | 'takePayouts'
>

/** What the room is given by the composition root. */
export interface WithdrawalsPorts {
  readonly services: Services
  readonly settings: Settings
  readonly ledger: Ledger
  readonly audit: Audit
  readonly payments: PayingOut
  readonly people: VerifiedPeople
  readonly factors: SecondFactors
  readonly passwords: WithdrawalPasswords
  readonly customers: CustomerRecords
  readonly approvals: Approvals
  readonly views: PersonalDataViews
  readonly publisher: Publisher
  /** Money that came in beyond a limit is set aside from trading, never from leaving. None where there are no limits. */
  readonly ownLimits?: HeldMoney | undefined
}
