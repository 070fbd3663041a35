import type { ApprovalsRegistry } from '@bolsillo/approvals/server'
import type { Audit } from '@bolsillo/audit/server'
import type { CustomerRecords } from '@bolsillo/identity/server'
import type { LedgerHistory } from '@bolsillo/ledger/server'
import type { Instrument } from '@bolsillo/market/domain'
import { createSealer, type Sealer, type Services } from '@bolsillo/server-kit'

/** What this room is given by the composition root. */
interface VotesGiven {
  readonly services: Services
  readonly audit: Pick<Audit, 'record'>
  readonly approvals: Pick<ApprovalsRegistry, 'propose' | 'openAbout'>
  readonly customers: Pick<CustomerRecords, 'find'>
  readonly history: Pick<LedgerHistory, 'holdersAt'>
  /** Whose holders can be asked. */
  readonly instruments: readonly Pick<Instrument, 'id' | 'ticker' | 'asset'>[]
}

/** That, with what seals ballots until the closing. */
export interface VotesDeps extends VotesGiven {
  readonly sealer: Sealer
}

/** The key of the ballots is not in the database: who reads that alone reads no choice. */
export const depsOf = (given: VotesGiven): VotesDeps => ({
  ...given,
  sealer: createSealer(given.services.secret('vote-ballots'), given.services.rng),
})
