import type { ApprovalsRegistry } from '@bolsillo/approvals/server'
import type { Audit } from '@bolsillo/audit/server'
import type { Services } from '@bolsillo/server-kit'

/** What this room is given by the composition root. */
export interface LocationsDeps {
  readonly services: Services
  readonly audit: Pick<Audit, 'record'>
  readonly approvals: Pick<ApprovalsRegistry, 'propose' | 'openAbout'>
}
