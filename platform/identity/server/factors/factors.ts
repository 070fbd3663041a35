import type { Audit } from '@bolsillo/audit/server'
import type { Instant } from '@bolsillo/kernel'
import type { Sealer, Services, Tx } from '@bolsillo/server-kit'
import type { Owner } from './factor-store.ts'

/** What the mechanism of second factors is given; the same for customers and for staff. */
export interface FactorDeps {
  readonly services: Services
  readonly audit: Audit
  /** Seals the secrets of authenticator apps; not in the database. */
  readonly sealer: Sealer
  readonly recoveryKey: Uint8Array
  /** Marks the challenges of sign-ins with a passkey. */
  readonly entryKey: Uint8Array
  /** A recovery code was used: whoever it belongs to hears of it, and money waits. */
  readonly onRecovery: (tx: Tx, owner: Owner, left: number, now: Instant) => Promise<void>
}
