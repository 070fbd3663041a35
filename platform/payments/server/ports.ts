import type { Approvals, PersonalDataViews } from '@bolsillo/approvals/server'
import type { Audit } from '@bolsillo/audit/server'
import type { Ledger } from '@bolsillo/ledger/server'
import type { Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import type { PaymentRail } from '../domain/index.ts'
import type { ManualDesk, PracticePayer } from './payments.ts'

/** What payments is given by the composition root. */
export interface PaymentPorts {
  readonly services: Services
  readonly settings: Settings
  readonly ledger: Ledger
  /** Every rail of this installation: simulated ones in the practice market, real ones in LIVE, never both. */
  readonly rails: readonly PaymentRail[]
  readonly practicePayer?: PracticePayer
  readonly manual?: ManualDesk
  /** What the staff's side needs; left out by tests that have no staff. */
  readonly staff?: { readonly audit: Audit; readonly approvals: Approvals; readonly views: PersonalDataViews }
}
