import type { ApprovalsRegistry } from '@bolsillo/approvals/server'
import type { Audit } from '@bolsillo/audit/server'
import type { CustomerRecords } from '@bolsillo/identity/server'
import type { Instant } from '@bolsillo/kernel'
import type { Instrument } from '@bolsillo/market/domain'
import type { Prints } from '@bolsillo/market/server'
import type { Db, Services } from '@bolsillo/server-kit'
import type { Settings } from '@bolsillo/settings/server'
import type { FeedNetwork } from './feeds/fetch-feed.ts'

/** What liquidations closed of a contract within an hour, without whose it was. */
export interface Liquidated {
  readonly symbol: string
  readonly from: Instant
  readonly accounts: number
  readonly fills: number
  readonly quantity: bigint
  readonly low: bigint
  readonly high: bigint
}

/** What this room is given by the composition root. */
export interface ContentDeps {
  readonly services: Services
  readonly audit: Pick<Audit, 'record'>
  readonly approvals: Pick<ApprovalsRegistry, 'propose' | 'openAbout'>
  readonly customers: Pick<CustomerRecords, 'find'>
  readonly settings: Settings
  /** What news may be about. */
  readonly instruments: readonly Instrument[]
  /** What is recorded of the market. */
  readonly prints: Pick<Prints, 'areRecorded' | 'days'>
  /** What was liquidated of contracts in the hours with from ≤ time < to, where at least so many accounts were. */
  readonly liquidated: (
    db: Db,
    of: {
      readonly symbols: readonly string[]
      readonly from: Instant
      readonly to: Instant
      readonly leastAccounts: number
    },
  ) => Promise<readonly Liquidated[]>
  /** Over what feeds are fetched; the machine's network when left out. */
  readonly feedNetwork?: FeedNetwork
}
