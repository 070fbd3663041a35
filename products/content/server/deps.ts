import type { ApprovalsRegistry } from '@bolsillo/approvals/server'
import type { Audit } from '@bolsillo/audit/server'
import type { CustomerRecords } from '@bolsillo/identity/server'
import type { Instrument } from '@bolsillo/market/domain'
import type { Services } from '@bolsillo/server-kit'

/** What this room is given by the composition root. */
export interface ContentDeps {
  readonly services: Services
  readonly audit: Pick<Audit, 'record'>
  readonly approvals: Pick<ApprovalsRegistry, 'propose' | 'openAbout'>
  readonly customers: Pick<CustomerRecords, 'find'>
  /** What news may be about. */
  readonly instruments: readonly Pick<Instrument, 'id'>[]
}
