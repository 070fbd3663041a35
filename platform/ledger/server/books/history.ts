import type { Id, Instant } from '@bolsillo/kernel'
import type { Db } from '@bolsillo/server-kit'
import type { AccountId, Purse, RecordedEntry } from '../../domain/index.ts'
import {
  findEntriesAfter,
  findEntriesAt,
  findHoldOpenings,
  findMovements,
  findPlaces,
  findSpan,
  findSumsOf,
  type HoldOpening,
  type MovementPlace,
} from './history-store.ts'
import { findHoldersAt, type HoldersAt } from './holders.ts'

/** Which movements: all of a customer's that moved something, unless narrowed. Times are half-open: from ≤ at < to. */
export interface MovementFilter {
  readonly purse?: Purse | undefined
  readonly asset?: string | undefined
  readonly kinds?: readonly string[] | undefined
  readonly from?: Instant | undefined
  readonly to?: Instant | undefined
}

/** An entry that moved something of a customer's, with its fingerprint. */
export interface Movement {
  readonly entry: RecordedEntry
  readonly hash: string
}

/** The balance of one account before a period and after it. */
export interface AccountSpan {
  readonly account: AccountId
  readonly purse: Purse
  readonly asset: string
  readonly opening: bigint
  readonly closing: bigint
}

/**
 * The journal as one customer's history. The journal only grows at its end, so a question bounded by an entry number has
 * the same answer for ever: pages have no gaps while others post, and a statement can be made again.
 */
export interface LedgerHistory {
  /** Newest first, below the number `before`. */
  readonly movements: (
    db: Db,
    customerId: Id<'cus'>,
    filter: MovementFilter,
    page: { readonly before?: bigint | undefined; readonly limit: number },
  ) => Promise<readonly Movement[]>
  /** Sums of all postings before and by the end of a period, of entries numbered up to `upTo`. */
  readonly sums: (
    db: Db,
    customerId: Id<'cus'>,
    period: { readonly from: Instant; readonly to: Instant; readonly upTo: bigint },
  ) => Promise<readonly AccountSpan[]>
  /** The places of the movements of a period, by their time; at most `limit`. */
  readonly places: (
    db: Db,
    customerId: Id<'cus'>,
    period: { readonly from: Instant; readonly to: Instant; readonly upTo: bigint },
    limit: number,
  ) => Promise<readonly MovementPlace[]>
  /** The entries at these places, in the order of the places. */
  readonly entriesAt: (db: Db, places: readonly MovementPlace[]) => Promise<readonly Movement[]>
  /** When a customer's money first and last moved. */
  readonly span: (
    db: Db,
    customerId: Id<'cus'>,
  ) => Promise<{ readonly first: Instant; readonly last: Instant } | undefined>
  /** What is set aside of a customer's, and what for. */
  readonly holds: (db: Db, customerId: Id<'cus'>) => Promise<readonly HoldOpening[]>
  /**
   * Entries behind the act numbered `after`, oldest first, of at most `limit` acts; all up to the number `upTo` were looked
   * at. For whoever follows the journal.
   */
  readonly after: (
    db: Db,
    after: bigint,
    limit: number,
  ) => Promise<{ readonly entries: readonly RecordedEntry[]; readonly upTo: bigint }>
  /** What customers had of an asset at an instant, by the journal up to its `position`. */
  readonly holdersAt: (db: Db, asset: string, at: Instant) => Promise<HoldersAt>
}

/** The history over the ledger's tables. Keeps nothing. */
export function createLedgerHistory(): LedgerHistory {
  return {
    movements: findMovements,
    sums: findSumsOf,
    places: findPlaces,
    entriesAt: findEntriesAt,
    span: findSpan,
    holds: findHoldOpenings,
    after: findEntriesAfter,
    holdersAt: findHoldersAt,
  }
}
