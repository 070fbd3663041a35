import type { Audit } from '@bolsillo/audit/server'
import type { Services } from '@bolsillo/server-kit'

/** What this room is given by the composition root. */
export interface LegalDeps {
  readonly services: Pick<Services, 'mode'>
  readonly audit: Audit
}
