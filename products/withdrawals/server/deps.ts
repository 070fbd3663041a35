import type { Approvals, PersonalDataViews } from '@bolsillo/approvals/server'
import type { Audit } from '@bolsillo/audit/server'
import type { createCaseTimes } from '@bolsillo/cases/server'
import type { SecondFactors, WithdrawalPasswords } from '@bolsillo/factors/server'
import type { CustomerRecords } from '@bolsillo/identity/server'
import type { Id, Instant, Money } from '@bolsillo/kernel'
import type { HeldMoney, VerifiedPeople } from '@bolsillo/kyc/server'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Payments } from '@bolsillo/payments/server'
import type { Db, Publisher, Services, Tx } from '@bolsillo/server-kit'
import type { Setting } from '@bolsillo/settings/domain'
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

/** What of a withdrawal its customer owes, because more arrived than was asked for and than they had. */
export interface Overpaid {
  readonly withdrawalId: Id<'wdr'>
  readonly customerId: Id<'cus'>
  readonly amount: Money
  /** When it was booked. */
  readonly openedAt: Instant
  readonly now: Instant
}

/** Money that came back of a withdrawal that had arrived. */
interface OverpaidBack {
  readonly withdrawalId: Id<'wdr'>
  readonly railId: string
  /** The rail's own number of it. */
  readonly returnId: string
  readonly minor: bigint
  /** Whether the customer can be credited. */
  readonly isCustomerThere: boolean
  /** The entry it is booked by. */
  readonly entryId: Id<'ent'>
  readonly now: Instant
}

/** Who keeps such claims, shows them to staff and ends them. */
export interface OverpaidClaims {
  /** Opens the claim of a withdrawal, whose entry the caller posts. Nothing happens if that withdrawal has a claim. */
  readonly open: (tx: Tx, overpaid: Overpaid) => Promise<void>
  /**
   * Money that came back settles the claim of its withdrawal: what is open of it, then what the house covered. @returns both,
   * in minor units; the caller posts them. The rest is the customer's, what they covered included.
   */
  readonly settleBack: (tx: Tx, back: OverpaidBack) => Promise<{ readonly open: bigint; readonly writtenOff: bigint }>
}

/** What the room is given by the composition root. */
export interface WithdrawalsGiven {
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
  readonly claims: OverpaidClaims
  /** Every setting that touches a withdrawal, of whatever room. */
  readonly terms: readonly Setting[]
  /** Customers in the order of their ids, after one; for telling everybody something. */
  readonly customersAfter: (db: Db, after: string, limit: number) => Promise<readonly Id<'cus'>[]>
  /** Money that came in beyond a limit is set aside from trading, never from leaving. None where there are no limits. */
  readonly ownLimits?: HeldMoney | undefined
}

/** That, with what the room measures. */
export interface WithdrawalsDeps extends WithdrawalsGiven {
  readonly times: ReturnType<typeof createCaseTimes>
}
