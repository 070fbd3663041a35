import type { Audit } from '@bolsillo/audit/server'
import type { CustomerRecords } from '@bolsillo/identity/server'
import type { LedgerHistory } from '@bolsillo/ledger/server'
import { createSealer, type Language, type Sealer, type Services } from '@bolsillo/server-kit'
import type { NoticeChannel } from './notice-channel.ts'

/** What this room is given by the composition root. */
export interface NoticesGiven {
  readonly services: Services
  readonly audit: Pick<Audit, 'record' | 'after'>
  readonly history: Pick<LedgerHistory, 'after'>
  readonly customers: Pick<CustomerRecords, 'find'>
  /** The channels this installation carries, each once. */
  readonly channels: readonly NoticeChannel[]
  /** What happens to customers, as the bell lists it: kinds of entries and actions of acts. */
  readonly happenings: { readonly kinds: readonly string[]; readonly acts: readonly string[] }
  /** An act in the words of its room, as the bell has it; undefined when there are none. */
  readonly actName: (language: Language, action: string) => string | undefined
}

/** That, with what seals notices that wait. */
export interface NoticesDeps extends NoticesGiven {
  readonly sealer: Sealer
}

/** The key of what waits is not in the database: who reads that alone reads no notice. */
export const depsOf = (given: NoticesGiven): NoticesDeps => ({
  ...given,
  sealer: createSealer(given.services.secret('notices'), given.services.rng),
})
