import type { Approvals, PersonalDataViews } from '@bolsillo/approvals/server'
import type { Audit } from '@bolsillo/audit/server'
import type { Id, Instant } from '@bolsillo/kernel'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Db, Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import type { PaymentRail } from '../domain/index.ts'
import type { ManualDesk, Payments, PracticePayer } from './payments.ts'

/** What payments is given by the composition root. */
export interface PaymentsDeps {
  readonly services: Services
  readonly settings: Settings
  readonly ledger: Ledger
  /** Every rail of this installation: simulated ones in the practice market, real ones in LIVE, never both. */
  readonly rails: readonly PaymentRail[]
  /**
   * Why money promised at an instant may not leave yet: the journal up to there is not followed, or is wrong. Left out by tests
   * without a follower.
   */
  readonly obstacle?: (promisedAt: Instant) => string | undefined
  readonly practicePayer?: PracticePayer
  readonly manual?: ManualDesk
  /** What the staff's side needs; left out by tests that have no staff. */
  readonly staff?: {
    readonly audit: Audit
    readonly approvals: Approvals
    readonly views: PersonalDataViews
    /** What people of the staff are called; left out, their ids. */
    readonly namesOf?: (db: Db, ids: readonly Id<'opr'>[]) => Promise<ReadonlyMap<string, string>>
  }
}

/** That, with what the room makes of it once. */
export interface PaymentsRoomDeps extends PaymentsDeps {
  readonly payments: Payments
}

/** What calls of staff are given. */
export interface PaymentsStaffDeps extends PaymentsRoomDeps {
  readonly staff: NonNullable<PaymentsDeps['staff']>
}

/** What calls about statements of a bank are given: where transfers are made by hand. */
export interface ByHandDeps extends PaymentsStaffDeps {
  readonly manual: ManualDesk
}
